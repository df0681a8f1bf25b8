import {
  BesideList,
  AmountField,
  BooleanField,
  DecimalField,
  EmailField,
  EnumField,
  HeadBody,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Id, Instant, SessionId } from '@quittance/kernel';
import type { PortalDirectory } from '@quittance/portal';
import {
  BRAND_COLOUR,
  ACCESS_LEVELS,
  CHANNELS,
  LIMIT_PERIODS,
  PARTIAL_PAYMENTS,
  MFA_POLICIES,
  PORTAL_DIRECTORIES,
  PORTAL_ROLES,
  portalUserNoun,
  type Channel,
  type LimitPeriod,
  type MfaPolicy,
  type NewPortalUser,
  type PartialPayments,
  type PortalRightSet,
  type PortalRole,
  type PortalSessionView,
  type PortalSettings,
  type PortalSettingsPatch,
  type PortalUserPatch,
} from '@quittance/portal/host';

type Level = NonNullable<PortalUserPatch['accessLevel']>;
const optional = { optional: true } as const;
const nullable = { nullable: true } as const;
const USERNAME = {
  max: 64,
  pattern: /^[^@\s]+$/,
  optional: true,
  nullable: true,
  description: 'Stands for the e-mail at sign-in.',
} as const;

export class PortalRightsDto implements Record<keyof PortalRightSet, boolean> {
  @BooleanField() createQuotes: boolean;
  @BooleanField() seePricing: boolean;
  @BooleanField() seeAllQuotes: boolean;
  @BooleanField() approveQuotes: boolean;
  @BooleanField() placeOrders: boolean;
  @BooleanField() viewOrders: boolean;
  @BooleanField() viewInvoices: boolean;
}

/** Those that are said; the others are as the role presets them, or stay. */
export class SaidRightsDto implements Partial<PortalRightSet> {
  @BooleanField(optional) createQuotes?: boolean;
  @BooleanField(optional) seePricing?: boolean;
  @BooleanField(optional) seeAllQuotes?: boolean;
  @BooleanField(optional) approveQuotes?: boolean;
  @BooleanField(optional) placeOrders?: boolean;
  @BooleanField(optional) viewOrders?: boolean;
  @BooleanField(optional) viewInvoices?: boolean;
}

export class PortalUserDto extends HeadBody(portalUserNoun, {
  permissions: () => PortalRightsDto,
}) {}

class StandingDto {
  @EnumField(ACCESS_LEVELS, { ...optional, description: '`account` unless said.' })
  accessLevel?: Level;
  @ObjectField(() => SaidRightsDto, optional) permissions?: SaidRightsDto;
  @AmountField({
    ...optional,
    ...nullable,
    description: 'In the currency of the party; null without a limit, 0 for nothing at all.',
  })
  approvalLimit?: string | null;
  @EnumField(LIMIT_PERIODS, { ...optional, description: '`order` unless said.' })
  limitPeriod?: LimitPeriod;
  @TextField(USERNAME) username?: string | null;
  @IdField({ ...optional, ...nullable, description: 'A contact of the account.' })
  contactId?: Id<'contact'> | null;
}

export class CreatePortalUserDto extends StandingDto implements NewPortalUser {
  @EnumField(PORTAL_DIRECTORIES) directory: PortalDirectory;
  @IdField({ description: 'An account of a customer, else a ledger account of the kind.' })
  partyId: string;
  @EmailField() email: string;
  @TextField({ max: 200, line: true }) name: string;
  @EnumField(PORTAL_ROLES) role: PortalRole;
}

export class UpdatePortalUserDto extends StandingDto implements PortalUserPatch {
  @TextField({ max: 200, line: true, optional: true }) name?: string;
  @EnumField(PORTAL_ROLES, optional) role?: PortalRole;
  @InstantField({ ...optional, ...nullable, description: 'Until then everything is refused.' })
  lockedUntil?: Instant | null;
}

export class ImportPortalUsersQuery {
  @BooleanField({ ...optional, description: 'Checks every row, writes and sends nothing.' })
  dryRun?: boolean;
}

export class ChangePortalEmailDto {
  @EmailField() email: string;
}

export class PortalUserSessionDto implements PortalSessionView {
  @IdField() id: SessionId;
  @TextField({ max: 300, ...nullable }) device: string | null;
  @EnumField(CHANNELS) channel: Channel;
  @TextField({ max: 64, ...nullable, example: '203.0.113.0/24' }) address: string | null;
  @InstantField() createdAt: Instant;
  @InstantField() lastUsedAt: Instant;
  @BooleanField() current: boolean;
}

export class LockEndsSessionsDto {
  @BooleanField() customer: boolean;
  @BooleanField() partner: boolean;
  @BooleanField() vendor: boolean;
}

export class SaidLockEndsSessionsDto {
  @BooleanField(optional) customer?: boolean;
  @BooleanField(optional) partner?: boolean;
  @BooleanField(optional) vendor?: boolean;
}

const LEAST_PART = {
  scale: 3,
  above: '0',
  description: 'The least part, in major units of whatever currency is paid in; null for any.',
} as const;

const COLOUR = {
  max: 7,
  pattern: BRAND_COLOUR,
  example: '#0f6b4f',
  description: 'In which the portals are shown; null: the usual one.',
} as const;

export class PortalSettingsDto implements PortalSettings {
  @BooleanField({ description: 'Whether Admins of a party manage its other users.' })
  adminsManageUsers: boolean;
  @EnumField(MFA_POLICIES, {
    description:
      'Who is asked for a second factor at sign-in: `optional` who has set one up, `admins` ' +
      'Admins as well, `all` everybody. `off`: none is set up; who has one is asked.',
  })
  mfa: MfaPolicy;
  @ObjectField(() => LockEndsSessionsDto, {
    description: 'Whether five wrong guesses keep those out as well who are signed in.',
  })
  lockEndsSessions: PortalSettings['lockEndsSessions'];
  @BooleanField({ description: 'Whether customers order with a number of their own alone.' })
  poNumberRequired: boolean;
  @BooleanField({ description: 'Whether whoever orders has to accept the terms.' })
  termsRequired: boolean;
  @AmountField({
    ...nullable,
    description:
      'Net, in the company’s currency: what customers ask quotes for above it is looked at first.',
  })
  reviewAbove: string | null;
  @IntegerField({
    ...nullable,
    description: 'How often the protection of a deal registration is extended; null: any number.',
  })
  maxExtensions: number | null;
  @BooleanField({ description: 'Whether customers see limit and exposure of their account.' })
  showsCredit: boolean;
  @BooleanField({ description: 'Users find in their activity who has looked on as they.' })
  tellsViews: boolean;
  @TextField({ ...COLOUR, ...nullable }) brandColour: string | null;
  @BooleanField({ description: 'Customers say where an order goes, beside their addresses.' })
  freeDeliveryAddress: boolean;
  @EnumField(PARTIAL_PAYMENTS, { description: 'Whether customers may pay a part online.' })
  partialPayments: PartialPayments;
  @DecimalField({ ...LEAST_PART, nullable: true }) minimumPartial: string | null;
}

export class UpdatePortalSettingsDto implements PortalSettingsPatch {
  @BooleanField(optional) adminsManageUsers?: boolean;
  @EnumField(MFA_POLICIES, optional) mfa?: MfaPolicy;
  @ObjectField(() => SaidLockEndsSessionsDto, optional) lockEndsSessions?: SaidLockEndsSessionsDto;
  @BooleanField(optional) poNumberRequired?: boolean;
  @BooleanField(optional) termsRequired?: boolean;
  @AmountField({ ...optional, ...nullable, description: 'Null: no total is too high.' })
  reviewAbove?: string | null;
  @IntegerField({ min: 0, max: 100, ...optional, ...nullable, description: 'Null: any number.' })
  maxExtensions?: number | null;
  @BooleanField(optional) showsCredit?: boolean;
  @BooleanField(optional) tellsViews?: boolean;
  @TextField({ ...COLOUR, ...optional, ...nullable }) brandColour?: string | null;
  @BooleanField(optional) freeDeliveryAddress?: boolean;
  @EnumField(PARTIAL_PAYMENTS, optional) partialPayments?: PartialPayments;
  @DecimalField({ ...LEAST_PART, ...optional, nullable: true }) minimumPartial?: string | null;
}

export class PortalUsersQuery extends BesideList {
  @EnumField(PORTAL_DIRECTORIES, { ...optional, description: 'All of them unless told.' })
  directory?: PortalDirectory;
}
