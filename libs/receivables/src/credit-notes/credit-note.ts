import { formatMinor, type Currency } from '@quittance/money';
import {
  creditExceedsBalance,
  creditExceedsRemaining,
  creditNotApplied,
  creditNoteHoldsPayment,
  creditNoteNotApplicable,
  creditNoteNotEditable,
  creditNoteNotVoidable,
  creditNoteStatusConflict,
} from '../receivables.errors.js';

export const CREDIT_NOTE_STATUSES = [
  'draft',
  'issued',
  'partially_applied',
  'applied',
  'void',
] as const;
export type CreditNoteStatus = (typeof CREDIT_NOTE_STATUSES)[number];

export const CREDIT_NOTE_KINDS = ['credit', 'on_account'] as const;
/** `credit` is written by a person, `on_account` holds the excess of one payment. */
export type CreditNoteKind = (typeof CREDIT_NOTE_KINDS)[number];

/** What people do to a credit note. Refunds of its payment move money by `moveCredit` alone. */
export const CREDIT_NOTE_OPERATIONS = ['edit', 'issue', 'apply', 'unapply', 'void'] as const;
export type CreditNoteOperation = (typeof CREDIT_NOTE_OPERATIONS)[number];

/** `money`: where its amounts put it, by `moveCredit`. */
type Moves = Partial<Record<CreditNoteStatus, CreditNoteStatus | 'money'>>;

/** The table of states: what is not in it is refused. */
const MOVES: Record<CreditNoteOperation, Moves> = {
  edit: { draft: 'draft' },
  issue: { draft: 'issued' },
  // One that is used up is refused for its amount, which says more.
  apply: { issued: 'money', partially_applied: 'money', applied: 'money' },
  unapply: { partially_applied: 'money', applied: 'money' },
  void: { draft: 'void', issued: 'void' },
};

/**
 * The status after an operation; `money` where the amount decides.
 * @throws DomainError credit_note_not_editable, credit_note_status_conflict,
 *   credit_note_not_applicable, credit_not_applied, credit_note_not_voidable,
 *   credit_note_holds_payment
 */
export function creditStatusAfter(
  note: Pick<CreditNoteState, 'status' | 'currency'> & { readonly kind: CreditNoteKind },
  operation: CreditNoteOperation,
): CreditNoteStatus | 'money' {
  const { status, currency } = note;
  const to = MOVES[operation][status];
  if (to && operation === 'void' && note.kind === 'on_account') throw creditNoteHoldsPayment();
  if (to) return to;
  switch (operation) {
    case 'edit':
      throw creditNoteNotEditable({ status });
    case 'apply':
      throw creditNoteNotApplicable({ status });
    case 'unapply':
      throw creditNotApplied({ applied: formatMinor(0n, currency), currency });
    case 'void':
      throw creditNoteNotVoidable({ status });
    default:
      throw creditNoteStatusConflict({ status, operation });
  }
}

/** The money of a credit note in minor units: total = applied + refunded + remaining. */
export interface CreditNoteState {
  readonly status: CreditNoteStatus;
  readonly currency: Currency;
  readonly total: bigint;
  readonly appliedAmount: bigint;
  readonly refundedAmount: bigint;
  readonly remaining: bigint;
}

/** The columns of a credit note that money changes. */
export type CreditNoteMoney = Omit<CreditNoteState, 'currency' | 'total'>;

/**
 * Moves money on a credit note: applied to an invoice or taken back, or returned to the customer
 * with the payment it came from. A note whose whole amount was returned is void.
 */
export function moveCredit(
  note: CreditNoteState,
  movement: { readonly applied?: bigint; readonly refunded?: bigint },
): CreditNoteMoney {
  const appliedAmount = note.appliedAmount + (movement.applied ?? 0n);
  const refundedAmount = note.refundedAmount + (movement.refunded ?? 0n);
  const remaining = note.total - appliedAmount - refundedAmount;
  if (appliedAmount < 0n || refundedAmount < 0n || remaining < 0n) {
    throw new RangeError('A credit note is never used below zero or above its total');
  }
  const status = statusOf(note.total, appliedAmount, refundedAmount, remaining);
  return { status, appliedAmount, refundedAmount, remaining };
}

function statusOf(
  total: bigint,
  applied: bigint,
  refunded: bigint,
  remaining: bigint,
): CreditNoteStatus {
  if (refunded === total) return 'void';
  if (remaining === 0n) return 'applied';
  return applied > 0n ? 'partially_applied' : 'issued';
}

/**
 * Refuses an application that the note or the invoice cannot take.
 * @throws DomainError credit_note_not_applicable, credit_exceeds_remaining, credit_exceeds_balance
 */
export function checkApplication(note: CreditNoteState, amount: bigint, balance: bigint): void {
  const { status, currency, remaining } = note;
  if (status === 'draft' || status === 'void') throw creditNoteNotApplicable({ status });
  const given = formatMinor(amount, currency);
  if (amount > remaining) {
    throw creditExceedsRemaining({
      amount: given,
      remaining: formatMinor(remaining, currency),
      currency,
    });
  }
  if (amount > balance) {
    throw creditExceedsBalance({
      amount: given,
      balance: formatMinor(balance, currency),
      currency,
    });
  }
}

/**
 * Refuses to take back more than stands on the invoice.
 * @throws DomainError credit_not_applied
 */
export function checkUnapplication(note: CreditNoteState, amount: bigint, standing: bigint): void {
  if (amount <= standing && standing > 0n) return;
  const { currency } = note;
  throw creditNotApplied({ applied: formatMinor(standing, currency), currency });
}
