import { ACTIONS } from '@quittance/access/host';
import { EnumsField, ListField, TextField } from '@quittance/http/host';

export class NavigationResourceDto {
  @TextField({ max: 100, description: 'As role matrices name it.' }) key: string;
  @TextField({ max: 100 }) label: string;
  @EnumsField(ACTIONS, { maxItems: ACTIONS.length, description: 'What the caller may do there.' })
  actions: readonly string[];
}

export class NavigationGroupDto {
  @TextField({ max: 100 }) key: string;
  @TextField({ max: 100 }) label: string;
  @ListField(() => NavigationResourceDto, { maxItems: 1000 })
  resources: readonly NavigationResourceDto[];
}

export class NavigationDto {
  @ListField(() => NavigationGroupDto, { maxItems: 100 }) groups: readonly NavigationGroupDto[];
}
