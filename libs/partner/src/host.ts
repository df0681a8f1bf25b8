export { AdjustCommission } from './commissions/adjust-commission.js';
export {
  type CommissionId,
  commissionList,
  commissionNoun,
  commissionView,
  type CommissionView,
} from './commissions/commission.js';
export { readCommission } from './commissions/commission.repository.js';
export { followMoney } from './commissions/follow-money.js';
export { HoldCommission } from './commissions/hold-commission.js';
export { ReleaseCommission } from './commissions/release-commission.js';
export { SweepCommissions } from './commissions/sweep-commissions.js';
export { waitingMoney, type WaitingMoney } from './commissions/waiting-money.js';
export type { EndCustomer } from './customers/end-customer.js';
export { partnerMemberList, partnerMemberNoun, type PartnerMemberView } from './members/member.js';
export { SaveMember } from './members/save-member.js';
export {
  commissionStatementStatusConflict,
  commissionStatusConflict,
  customerProtected,
  earlierRegistrationWaiting,
  extensionNotAllowed,
  ownAdjustment,
  planOverlaps,
  registrationNotEditable,
  registrationStatusConflict,
} from './partner.errors.js';
export { partnerMigrations } from './partner.schema.js';
export {
  MOST_PLAN_LINES,
  MOST_COMMISSION_TIERS,
  planList,
  planNoun,
  type CommissionPlanId,
  type PlanView,
} from './plans/commission-plan.js';
export { SaveCommissionPlan } from './plans/save-commission-plan.js';
export { ApproveRegistration } from './registrations/approve-registration.js';
export { CheckCustomer, type CustomerCheck } from './registrations/check-customer.js';
export { ConvertRegistration } from './registrations/convert-registration.js';
export { CreateRegistration } from './registrations/create-registration.js';
export {
  type PartnerId,
  type RegistrationId,
  registrationList,
  registrationNoun,
  registrationsOn,
  dealRegistrationView,
  type DealRegistrationView,
} from './registrations/deal-registration.js';
export { readRegistration, wholeCustomer } from './registrations/deal-registration.repository.js';
export { DiscardRegistration } from './registrations/discard-registration.js';
export { ExpireRegistration } from './registrations/expire-registration.js';
export { ExpireRegistrations } from './registrations/expire-registrations.js';
export { ExtendRegistration } from './registrations/extend-registration.js';
export { type PartnerScope, requireWithin } from './registrations/partner-scope.js';
export { quotableRegistration } from './quotes/quotable-registration.js';
export { ReadConflicts, type RegistrationConflict } from './registrations/read-conflicts.js';
export { REGISTRATION_STATUSES } from './registrations/registration-status.js';
export { RejectRegistration } from './registrations/reject-registration.js';
export { RequestExtension } from './registrations/request-extension.js';
export { ReturnRegistration } from './registrations/return-registration.js';
export { StartReview } from './registrations/start-review.js';
export { SubmitRegistration } from './registrations/submit-registration.js';
export { UpdateRegistration } from './registrations/update-registration.js';
export { WithdrawRegistration } from './registrations/withdraw-registration.js';
export { ApproveStatement } from './statements/approve-statement.js';
export {
  commissionStatementList,
  statementNoun,
  commissionStatementView,
  type StatementId,
  type CommissionStatementView,
} from './statements/commission-statement.js';
export { DrawUpStatements } from './statements/draw-up-statements.js';
export { PayStatement } from './statements/pay-statement.js';
export { PrintCommissionStatement } from './statements/print-commission-statement.js';
export { readStatement } from './statements/statement.repository.js';
export { VoidStatement } from './statements/void-statement.js';
export { partnerInvariants } from './verify/partner-invariants.js';
export {
  type PartnerDashboard,
  readPartnerDashboard,
  type RegistrationCounts,
} from './shown/partner-dashboard.js';
export { ofPartnersWithin, registrationsWithin } from './shown/partner-reach.js';
export {
  commissionSums,
  type CommissionSums,
  shownCommissionNoun,
  shownCommissions,
  shownStatementNoun,
  shownStatements,
  statementsWithin,
} from './shown/shown-commission.js';
export { customersWithin, shownCustomerNoun, shownCustomers } from './shown/shown-customer.js';
export { partnerDocumentsWithin } from './shown/partner-documents.js';
export { findListed, only, someListed, withMembers } from './shown/shown-list.js';
export { AttachToRegistration } from './documents/attach-to-registration.js';
export { ORDER_SHOWN, shownOrderNoun, shownOrders } from './shown/shown-order.js';
export {
  QUOTE_SHOWN,
  partnerQuotesWithin,
  shownQuoteNoun,
  shownQuotes,
} from './shown/shown-quote.js';
export {
  sentRegistrationNoun,
  shownRegistration,
  shownRegistrationNoun,
  shownRegistrations,
} from './shown/shown-registration.js';
