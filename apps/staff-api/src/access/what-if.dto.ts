import {
  ACTIONS,
  GRANTS,
  type BeyondRight,
  type Grant,
  type ImaginedRole,
  type RoleId,
  type Scope,
  type WhatIfInput,
} from '@quittance/access/host';
import type { Action } from '@quittance/access';
import {
  BooleanField,
  EnumField,
  EnumsField,
  IdField,
  IdsField,
  IntegerField,
  JsonField,
  ListField,
  ObjectField,
  TextField,
  type RouteRight,
} from '@quittance/http/host';
import type { UserId } from '@quittance/kernel';

const optional = { optional: true } as const;
const MOST_ROLES = 100;
const MOST_ROUTES = 100_000;
const SCOPES = ['none', 'own', 'team', 'all'] as const;

export class ImaginedRoleDto implements ImaginedRole {
  @IdField({ ...optional, description: 'The stored role that it changes; a new one without.' })
  id?: RoleId;
  @JsonField({ ...optional, example: { invoices: ['view'] } }) matrix?: Record<string, unknown>;
  @JsonField({ ...optional, example: { deals: 'own' } }) scopes?: Record<string, unknown>;
  @JsonField({ ...optional, example: { deals: { amount: 'hidden' } } })
  fields?: Record<string, unknown>;
  @EnumsField(GRANTS, { ...optional, maxItems: GRANTS.length }) grants?: Grant[];
}

export class WhatIfDto implements WhatIfInput {
  @IdField({ ...optional, description: 'The user whose present rights it is compared with.' })
  userId?: UserId;
  @IdField({ ...optional, description: 'Or the role; with neither it is compared with nothing.' })
  roleId?: RoleId;
  @IdsField({
    ...optional,
    maxItems: MOST_ROLES,
    description: 'Roles as they are stored; those of the user, or the role, unless said.',
  })
  roleIds?: RoleId[];
  @ListField(() => ImaginedRoleDto, {
    ...optional,
    maxItems: MOST_ROLES,
    description: 'Roles as they would be; one with an id takes the place of the stored one.',
  })
  roles?: ImaginedRoleDto[];
}

export class RouteRightDto implements RouteRight {
  @TextField({ max: 10, example: 'POST' }) method: string;
  @TextField({ max: 500, example: '/invoices/:id/send' }) path: string;
  @TextField({ max: 500, min: 0 }) summary: string;
  @BooleanField({ description: 'The list as a file, which needs the right to export.' })
  download: boolean;
  @TextField({ max: 100, nullable: true, description: 'Null where a grant alone is asked.' })
  resource: string | null;
  @TextField({ max: 500, description: 'What it needs, in words.' }) needs: string;
}

export class ScopeChangeDto {
  @TextField({ max: 100 }) resource: string;
  @EnumField(ACTIONS, {
    ...optional,
    description: 'What is done to them, where that reaches others than are shown.',
  })
  action?: string;
  @EnumField(SCOPES, { description: 'Which records; none without any right there.' })
  before: string;
  @EnumField(SCOPES) after: string;
}

export class GrantChangesDto {
  @EnumsField(GRANTS, { maxItems: GRANTS.length }) gained: readonly string[];
  @EnumsField(GRANTS, { maxItems: GRANTS.length }) lost: readonly string[];
}

export class BeyondRightDto implements BeyondRight {
  @TextField({ max: 100 }) resource: string;
  @EnumField(ACTIONS) action: Action;
  @EnumField(SCOPES, { description: 'Which records it would reach.' }) scope: Scope;
  @EnumField(SCOPES, { description: 'Which ones the own right reaches; none without it.' })
  own: Scope | 'none';
  @TextField({ ...optional, max: 63, description: 'The member of records that is kept from you.' })
  field?: string;
}

export class WhatIfAnswerDto {
  @ListField(() => RouteRightDto, { maxItems: MOST_ROUTES }) gained: readonly RouteRightDto[];
  @ListField(() => RouteRightDto, { maxItems: MOST_ROUTES }) lost: readonly RouteRightDto[];
  @IntegerField({ description: 'Guarded routes that may be called before and after.' })
  kept: number;
  @ListField(() => ScopeChangeDto, {
    maxItems: 1000,
    description: 'Where the same routes reach more records, or fewer.',
  })
  scopes: readonly ScopeChangeDto[];
  @ObjectField(() => GrantChangesDto) grants: GrantChangesDto;
  @ListField(() => BeyondRightDto, {
    maxItems: 100_000,
    description:
      'What you may not give, since you do not have it: saving it is refused while there is any.',
  })
  beyondOwn: readonly BeyondRightDto[];
}
