import type { LocalDate } from '@quittance/calendar';
import { DomainError, invalidField } from '@quittance/kernel';
import {
  quoteExpired,
  quoteLocked,
  quoteNotApproved,
  quoteNotOpen,
  quoteStatusConflict,
  quoteSuperseded,
} from '../sales.errors.js';

export const QUOTE_STATUSES = [
  'draft',
  'submitted',
  'approved',
  'sent',
  'viewed',
  'accepted',
  'rejected',
  'changes_requested',
  'expired',
  'ordered',
  'cancelled',
] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** When a quote becomes an order: by hand, once it is accepted, or once its deposit is paid. */
export const QUOTE_CONVERSIONS = ['manual', 'on_accept', 'on_deposit_paid'] as const;

/** What people, customers and the clock do to a quote. */
export const QUOTE_OPERATIONS = [
  'change',
  'submit',
  'approve',
  'return',
  'send',
  'view',
  'accept',
  'reject',
  'request_changes',
  'expire',
  'cancel',
  'revise',
  'convert',
] as const;
export type QuoteOperation = (typeof QUOTE_OPERATIONS)[number];

type Moves = Partial<Record<QuoteStatus, QuoteStatus>>;

/** The table of states: what is not in it is refused. A revision leaves the old one as it is. */
const MOVES: Readonly<Record<QuoteOperation, Moves>> = {
  change: { draft: 'draft' },
  submit: { draft: 'submitted' },
  approve: { submitted: 'approved' },
  return: { submitted: 'draft' },
  send: { approved: 'sent', sent: 'sent', viewed: 'viewed' },
  view: { sent: 'viewed' },
  accept: { sent: 'accepted', viewed: 'accepted' },
  reject: { sent: 'rejected', viewed: 'rejected' },
  request_changes: { sent: 'changes_requested', viewed: 'changes_requested' },
  expire: { approved: 'expired', sent: 'expired', viewed: 'expired' },
  cancel: { draft: 'cancelled', submitted: 'cancelled', changes_requested: 'cancelled' },
  revise: {
    approved: 'approved',
    sent: 'sent',
    viewed: 'viewed',
    rejected: 'rejected',
    changes_requested: 'changes_requested',
    expired: 'expired',
  },
  convert: { accepted: 'ordered' },
};

/** Decisions of the customer: of a quote that is open, valid, and the newest. */
const DECISIONS: ReadonlySet<QuoteOperation> = new Set(['accept', 'reject', 'request_changes']);

/** The facts that decide what may happen to a quote. */
export interface QuoteState {
  readonly status: QuoteStatus;
  readonly number: string;
  readonly revision: number;
  readonly supersededById: string | null;
  /** Inclusive: it is open until the end of that day. */
  readonly validUntil: LocalDate;
}

/**
 * The status after an operation.
 * @param today of the company
 * @param byStaff staff take down what a customer says of a quote that was handed over otherwise
 * @throws DomainError quote_locked, quote_not_approved, quote_not_open, quote_superseded,
 *   quote_expired, quote_status_conflict
 */
export function quoteStatusAfter(
  quote: QuoteState,
  operation: QuoteOperation,
  today: LocalDate,
  byStaff = false,
): QuoteStatus {
  const to = stepOf(quote, operation, today, byStaff);
  if (to instanceof DomainError) throw to;
  return to;
}

/** Whether its customer may decide about a quote, by how far it is. */
export function isOpenQuote(quote: QuoteState, today: LocalDate): boolean {
  return !(stepOf(quote, 'accept', today, false) instanceof DomainError);
}

function stepOf(
  quote: QuoteState,
  operation: QuoteOperation,
  today: LocalDate,
  byStaff: boolean,
): QuoteStatus | DomainError {
  const { status, number, revision, supersededById, validUntil } = quote;
  const past = validUntil < today;
  const decides = DECISIONS.has(operation);
  const onPaper = operation === 'accept' && byStaff && status === 'approved';
  const to = onPaper ? 'accepted' : MOVES[operation][status];
  if (decides && status === 'expired') return quoteExpired({ validUntil });
  if (!to || (operation === 'expire' && !past)) return refusal(operation, status);
  const settled = operation === 'expire' || operation === 'send' || decides;
  if (settled && supersededById !== null) return quoteSuperseded({ number, revision });
  if ((decides || operation === 'send') && past) return quoteExpired({ validUntil });
  return to;
}

function refusal(operation: QuoteOperation, status: QuoteStatus) {
  if (operation === 'change') return quoteLocked({ status });
  if (operation === 'send') return quoteNotApproved({ status });
  if (DECISIONS.has(operation)) return quoteNotOpen({ status });
  return quoteStatusConflict({ status, operation: operation.replace('_', ' ') });
}

/** More lines than any quote bears, and as many as one request may carry. */
export const MOST_QUOTE_LINES = 500;

/** @throws DomainError validation_failed */
export function refuseTooManyQuoteLines(count: number): void {
  if (count <= MOST_QUOTE_LINES) return;
  throw invalidField('/lines', 'max', `A quote has at most ${MOST_QUOTE_LINES} lines.`);
}
