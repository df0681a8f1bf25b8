import { Module } from '@nestjs/common';
import { AccountFollowers, AccountFollowersModule } from '@quittance/crm';
import { HashThreads, PasswordHasher } from '@quittance/identity';
import { ObjectCatalogue } from '@quittance/metadata';
import { PortalActorsModule } from './actors/portal-actors.module.js';
import { OrderLimitsModule } from './approvals/order-limits.module.js';
import { Addresses } from './addresses/addresses.js';
import { ReadBrand } from './branding/read-brand.js';
import { ManageColleagues } from './colleagues/manage-colleagues.js';
import { AcceptInvitation } from './invitations/accept-invitation.js';
import { RenewInvitation } from './invitations/renew-invitation.js';
import { ConfirmMfa } from './mfa/confirm-mfa.js';
import { MfaVault } from './mfa/mfa-vault.js';
import { OwnProof } from './mfa/own-proof.js';
import { RemoveMfa } from './mfa/remove-mfa.js';
import { RenewRecoveryCodes } from './mfa/renew-recovery-codes.js';
import { SecondFactors } from './mfa/second-factors.js';
import { StartMfa } from './mfa/start-mfa.js';
import { VerifyMfa } from './mfa/verify-mfa.js';
import { ChangePortalPassword } from './passwords/change-portal-password.js';
import { ForgotPortalPassword } from './passwords/forgot-portal-password.js';
import { ResetPortalPassword } from './passwords/reset-portal-password.js';
import { Preferences } from './preferences/preferences.js';
import { EndPortalSessions } from './sessions/end-portal-sessions.js';
import { RefreshPortalSession } from './sessions/refresh-portal-session.js';
import { SignOutPortal } from './sessions/sign-out-portal.js';
import { SwitchPortalUser } from './sessions/switch-portal-user.js';
import { UpdatePortalSettings } from './settings/portal-settings.js';
import { ChoosePortalUser } from './sign-in/choose-portal-user.js';
import { SignInPortal } from './sign-in/sign-in-portal.js';
import { shownPortalUser } from './users/shown-portal-user.js';
import { ChangePortalEmail } from './users/change-portal-email.js';
import { CreatePortalUser } from './users/create-portal-user.js';
import { followAccount } from './users/follow-account.js';
import { ImportPortalUsers } from './users/import-portal-users.js';
import { MovePortalUser } from './users/move-portal-user.js';
import { UpdateOwnProfile } from './users/own-profile.js';
import { UpdatePortalUser } from './users/update-portal-user.js';
import { StartViewAs } from './view-as/start-view-as.js';
import { TakeViewAs } from './view-as/take-view-as.js';
import { DecideBankChange } from './vendors/decide-bank-change.js';
import { RequestBankChange } from './vendors/request-bank-change.js';
import { SendBankDetails } from './vendors/send-bank-details.js';
import { VendorProfiles } from './vendors/vendor-profiles.js';
import { VendorQueries } from './vendors/vendor-queries.js';
import {
  WithdrawBankChange,
  WithdrawBankDetails,
  withdrawOfMerged,
} from './vendors/withdraw-bank-details.js';
import { EndViewAs } from './view-as/view-as-sessions.js';

/** What staff do about portal users. */
const ADMINISTRATION = [
  ChangePortalEmail,
  CreatePortalUser,
  DecideBankChange,
  EndViewAs,
  ImportPortalUsers,
  MovePortalUser,
  RequestBankChange,
  StartViewAs,
  UpdatePortalSettings,
  UpdatePortalUser,
  VendorQueries,
  WithdrawBankChange,
];

/** What portal users do themselves. Needs `TokensModule.forHost` in the same application. */
const SELF_SERVICE = [
  AcceptInvitation,
  Addresses,
  ChangePortalPassword,
  ChoosePortalUser,
  ConfirmMfa,
  EndPortalSessions,
  ForgotPortalPassword,
  ManageColleagues,
  Preferences,
  ReadBrand,
  RefreshPortalSession,
  RemoveMfa,
  RenewInvitation,
  RenewRecoveryCodes,
  ResetPortalPassword,
  SendBankDetails,
  WithdrawBankDetails,
  SignInPortal,
  SignOutPortal,
  StartMfa,
  SwitchPortalUser,
  TakeViewAs,
  UpdateOwnProfile,
  VendorProfiles,
  VerifyMfa,
];

/** The users of the portals, for the staff host; merged accounts take theirs along. */
@Module({
  imports: [AccountFollowersModule, OrderLimitsModule],
  providers: ADMINISTRATION,
  exports: ADMINISTRATION,
})
export class PortalUsersModule {
  constructor(followers: AccountFollowers, catalogue: ObjectCatalogue) {
    catalogue.registerShown(shownPortalUser);
    followers.register(followAccount);
    followers.register(withdrawOfMerged);
  }
}

/** Signing in to the portals and what is each user's own, for the portal host. */
@Module({
  imports: [PortalActorsModule],
  providers: [HashThreads, PasswordHasher, MfaVault, OwnProof, SecondFactors, ...SELF_SERVICE],
  exports: [PasswordHasher, ...SELF_SERVICE, PortalActorsModule],
})
export class PortalModule {}
