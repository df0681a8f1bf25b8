export { ApproveQuote } from './quotes/approval/approve-quote.js';
export {
  APPROVAL_MODES,
  type ToldFinding,
  type ApprovalMode,
} from './quotes/approval/approval-rules.js';
export {
  type LineMargin,
  type Margin,
  type MarginFinding,
  QuoteMargin,
  type QuoteMargins,
} from './quotes/approval/quote-margin.js';
export { ReturnQuote } from './quotes/approval/return-quote.js';
export { MOST_APPROVAL_RULES, QuoteApproval } from './quotes/approval/save-quote-approval.js';
export { SubmitQuote } from './quotes/approval/submit-quote.js';
export { CancelQuote } from './quotes/cancel-quote.js';
export { CloneQuote } from './quotes/clone-quote.js';
export type { QuoteDraft } from './quotes/quote-draft.js';
export { CreateQuote } from './quotes/create-quote.js';
export { acceptanceNoun } from './quotes/decisions/acceptance.js';
export { AcceptQuote } from './quotes/decisions/accept-quote.js';
export { DecideByLink } from './quotes/decisions/decide-by-link.js';
export { DecideInPortal } from './quotes/decisions/decide-in-portal.js';
export { ViewQuote } from './quotes/sharing/view-quote.js';
export { RejectQuote } from './quotes/decisions/reject-quote.js';
export { ExpireQuotes } from './quotes/expire-quotes.js';
export { AddQuoteLine } from './quotes/lines/add-quote-line.js';
export { type QuoteLineId, quoteLineMembers } from './quotes/lines/quote-line.description.js';
export type { QuoteLineInput } from './quotes/lines/quote-line.js';
export { RemoveQuoteLine } from './quotes/lines/remove-quote-line.js';
export { type RepricedLine, RepriceQuote } from './quotes/lines/reprice-quote.js';
export { type QuoteLinePatch, UpdateQuoteLine } from './quotes/lines/update-quote-line.js';
export { CREDIT_BASES } from './pricing/credit-basis.js';
export { MOST_QUOTE_LINES, QUOTE_CONVERSIONS, type QuoteStatus } from './quotes/quote.js';
export { type QuoteId, quoteNoun } from './quotes/quote.description.js';
export { quoteList } from './quotes/quote.lists.js';
export { PrintQuote } from './quotes/printing/print-quote.js';
export { SignedQuotePdfs } from './quotes/printing/signed-quote-pdfs.js';
export type { SignedPdf } from './quotes/printing/signed-pdf.repository.js';
export { QuoteQueries } from './quotes/quote.queries.js';
export type { QuoteReceipt } from './quotes/receipts/quote-receipt.js';
export { FindReceipt, type PublicReceipt } from './quotes/receipts/find-receipt.js';
export { BulkUpdateQuotes } from './quotes/records/bulk-update-quotes.js';
export { QuoteFields } from './quotes/records/quote-fields.js';
export { quoteObject } from './quotes/records/quote-object.js';
export { OrderWorkflows } from './orders/records/order-workflows.js';
export { QuoteWorkflows } from './quotes/records/quote-workflows.js';
export { ReviseQuote } from './quotes/revise-quote.js';
export { type OpenedQuote, OpenQuoteLink } from './quotes/sharing/open-quote-link.js';
export type { PublicQuote } from './quotes/sharing/public-quote.js';
export { RenewQuoteLink } from './quotes/sharing/renew-quote-link.js';
export { QUOTE_PDF, QUOTE_SECRET } from './quotes/sharing/mail-quote.js';
export { WordForEmail } from './quotes/sharing/word-for-email.js';
export type { SharedLink } from './quotes/sharing/share-quote.js';
export { SendQuote } from './quotes/sharing/send-quote.js';
export {
  MOST_DAYS_VALID,
  MOST_DEFAULT_CREDIT_DAYS,
  type QuoteSettings,
  SaveQuoteSettings,
} from './quotes/settings/quote-settings.js';
export {
  quoteTemplateList,
  quoteTemplateNoun,
  type QuoteTemplateId,
} from './quotes/templates/quote-template.js';
export { SaveQuoteTemplate } from './quotes/templates/save-quote-template.js';
export { UpdateQuote } from './quotes/update-quote.js';
export {
  accountInactive,
  contentChanged,
  depositExceedsQuote,
  discountExceedsLine,
  linkRevoked,
  pageExpired,
  priceNotFound,
  quoteExpired,
  quoteHasNoLines,
  quoteLocked,
  quoteNotApproved,
  quoteNotOpen,
  quoteStatusConflict,
  quoteSuperseded,
  quoteTaxUndetermined,
  reasonRequired,
  receiptUnknown,
  revisionOpen,
  selectionInvalid,
  quoteSentLately,
  quoteSubmittedTooOften,
  validityPassed,
} from './sales.errors.js';
export { salesInvariants } from './verify/sales-invariants.js';
export { requirePlan } from './plans/plan-version.queries.js';
export { type AmendedLine } from './orders/amendments/amended-lines.js';
export { AmendOrder } from './orders/amendments/amend-order.js';
export { CloseShort, type CloseShortInput } from './orders/amendments/close-short.js';
export {
  type AmendedLineFacts,
  orderAmendmentList,
  orderAmendmentNoun,
  orderAmendmentsOf,
} from './orders/amendments/order-amendment.js';
export { CancelOrder } from './orders/cancel-order.js';
export { CloneOrder } from './orders/clone-order.js';
export { CloseOrder } from './orders/close-order.js';
export { ConvertQuote } from './orders/conversion/convert-quote.js';
export type { OrderDraft } from './orders/draft-order.js';
export { ImportOrders } from './imports/import-orders.js';
export { ImportQuotes } from './imports/import-quotes.js';
export { CreateOrder } from './orders/create-order.js';
export { ConfirmOrder } from './orders/credit/confirm-order.js';
export { DeliverOrder } from './orders/fulfilment/deliver-order.js';
export { ReturnOrder } from './orders/fulfilment/return-order.js';
export {
  returnList,
  returnNoun,
  returnsOf,
  shipmentList,
  shipmentNoun,
  shipmentsOf,
} from './orders/fulfilment/shipment.js';
export { type ShipmentInput, ShipOrder } from './orders/fulfilment/ship-order.js';
export { StartProduction } from './orders/fulfilment/start-production.js';
export { AddOrderLine } from './orders/lines/add-order-line.js';
export {
  type InvoicingStage,
  MOST_STAGES,
  type OrderLineId,
  orderLineMembers,
} from './orders/lines/order-line.description.js';
export type { OrderLineInput } from './orders/lines/order-line.js';
export { RemoveOrderLine } from './orders/lines/remove-order-line.js';
export { type OrderLinePatch, UpdateOrderLine } from './orders/lines/update-order-line.js';
export { MOST_ORDER_LINES } from './orders/order.js';
export { orderNoun } from './orders/order.description.js';
export {
  awaitingCustomerApproval,
  belowFulfilled,
  creditFirst,
  creditFlagDenied,
  depositExceedsOrder,
  exceedsInvoiceable,
  lineNotShippable,
  milestoneReached,
  mixedInvoicing,
  nothingToInvoice,
  orderHasInvoices,
  orderHasNoLines,
  orderHasShipments,
  orderLineInvoiced,
  orderInvoiced,
  orderLinesFixed,
  orderNotConfirmed,
  orderNotDelivered,
  orderNotCancellable,
  orderNotDraft,
  orderNotInvoiced,
  orderSentLately,
  orderNotPending,
  orderNotShipped,
  orderTaxUndetermined,
  overDelivery,
  planMissing,
  returnExceedsShipped,
} from './orders/order.errors.js';
export { orderList } from './orders/order.lists.js';
export { OrderQueries } from './orders/order.queries.js';
export type { OrderView } from './orders/order.view.js';
export { orderLineNoun } from './orders/lines/order-line.description.js';
export type { QuoteView } from './quotes/quote.view.js';
export { quoteLineNoun } from './quotes/lines/quote-line.description.js';
export { ReachOrderMilestone } from './orders/invoicing/reach-order-milestone.js';
export { PrintOrder } from './orders/printing/print-order.js';
export { ORDER_PDF, SendOrder } from './orders/printing/send-order.js';
export { PlaceOrder } from './orders/place-order.js';
export { BulkUpdateOrders } from './orders/records/bulk-update-orders.js';
export { OrderFields } from './orders/records/order-fields.js';
export { orderObject } from './orders/records/order-object.js';
export { UpdateOrder } from './orders/update-order.js';
export { SubscriptionWorkflows } from './subscriptions/records/subscription-workflows.js';
export { UpdateSubscription } from './subscriptions/update-subscription.js';
export { SalesModule } from './sales.module.js';
export { salesMigrations } from './sales.schema.js';
export { ActivateContract } from './contracts/activate-contract.js';
export {
  contractHasNoEnd,
  contractAwaitsOrder,
  contractInUse,
  contractLocked,
  contractNotActive,
  outsideContractTerm,
  noticeTooLate,
} from './contracts/contract.errors.js';
export type { ContractId } from './contracts/contract.js';
export { contractObject } from './contracts/contract-record.js';
export { GiveNotice } from './contracts/give-notice.js';
export { RenewContract } from './contracts/renew-contract.js';
export { SweepContracts } from './contracts/sweep-contracts.js';
export { TerminateContract } from './contracts/terminate-contract.js';
export { SweepDebtors } from './debts/sweep-debtors.js';
export { planObject } from './plans/plan-record.js';
export { CreatePlanVersion } from './plans/create-plan-version.js';
export {
  planHasVersions,
  planNotOffered,
  planVersionTaken,
  planVersionUsed,
} from './plans/plan.errors.js';
export {
  MigratePlan,
  type MigrationReport,
  type MigrationResult,
  MOST_MIGRATED,
  type MigratedRevenue,
} from './plans/migration/migrate-plan.js';
export {
  MIGRATION_REFUSALS,
  MIGRATION_TIMES,
  type MigrationRefusal,
  type MigrationTime,
} from './plans/migration/plan-migration.js';
export { type NewPlanVersion, planVersionNoun } from './plans/plan-version.description.js';
export {
  MOST_ALERT_PERCENT,
  MOST_ALERTS,
  MOST_THRESHOLDS,
  type MeterId,
  type PlanChargePrice,
  type PlanId,
  type PlanVersionId,
} from './plans/plan-version.js';
export { findPlanVersion, planVersionList, versionsOf } from './plans/plan-version.queries.js';
export { COHORT_COLUMNS, type CohortLine, ReadCohorts } from './revenue/read-cohorts.js';
export { MOST_MONTHS, ReadRevenue } from './revenue/read-revenue.js';
export { REVENUE_COLUMNS, type RevenueLine } from './revenue/revenue-months.js';
export { REVENUE_LEVELS, type RevenueLevel } from './revenue/revenue.sql.js';
export { SUBSCRIPTION_OBJECTS } from './subscriptions.module.js';
export { ActivateSubscription } from './subscriptions/activate-subscription.js';
export { amendmentList, amendmentNoun, amendmentsOf } from './subscriptions/amendment.js';
export { CANCEL_CREDITS, CancelSubscription } from './subscriptions/cancel-subscription.js';
export {
  shownPlans,
  type CustomerPlan,
  type ShownPlan,
} from './subscriptions/changes/customer-plans.js';
export {
  customerSteps,
  NO_CUSTOMER_STEPS,
  type CustomerSteps,
} from './subscriptions/changes/customer-steps.js';
export { ChangeSubscription } from './subscriptions/changes/change-subscription.js';
export { PreviewChange } from './subscriptions/changes/preview-change.js';
export { TIMINGS } from './pricing/quoted-line.js';
export { CHANGE_BILLINGS } from './subscriptions/changes/period-settlement.js';
export { WithdrawChange } from './subscriptions/changes/withdraw-change.js';
export { CreateSubscription } from './subscriptions/create-subscription.js';
export { ExtendTrial } from './subscriptions/extend-trial.js';
export { KeepSubscription } from './subscriptions/keep-subscription.js';
export { RECURRING_FREQUENCIES } from './subscriptions/grid.js';
export { MOST_ITEMS, type WantedItem } from './subscriptions/new-items.js';
export { PRORATIONS, type Proration } from './subscriptions/proration.js';
export { PauseSubscription } from './subscriptions/pause-subscription.js';
export { ReactivateSubscription } from './subscriptions/reactivate-subscription.js';
export { RESUME_BILLINGS, ResumeSubscription } from './subscriptions/resume-subscription.js';
export {
  saidOfSubscription,
  subscriptionItemNoun,
  subscriptionNoun,
} from './subscriptions/subscription.description.js';
export {
  cancelInPast,
  changePending,
  changeUnsettled,
  creditNeedsApproval,
  pauseNotOffered,
  externalKeyTaken,
  frequencyMismatch,
  itemCurrencyMismatch,
  noChangePending,
  noOpenPeriod,
  previewStale,
  subscriptionCancelled,
  subscriptionNotActive,
  subscriptionSucceeded,
  trialAlreadyUsed,
} from './subscriptions/subscription.errors.js';
export { contractsEnding } from './contracts/contract.queries.js';
export {
  findSubscription,
  subscriptionList,
  subscriptionsEnding,
} from './subscriptions/subscription.queries.js';
export { namedSubscriptions, readPlanNames } from './subscriptions/names/named-subscriptions.js';
export { CHANGE_TIMES, type ItemId, type SubscriptionId } from './subscriptions/subscription.js';
export { SuspendSubscription } from './subscriptions/suspend-subscription.js';
export { SweepSubscriptions } from './subscriptions/sweep-subscriptions.js';
export {
  CHARGE_MODELS,
  type ChargeModel,
  type ChargePrice,
  MOST_CHARGES,
  MOST_TIERS,
} from './usage/charge.js';
export type { ItemOverrides } from './plans/agreed-terms.js';
export { MOST_DISCOUNT_PERIODS } from './subscriptions/discounts/item-discount.js';
export { CHARGE_PARTS } from './usage/rate-usage.js';
export { ImportUsage, MOST_REFUSALS, type UsageImportSummary } from './usage/import-usage.js';
export { IngestUsage } from './usage/ingest-usage.js';
export { MOST_EVENTS } from './usage/read-usage-event.js';
export { MOST_OTHER_FAULTS, USAGE_CODES, USAGE_REFUSALS } from './usage/usage-fault.js';
export { type RatedThreshold, ReadUsage } from './usage/read-usage.js';
export {
  meterCodeTaken,
  meterUnknown,
  meterUsed,
  usageEventUnknown,
  usageEventVoided,
  usageTooLate,
} from './usage/usage.errors.js';
export { VoidUsageEvent } from './usage/void-usage-event.js';
export { subscriptionInvariants } from './verify/subscriptions.sql.js';
