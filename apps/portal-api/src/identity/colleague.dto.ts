import {
  AmountField,
  EmailField,
  EnumField,
  HeadBody,
  IdField,
  ObjectField,
  BooleanField,
  TextField,
} from '@quittance/http/host';
import {
  ACCESS_LEVELS,
  LIMIT_PERIODS,
  PORTAL_ROLES,
  portalUserNoun,
  type ColleaguePatch,
  type LimitPeriod,
  type NewColleague,
  type PortalRightSet,
  type PortalRole,
} from '@quittance/portal/host';
import { PortalPermissionsDto } from './sign-in.dto.js';

type Level = NonNullable<ColleaguePatch['accessLevel']>;
const optional = { optional: true } as const;

/** Those that are said; the others are as the role presets them, or stay. */
export class SaidPermissionsDto implements Partial<PortalRightSet> {
  @BooleanField(optional) createQuotes?: boolean;
  @BooleanField(optional) seePricing?: boolean;
  @BooleanField(optional) seeAllQuotes?: boolean;
  @BooleanField(optional) approveQuotes?: boolean;
  @BooleanField(optional) placeOrders?: boolean;
  @BooleanField(optional) viewOrders?: boolean;
  @BooleanField(optional) viewInvoices?: boolean;
}

export class UpdateColleagueDto implements ColleaguePatch {
  @TextField({ max: 200, line: true, optional: true }) name?: string;
  @EnumField(PORTAL_ROLES, optional) role?: PortalRole;
  @EnumField(ACCESS_LEVELS, optional) accessLevel?: Level;
  @ObjectField(() => SaidPermissionsDto, optional) permissions?: SaidPermissionsDto;
  @AmountField({ optional: true, nullable: true }) approvalLimit?: string | null;
  @EnumField(LIMIT_PERIODS, optional) limitPeriod?: LimitPeriod;
}

export class CreateColleagueDto extends UpdateColleagueDto implements NewColleague {
  @EmailField() email: string;
  @TextField({ max: 64, optional: true, nullable: true, pattern: /^[^@\s]+$/ })
  username?: string | null;
  @TextField({ max: 200, line: true }) declare name: string;
  @EnumField(PORTAL_ROLES) declare role: PortalRole;
  @IdField({ optional: true, description: 'The own account, or with level tree one below it.' })
  accountId?: string;
}

export class ColleagueDto extends HeadBody(portalUserNoun, {
  permissions: () => PortalPermissionsDto,
}) {}
