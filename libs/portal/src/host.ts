export {
  ACCESS_LEVELS,
  LIMIT_PERIODS,
  type LimitPeriod,
  PORTAL_DIRECTORIES,
  PORTAL_ROLES,
  type PortalRole,
} from './actors/portal-actor.js';
export type { AddressPatch, NewAddress } from './addresses/account-address.js';
export { Addresses, type ShownAddress } from './addresses/addresses.js';
export { colleagueList } from './colleagues/colleague-list.js';
export { colleagueCtx, managedParties, ofParties } from './colleagues/colleague-reach.js';
export {
  type ColleaguePatch,
  ManageColleagues,
  type NewColleague,
} from './colleagues/manage-colleagues.js';
export { DEVICE_YEAR } from './credentials/portal-tables.js';
export type { SignedInPortal } from './credentials/member.js';
export { makeLink } from './credentials/secret-link.js';
export { AcceptInvitation } from './invitations/accept-invitation.js';
export { MakePortalLink, PORTAL_LINKS } from './invitations/portal-links.js';
export { RenewInvitation } from './invitations/renew-invitation.js';
export { ConfirmMfa } from './mfa/confirm-mfa.js';
export { MFA_POLICIES, type MfaPolicy } from './mfa/mfa-policy.js';
export { MfaVault } from './mfa/mfa-vault.js';
export { RemoveMfa } from './mfa/remove-mfa.js';
export {
  SecondFactors,
  type AuthenticatorSecret,
  type MfaChallenge,
} from './mfa/second-factors.js';
export { StartMfa } from './mfa/start-mfa.js';
export { VerifyMfa } from './mfa/verify-mfa.js';
export { ChangePortalPassword } from './passwords/change-portal-password.js';
export { ForgotPortalPassword } from './passwords/forgot-portal-password.js';
export { ResetPortalPassword } from './passwords/reset-portal-password.js';
export {
  addressLimitReached,
  approvalLimitExceeded,
  viewAsExceedsRights,
  viewAsNotPossible,
  colleaguesNotManaged,
  crossSiteRequest,
  invitationExpired,
  invitationUsed,
  lastPortalAdmin,
  mfaCodeInvalid,
  mfaNotAllowed,
  mfaRequiredByPolicy,
  ownRights,
  passwordTooWeak,
  pricesNotPermitted,
  portalUserNotInvitable,
  preferenceLimitReached,
  preferenceTooLarge,
  portalUserTaken,
  referenceNotFound,
  signInRequired,
  signInStepExpired,
} from './portal.errors.js';
export { PortalModule, PortalUsersModule } from './portal.module.js';
export { portalMigrations } from './portal.schema.js';
export { Preferences } from './preferences/preferences.js';
export { accountsInReach, type AccountInReach } from './scope/accounts-in-reach.js';
export { EndPortalSessions } from './sessions/end-portal-sessions.js';
export { CHANNELS, type Channel, type PortalTokens } from './sessions/portal-session.js';
export { type PortalSessionView, sessionsOf } from './sessions/portal-sessions.queries.js';
export { PurgePortalSessions } from './sessions/purge-portal-sessions.js';
export { RefreshPortalSession } from './sessions/refresh-portal-session.js';
export { SignOutPortal } from './sessions/sign-out-portal.js';
export { SwitchPortalUser } from './sessions/switch-portal-user.js';
export {
  type PortalSettings,
  type PortalSettingsPatch,
  readPortalSettings,
  UpdatePortalSettings,
} from './settings/portal-settings.js';
export { ChoosePortalUser } from './sign-in/choose-portal-user.js';
export { type OfferedChoice, SignInPortal } from './sign-in/sign-in-portal.js';
export { ChangePortalEmail } from './users/change-portal-email.js';
export { addPortalUser, CreatePortalUser, type NewPortalUser } from './users/create-portal-user.js';
export { ImportPortalUsers } from './users/import-portal-users.js';
export { MovePortalUser } from './users/move-portal-user.js';
export {
  type Branding,
  type OwnMfa,
  type OwnProfile,
  type PortalFeatures,
  type OwnProfilePatch,
  readOwnProfile,
  UpdateOwnProfile,
} from './users/own-profile.js';
export { portalUserNoun } from './users/portal-user.description.js';
export type { PortalRightSet } from './users/portal-user.js';
export { findPortalUser, portalUserList, portalUserView } from './users/portal-user.repository.js';
export { type PortalUserPatch, UpdatePortalUser } from './users/update-portal-user.js';
export { CustomerPortalModule } from './customer-portal.module.js';
export { refuseAboveLimit } from './limits/approval-limit.js';
export { invoicesOfOrder } from './invoices/invoices-of-order.js';
export { SumUpInvoices } from './invoices/sum-up-invoices.js';
export { payableOfOrder } from './invoices/payable-of-order.js';
export { CustomerHome } from './home/dashboard.js';
export { StartViewAs, type ViewAsCode, type ViewAsSessionId } from './view-as/start-view-as.js';
export { TakeViewAs, type ViewAsTokens } from './view-as/take-view-as.js';
export { EndViewAs, type ViewAsSession, viewAsSessions } from './view-as/view-as-sessions.js';
