import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
  TextsField,
} from '@quittance/http/host';
import type { Instant, SessionId } from '@quittance/kernel';
import {
  ACCESS_LEVELS,
  CHANNELS,
  LIMIT_PERIODS,
  PORTAL_DIRECTORIES,
  type Branding,
  type Channel,
  type LimitPeriod,
  type OwnMfa,
  type OwnProfile,
  type OwnProfilePatch,
  type PortalFeatures,
  type PortalRightSet,
  type PortalSessionView,
} from '@quittance/portal/host';
import type { PortalDirectory } from '@quittance/portal';
import {
  CODE,
  PortalPartyDto,
  PortalPermissionsDto,
  SignedInPortalUserDto,
} from './sign-in.dto.js';

const nullable = { nullable: true } as const;
const THEMES = ['light', 'dark'] as const;
const LOCALE = { max: 35, pattern: /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/ } as const;

export class MembershipDto {
  @IdField() portalUserId: string;
  @ObjectField(() => PortalPartyDto) party: PortalPartyDto;
  @BooleanField() current: boolean;
}

export class PortalCompanyDto {
  @TextField({ max: 200, line: true }) name: string;
  @TextField({ max: 35 }) locale: string;
  @TextField({ max: 64 }) timeZone: string;
}

export class OwnMfaDto implements OwnMfa {
  @BooleanField() enabled: boolean;
  @BooleanField({ description: 'Whether the company asks this user for one.' }) required: boolean;
  @BooleanField({ description: 'Whether one can be set up.' }) offered: boolean;
  @IntegerField() recoveryCodesLeft: number;
}

export class BrandingDto implements Branding {
  @TextField({ max: 200, line: true }) name: string;
  @TextField({ max: 300_000, ...nullable, description: 'A PNG or JPEG as a data URL.' })
  logo: string | null;
  @TextField({ max: 7, ...nullable, description: '`#rrggbb`; null: the usual one.' })
  colour: string | null;
}

export class PortalFeaturesDto implements PortalFeatures {
  @BooleanField({ description: 'Admins manage their colleagues.' }) colleagues: boolean;
  @BooleanField({ description: 'A second factor can be set up.' }) mfa: boolean;
}

export class OwnProfileDto implements OwnProfile {
  @ObjectField(() => SignedInPortalUserDto) user: OwnProfile['user'];
  @EnumField(PORTAL_DIRECTORIES) directory: PortalDirectory;
  @ObjectField(() => PortalPermissionsDto) permissions: PortalRightSet;
  @EnumField(ACCESS_LEVELS) accessLevel: OwnProfile['accessLevel'];
  @TextField({ max: 30, ...nullable, description: 'Null without a limit.' })
  approvalLimit: string | null;
  @TextField({ max: 3, optional: true, description: 'Absent without seePricing.' })
  currency?: string;
  @EnumField(LIMIT_PERIODS) limitPeriod: LimitPeriod;
  @TextField({
    max: 30,
    optional: true,
    description: 'Of the limit, in the period of today. Absent without seePricing.',
  })
  limitUsed?: string;
  @TextField({ max: 35, ...nullable }) locale: string | null;
  @TextField({ max: 64, ...nullable }) timeZone: string | null;
  @EnumField(THEMES, nullable) theme: 'light' | 'dark' | null;
  @ListField(() => MembershipDto, {
    maxItems: 100,
    description: 'As whom the same password signs in.',
  })
  memberships: OwnProfile['memberships'];
  @ObjectField(() => PortalCompanyDto) company: PortalCompanyDto;
  @ObjectField(() => OwnMfaDto, { description: 'The second factor.' }) mfa: OwnMfaDto;
  @ObjectField(() => BrandingDto) branding: BrandingDto;
  @TextsField({ max: 35, maxItems: 100, description: 'Languages to choose from.' })
  locales: readonly string[];
  @ObjectField(() => PortalFeaturesDto, { description: 'What the company has switched on.' })
  features: PortalFeaturesDto;
}

const PASSWORD = { max: 1024, min: 0, example: 'correct horse battery staple' } as const;

/** Both factors, where one is there already. */
export class StartMfaDto {
  @TextField({ ...PASSWORD, optional: true }) password?: string;
  @TextField({ ...CODE, optional: true }) code?: string;
}

export class ConfirmMfaDto {
  @TextField({ max: 40, example: '123456' }) code: string;
}

export class RemoveMfaDto {
  @TextField(PASSWORD) password: string;
  @TextField(CODE) code: string;
}

export class RecoveryCodesDto {
  @TextsField({ max: 40, maxItems: 10, description: 'Each is good once; shown this once.' })
  recoveryCodes: readonly string[];
}

export class UpdateOwnProfileDto implements OwnProfilePatch {
  @TextField({ max: 200, line: true, optional: true }) name?: string;
  @TextField({ ...LOCALE, optional: true, ...nullable }) locale?: string | null;
  @TextField({
    max: 64,
    pattern: /^[A-Za-z]+(\/[A-Za-z0-9_+-]+){0,2}$/,
    optional: true,
    ...nullable,
  })
  timeZone?: string | null;
  @EnumField(THEMES, { optional: true, ...nullable }) theme?: 'light' | 'dark' | null;
}

export class PortalSessionDto implements PortalSessionView {
  @IdField() id: SessionId;
  @TextField({ max: 300, ...nullable, description: 'What the device said it is.' })
  device: string | null;
  @EnumField(CHANNELS) channel: Channel;
  @TextField({ max: 64, ...nullable, example: '203.0.113.0/24' }) address: string | null;
  @InstantField() createdAt: Instant;
  @InstantField() lastUsedAt: Instant;
  @BooleanField({ description: 'Whether it is the session of this request.' }) current: boolean;
}

export class EndSessionsDto {
  @BooleanField({ optional: true, description: 'All but the one that asks.' }) others?: boolean;
}
