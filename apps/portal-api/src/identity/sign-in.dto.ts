import {
  BooleanField,
  EmailField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
  TextsField,
} from '@quittance/http/host';
import type { CompanyId, Instant } from '@quittance/kernel';
import type { PortalDirectory, PortalRight, PortalUserId } from '@quittance/portal';
import {
  ACCESS_LEVELS,
  PORTAL_DIRECTORIES,
  PORTAL_ROLES,
  type AuthenticatorSecret,
  type MfaChallenge,
  type OfferedChoice,
  type PortalRightSet,
  type PortalRole,
  type PortalTokens,
  type SignedInPortal,
  type ViewAsTokens,
} from '@quittance/portal/host';

const optional = { optional: true } as const;
const COMPANY = {
  max: 63,
  pattern: /^[a-z0-9][a-z0-9-]*$/,
  optional: true,
  nullable: true,
  description: 'The slug of the company, where the name of the host does not say it.',
} as const;
/** Longer texts are no password: they are refused before they cost a hash. */
const PASSWORD = { max: 1024, min: 0, example: 'correct horse battery staple' } as const;
const TOKEN = { max: 200 } as const;
export const CODE = {
  max: 40,
  example: '123456',
  description: 'Of the authenticator, or a recovery code.',
} as const;

/** How a session is wanted. */
class SessionWishDto {
  @EnumField(['token', 'cookie'], {
    optional: true,
    description: '`cookie`: the refresh token goes into a cookie that no script reads.',
  })
  session?: 'token' | 'cookie';
  @BooleanField({
    optional: true,
    description: 'Of a cookie: for 30 days after each use, else until the browser is closed.',
  })
  remember?: boolean;
}

export class PortalLoginDto extends SessionWishDto {
  @EmailField(optional) email?: string;
  @TextField({ max: 64, ...optional, description: 'Instead of the e-mail.' }) username?: string;
  @TextField(PASSWORD) password: string;
  @TextField(COMPANY) company?: string | null;
  @BooleanField({ optional: true, description: 'Users of the other portals are meant as well.' })
  anyDirectory?: boolean;
  @TextField({
    ...TOKEN,
    optional: true,
    nullable: true,
    description: 'From the last sign-in of this device; instead of the cookie that browsers keep.',
  })
  deviceToken?: string | null;
}

export class ChooseDto {
  @TextField(TOKEN) chooseToken: string;
  @TextField({ max: 64 }) choice: string;
}

export class VerifyMfaDto {
  @TextField(TOKEN) mfaToken: string;
  @TextField(CODE) code: string;
}

export class PortalRefreshDto {
  @TextField({ ...TOKEN, ...optional, description: 'Of a program; browsers have a cookie.' })
  refreshToken?: string;
}

export class SwitchDto {
  @IdField({ description: 'Another membership of the same credential.' })
  portalUserId: PortalUserId;
}

export class PortalForgotDto {
  @EmailField() email: string;
  @TextField(COMPANY) company?: string | null;
}

export class PortalResetDto {
  @TextField({ ...TOKEN, description: 'From the link of the e-mail.' }) token: string;
  @TextField(PASSWORD) password: string;
}

export class PortalPasswordDto {
  @TextField(PASSWORD) current: string;
  @TextField({ ...PASSWORD, description: 'At least 12 characters.' }) password: string;
}

export class AcceptInvitationDto extends SessionWishDto {
  @TextField({ ...TOKEN, description: 'From the link of the e-mail.' }) token: string;
  @TextField({
    ...PASSWORD,
    optional: true,
    description: 'Where the e-mail has none yet; else its owner signs in first.',
  })
  password?: string;
}

export class RenewInvitationDto {
  @TextField(TOKEN) token: string;
}

export class PortalPartyDto {
  @IdField() id: string;
  @TextField({ max: 200 }) name: string;
}

type RightSet = Record<PortalRight, boolean>;

export class PortalPermissionsDto implements RightSet {
  @BooleanField() createQuotes: boolean;
  @BooleanField() seePricing: boolean;
  @BooleanField() seeAllQuotes: boolean;
  @BooleanField() approveQuotes: boolean;
  @BooleanField() placeOrders: boolean;
  @BooleanField() viewOrders: boolean;
  @BooleanField() viewInvoices: boolean;
}

export class SignedInPortalUserDto {
  @IdField() id: PortalUserId;
  @IdField() companyId: CompanyId;
  @EnumField(PORTAL_DIRECTORIES) directory: PortalDirectory;
  @EmailField() email: string;
  @TextField({ max: 64, nullable: true }) username: string | null;
  @TextField({ max: 200 }) name: string;
  @EnumField(PORTAL_ROLES) role: PortalRole;
  @EnumField(ACCESS_LEVELS) accessLevel: SignedInPortal['user']['accessLevel'];
  @ObjectField(() => PortalPartyDto) party: PortalPartyDto;
}

export class PortalTokensDto {
  @TextField({ max: 2000 }) accessToken: string;
  @TextField({ ...TOKEN, ...optional, description: 'Single use. Absent where a cookie holds it.' })
  refreshToken?: string;
  @EnumField(['Bearer']) tokenType: 'Bearer';
  @IntegerField({ description: 'Seconds the access token is good for, while its session lives.' })
  expiresIn: number;
  @ObjectField(() => SignedInPortalUserDto) user: SignedInPortalUserDto;
  @ObjectField(() => PortalPermissionsDto) permissions: PortalRightSet;
  @TextField({
    ...TOKEN,
    optional: true,
    description: 'Makes this device known at its next sign-in. Browsers have a cookie.',
  })
  deviceToken?: string;
}

export class OfferedChoiceDto implements OfferedChoice {
  @TextField({ max: 64 }) choice: string;
  @TextField({ max: 200 }) company: string;
  @EnumField(PORTAL_DIRECTORIES) directory: PortalDirectory;
  @ObjectField(() => PortalPartyDto) party: PortalPartyDto;
}

/** What an authenticator is given, once. */
export class AuthenticatorSecretDto implements AuthenticatorSecret {
  @TextField({ max: 64, description: 'In base32, for whoever types it.' }) secret: string;
  @TextField({ max: 1000, example: 'otpauth://totp/…', description: 'For a picture of squares.' })
  uri: string;
}

/**
 * A session; or, where the password is right for several users, who they are; or, where a second
 * factor is asked for, the token that its code is sent with.
 */
export class PortalSignInDto {
  @TextField({ max: 2000, ...optional }) accessToken?: string;
  @TextField({ ...TOKEN, ...optional }) refreshToken?: string;
  @EnumField(['Bearer'], optional) tokenType?: 'Bearer';
  @IntegerField(optional) expiresIn?: number;
  @ObjectField(() => SignedInPortalUserDto, optional) user?: SignedInPortalUserDto;
  @ObjectField(() => PortalPermissionsDto, optional) permissions?: PortalRightSet;
  @TextField({ ...TOKEN, ...optional }) deviceToken?: string;
  @ListField(() => OfferedChoiceDto, {
    maxItems: 300,
    ...optional,
    description: 'The one that was chosen last comes first.',
  })
  choose?: readonly OfferedChoice[];
  @TextField({ ...TOKEN, ...optional, description: 'Good for five minutes, once.' })
  chooseToken?: string;
  @BooleanField({ ...optional, description: 'The code of the second factor is asked for.' })
  mfaRequired?: boolean;
  @TextField({ ...TOKEN, ...optional, description: 'Good for five minutes, once.' })
  mfaToken?: string;
  @ObjectField(() => AuthenticatorSecretDto, {
    ...optional,
    description: 'Of who must have a second factor and has none: its first code sets it up.',
  })
  mfaSetUp?: AuthenticatorSecretDto;
}

/** A session behind a second factor. */
export class VerifiedSignInDto extends PortalTokensDto {
  @TextsField({
    max: 40,
    maxItems: 10,
    ...optional,
    description: 'Of a second factor that was set up just now; shown this once.',
  })
  recoveryCodes?: readonly string[];
}

export class ViewAsDto {
  @TextField(TOKEN) code: string;
}

export class ViewedByDto {
  @TextField({ max: 200, description: 'Who looks on.' }) name: string;
  @InstantField() endsAt: Instant;
}

/** What somebody of the staff looks on with, as a user. */
export class ViewAsTokensDto implements ViewAsTokens {
  @TextField({ max: 2000 }) accessToken: string;
  @EnumField(['Bearer']) tokenType: 'Bearer';
  @IntegerField({ description: 'Seconds the token is good for; there is nothing to refresh.' })
  expiresIn: number;
  @ObjectField(() => SignedInPortalUserDto) user: SignedInPortalUserDto;
  @ObjectField(() => PortalPermissionsDto) permissions: PortalRightSet;
  @ObjectField(() => ViewedByDto, { description: 'For a banner.' }) viewAs: ViewedByDto;
}

/** That a second factor is asked for. */
export function shownChallenge({ mfaToken, setUp }: MfaChallenge): PortalSignInDto {
  return { mfaRequired: true, mfaToken, ...(setUp && { mfaSetUp: setUp }) };
}

/** What of a session is answered: a browser has the refresh token in its cookie. */
export function shownTokens(tokens: PortalTokens): PortalTokensDto {
  const { accessToken, refreshToken, tokenType, expiresIn, user, permissions, channel } = tokens;
  const own = channel === 'program' ? { refreshToken } : {};
  return { accessToken, ...own, tokenType, expiresIn, user, permissions };
}
