export {
  ACCESS_LEVELS,
  LIMIT_PERIODS,
  type LimitPeriod,
  PORTAL_DIRECTORIES,
  PORTAL_ROLES,
  type PortalRole,
} from './actors/portal-actor.js';
export {
  type ApprovalId,
  approvalList,
  approvalNoun,
  approvalsAt,
  type ToldApproval,
} from './approvals/approval.js';
export {
  APPROVAL_BOXES,
  approvalsWithin,
  type ApprovalBox,
  inBox,
} from './approvals/approval-reach.js';
export { MOST_APPROVERS, MOST_SIGNING_RULES } from './approvals/rules/approval-rule.js';
export { AcceptCustomerQuote } from './approvals/accept-customer-quote.js';
export { ApproveRequest } from './approvals/decisions/approve-request.js';
export {
  type ChangedByCustomer,
  ChangeCustomerPlan,
} from './approvals/plans/change-customer-plan.js';
export { ownScope } from './scope/portal-scope.js';
export {
  type ResumedByCustomer,
  ResumeCustomerSubscription,
} from './approvals/plans/resume-customer-subscription.js';
export { OrderCustomerQuote, type OrderedByCustomer } from './approvals/order-customer-quote.js';
export { previewToken } from './approvals/plans/preview-token.js';
export {
  approvalDetail,
  type ApprovalDetail,
  readApprovalDetail,
} from './approvals/read-approval.js';
export { RejectRequest } from './approvals/decisions/reject-request.js';
export { mailApproval, type ApprovalMail } from './approvals/approval-mails.js';
export { findApproval } from './approvals/approval.repository.js';
export { SweepApprovals } from './approvals/sweep-approvals.js';
export { SaveApprovalRules } from './approvals/rules/save-approval-rules.js';
export { WithdrawRequest } from './approvals/decisions/withdraw-request.js';
export type { AddressId, AddressPatch, NewAddress } from './addresses/account-address.js';
export { Addresses, type ShownAddress } from './addresses/addresses.js';
export {
  isShownAt,
  listPointedWithinReach,
  pointedWithinReach,
} from './reading/pointed-records.js';
export { withOpenedMembers } from './reading/opened-members.js';
export { listShown } from './reading/within-reach.js';
export { NO_BRAND, ReadBrand } from './branding/read-brand.js';
export {
  ICON_PURPOSES,
  ICON_SIDES,
  iconLetters,
  type IconPurpose,
  type IconSide,
  iconSvg,
  webManifest,
} from './branding/web-manifest.js';
export { BRAND_COLOUR } from './settings/brand-colour.js';
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
export { RenewRecoveryCodes } from './mfa/renew-recovery-codes.js';
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
  approvalDecided,
  approvalExpired,
  approvalLimitExceeded,
  approvalNotTheirs,
  approvalPending,
  approvalsAskedTooOften,
  viewAsExceedsRights,
  viewAsNotPossible,
  colleaguesNotManaged,
  creditNotShown,
  crossSiteRequest,
  invitationExpired,
  invitationUsed,
  lastPortalAdmin,
  noApproverAvailable,
  mfaCodeInvalid,
  mfaNotAllowed,
  mfaRequiredByPolicy,
  ownRights,
  passwordTooWeak,
  poNumberRequired,
  pricesNotPermitted,
  portalUserNotInvitable,
  preferenceLimitReached,
  preferenceTooLarge,
  portalUserTaken,
  referenceNotFound,
  signInRequired,
  signInStepExpired,
  freeAddressNotTaken,
  downloadExpired,
} from './portal.errors.js';
export { forgetDownloads, PortalDownloads } from './downloads/portal-downloads.js';
export { localesOfUsers } from './notices/locales-of-users.js';
export { noticeLanguage, noticePath } from './notices/notice-text.js';
export type { PortalChange } from './stream/portal-change.js';
export { type Looking, ReadChanges } from './stream/read-changes.js';
export { forgetChanges } from './stream/note-changes.js';
export { PortalModule, PortalUsersModule } from './portal.module.js';
export { portalMigrations } from './portal.schema.js';
export { Preferences } from './preferences/preferences.js';
export {
  ChooseNotices,
  type ChosenNotices,
  type NoticesToChoose,
} from './notices/choose-notices.js';
export { GatherNotices } from './notices/gather-notices.js';
export {
  NOTICE_CATEGORIES,
  NOTICE_DIGESTS,
  type NoticeCategory,
  type NoticeChoice,
  type NoticeDigest,
} from './notices/notice-category.js';
export { NOTICE_KIND_NAMES, type NoticeKind } from './notices/notice-kind.js';
export { eventsForPortals, notifyOfEvents } from './notices/notify-of-events.js';
export {
  noticeList,
  noticesFor,
  OwnNotices,
  type NoticeId,
  type NoticeView,
} from './notices/own-notices.js';
export {
  KeepPushes,
  type OwnPushes,
  type PushSubscriptionId,
  type PushSubscriptionView,
} from './push/keep-pushes.js';
export type { PushTarget } from './push/push-crypto.js';
export { PushVault } from './push/push-vault.js';
export { sealedPushSecrets } from './push/sealed-pushes.sql.js';
export { SendPushes } from './push/send-pushes.js';
export { forgetNotices } from './notices/forget-notices.js';
export { TellOfDay } from './notices/tell-of-day.js';
export { contractEnding, ENDING_DAYS, subscriptionEnding } from './notices/tidings-by-the-clock.js';
export {
  accountsInReach,
  listOfAccountsInReach,
  type AccountInReach,
} from './scope/accounts-in-reach.js';
export { listOfUsersInReach, namedUsers } from './colleagues/names-of-users.js';
export { EndPortalSessions } from './sessions/end-portal-sessions.js';
export { CHANNELS, type Channel, type PortalTokens } from './sessions/portal-session.js';
export {
  type PortalSessionView,
  sessionOf,
  sessionsOf,
} from './sessions/portal-sessions.queries.js';
export { PurgePortalSessions } from './sessions/purge-portal-sessions.js';
export { RefreshPortalSession } from './sessions/refresh-portal-session.js';
export type { PresentedRefresh } from './sessions/refresh-portal-session.js';
export { SignOutPortal } from './sessions/sign-out-portal.js';
export { SwitchPortalUser } from './sessions/switch-portal-user.js';
export {
  type PortalSettings,
  type PortalSettingsPatch,
  readPortalSettings,
  UpdatePortalSettings,
} from './settings/portal-settings.js';
export { showsCredit } from './settings/credit-view.js';
export {
  CUSTOMER_ACTIVITIES,
  type CustomerActivity,
  MOST_ACTIVITIES,
  ReadActivity,
} from './home/activity.js';
export { PARTIAL_PAYMENTS, type PartialPayments, readPartRule } from './settings/part-payments.js';
export { ChoosePortalUser } from './sign-in/choose-portal-user.js';
export { type OfferedChoice, SignInPortal } from './sign-in/sign-in-portal.js';
export { lockSender } from './uploads/lock-sender.js';
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
export { invoicesOfOrder } from './invoices/invoices-of-order.js';
export { SumUpInvoices } from './invoices/sum-up-invoices.js';
export { payableOfOrder } from './invoices/payable-of-order.js';
export { approvalInvariants } from './verify/approval-invariants.js';
export { CustomerHome } from './home/dashboard.js';
export { AbandonQuoteRequests } from './quote-requests/abandon-quote-requests.js';
export { CloseQuoteRequest } from './quote-requests/close-quote-request.js';
export { HandleQuoteRequest } from './quote-requests/handle-quote-request.js';
export {
  quoteRequestEmpty,
  quoteRequestHasNoAccount,
  quoteRequestStatusConflict,
} from './quote-requests/quote-request.errors.js';
export {
  quoteRequestList,
  quoteRequestNoun,
  type QuoteRequestId,
  REQUEST_ORIGINS,
  type QuoteRequestOrigin,
} from './quote-requests/quote-request.js';
export { type QuoteRequestView, viewRequest } from './quote-requests/quote-request.repository.js';
export { fieldsOfRequest } from './quote-requests/request-fields.js';
export { requestsOfQuote } from './quote-requests/requests-of-quote.js';
export { QuoteQuoteRequest } from './quote-requests/quote-quote-request.js';
export { requestInvariants } from './verify/request-invariants.js';
export { MOST_REQUEST_LINES, requestLineNoun } from './quote-requests/request-line.js';
export { SubmitQuoteRequest } from './quote-requests/submit-quote-request.js';
export { UpdateQuoteRequest } from './quote-requests/update-quote-request.js';
export { contractNotRenewable } from './contracts/contract.errors.js';
export { type RenewalRequest, RequestRenewal } from './contracts/request-renewal.js';
export { REQUEST_OBJECT } from './quote-requests/attach-to-request.js';
export { filesOfPartnerRequests } from './quote-requests/files-of-partners.js';
export { QuoteRequestsModule } from './quote-requests/quote-requests.module.js';
export {
  assetsWithin,
  casesWithin,
  contactsWithin,
  contractsWithin,
  quoteRequestsWithin,
} from './reach/customer-reach.js';
export { documentsWithin } from './reach/documents-reach.js';
export { StartViewAs, type ViewAsCode, type ViewAsSessionId } from './view-as/start-view-as.js';
export { TakeViewAs, type ViewAsTokens } from './view-as/take-view-as.js';
export { EndViewAs, type ViewAsSession, viewAsSessions } from './view-as/view-as-sessions.js';
export type { SaidBankDetails } from './vendors/bank-details.js';
export { DecideBankChange } from './vendors/decide-bank-change.js';
export { bankChangeList, bankChangesOfParty } from './vendors/bank-change.queries.js';
export { RequestBankChange } from './vendors/request-bank-change.js';
export { SendBankDetails } from './vendors/send-bank-details.js';
export {
  BANK_CHANGE_STATUSES,
  type BankChange,
  type BankChangeId,
  MOST_VENDOR_CONTACTS,
  type OwnBankChange,
  type VendorContact,
  type VendorId,
  type VendorProfile,
  type VendorProfilePatch,
} from './vendors/vendor-company.js';
export {
  bankChangeDecided,
  bankChangeOfPeople,
  bankDetailsPending,
  ownBankChange,
} from './vendors/vendor.errors.js';
export { type VendorCompany, VendorProfiles } from './vendors/vendor-profiles.js';
export { VendorQueries } from './vendors/vendor-queries.js';
export { WithdrawBankChange, WithdrawBankDetails } from './vendors/withdraw-bank-details.js';
