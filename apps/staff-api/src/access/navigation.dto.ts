import { ACTIONS } from '@quittance/access/host';
import { BooleanField, EnumsField, ListField, TextField } from '@quittance/http/host';

export class NavigationResourceDto {
  @TextField({ max: 100, description: 'As role matrices name it.' }) key: string;
  @TextField({ max: 100 }) label: string;
  @EnumsField(ACTIONS, { maxItems: ACTIONS.length, description: 'What the caller may do there.' })
  actions: readonly string[];

  @EnumsField(ACTIONS, {
    maxItems: ACTIONS.length,
    description: 'What may be done there at all: the actions that a role can hold to an effect.',
  })
  offered: readonly string[];

  @BooleanField({ description: 'A role may reach the own or the team’s records of it alone.' })
  scoped: boolean;
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
