export { ApproveQuote } from './quotes/approval/approve-quote.js';
export {
  APPROVAL_MODES,
  type ApprovalFinding,
  type ApprovalMode,
} from './quotes/approval/approval-rules.js';
export { ReturnQuote } from './quotes/approval/return-quote.js';
export { MOST_RULES, QuoteApproval } from './quotes/approval/save-quote-approval.js';
export { SubmitQuote } from './quotes/approval/submit-quote.js';
export { CancelQuote } from './quotes/cancel-quote.js';
export { CloneQuote } from './quotes/clone-quote.js';
export { CreateQuote } from './quotes/create-quote.js';
export { acceptanceNoun } from './quotes/decisions/acceptance.js';
export { AcceptQuote } from './quotes/decisions/accept-quote.js';
export { DecideByLink } from './quotes/decisions/decide-by-link.js';
export { RejectQuote } from './quotes/decisions/reject-quote.js';
export { ExpireQuotes } from './quotes/expire-quotes.js';
export { AddQuoteLine } from './quotes/lines/add-quote-line.js';
export { type QuoteLineId, quoteLineMembers } from './quotes/lines/quote-line.description.js';
export type { QuoteLineInput } from './quotes/lines/quote-line.js';
export { RemoveQuoteLine } from './quotes/lines/remove-quote-line.js';
export { type RepricedLine, RepriceQuote } from './quotes/lines/reprice-quote.js';
export { type QuoteLinePatch, UpdateQuoteLine } from './quotes/lines/update-quote-line.js';
export { MOST_QUOTE_LINES, type QuoteStatus } from './quotes/quote.js';
export { type QuoteId, quoteNoun } from './quotes/quote.description.js';
export { quoteList } from './quotes/quote.lists.js';
export { QuoteQueries } from './quotes/quote.queries.js';
export { FindReceipt } from './quotes/receipts/find-receipt.js';
export { QuoteFields } from './quotes/records/quote-fields.js';
export { quoteObject } from './quotes/records/quote-object.js';
export { ReviseQuote } from './quotes/revise-quote.js';
export { OpenQuoteLink } from './quotes/sharing/open-quote-link.js';
export type { PublicQuote } from './quotes/sharing/public-quote.js';
export { RenewQuoteLink } from './quotes/sharing/renew-quote-link.js';
export { SendQuote } from './quotes/sharing/send-quote.js';
export { UpdateQuote } from './quotes/update-quote.js';
export {
  accountInactive,
  contentChanged,
  discountExceedsLine,
  linkRevoked,
  ownApproval,
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
  revisionOpen,
  selectionInvalid,
  validityPassed,
} from './sales.errors.js';
export { SalesModule } from './sales.module.js';
export { salesMigrations } from './sales.schema.js';
export { salesInvariants } from './verify/sales-invariants.js';
