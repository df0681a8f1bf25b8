import { decimal, formatMinor, type Currency } from '@quittance/money';
import { invalidField, type Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import {
  invoiceHasNoLines,
  quantityZero,
  invoiceHasPayments,
  invoiceNotVoidable,
  invoiceStatusConflict,
} from '../receivables.errors.js';
import { isOpen, type Dispute } from '../disputes/dispute.js';

export const INVOICE_STATUSES = [
  'draft',
  'pending',
  'sent',
  'viewed',
  'partially_paid',
  'overdue',
  'disputed',
  'paid',
  'written_off',
  'void',
  'cancelled',
] as const;

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** What an invoice is before anybody outside has it. */
export type UnsentStatus = 'draft' | 'pending';

/** The facts that decide what may happen to an invoice. Amounts are minor units. */
export interface InvoiceState {
  readonly status: InvoiceStatus;
  /** Where the invoice falls back to when it was never sent and nothing is paid. */
  readonly unsentStatus: UnsentStatus;
  readonly currency: Currency;
  readonly dueDate: LocalDate;
  readonly total: bigint;
  readonly paidAmount: bigint;
  readonly creditedAmount: bigint;
  /** Of what nobody paid or credited, what is expected of nobody any more. */
  readonly writtenOffAmount: bigint;
  readonly balance: bigint;
  readonly sentAt: Instant | null;
  readonly viewedAt: Instant | null;
  readonly dispute: Dispute | null;
}

/** What people and the clock do to an invoice; money moves by `settle` in `settlement.ts`. */
export const INVOICE_OPERATIONS = [
  'submit',
  'return',
  'send',
  'cancel',
  'view',
  'fall_due',
  'dispute',
  'resolve',
  'write_off',
  'undo_write_off',
  'void',
] as const;

export type InvoiceOperation = (typeof INVOICE_OPERATIONS)[number];

type Moves = Partial<Record<InvoiceStatus, InvoiceStatus | 'settle'>>;

/** The table of states: what is not in it is refused. */
const MOVES: Record<InvoiceOperation, Moves> = {
  submit: { draft: 'pending' },
  return: { pending: 'draft' },
  // Money may have come before: a deposit that is deducted, say. It is sent once.
  send: { draft: 'sent', pending: 'sent', partially_paid: 'settle', paid: 'settle' },
  cancel: { draft: 'cancelled', pending: 'cancelled' },
  view: { sent: 'viewed' },
  fall_due: { sent: 'overdue', viewed: 'overdue' },
  dispute: {
    sent: 'disputed',
    viewed: 'disputed',
    overdue: 'disputed',
    partially_paid: 'disputed',
  },
  // Partially paid: while a dispute about the rest of it goes on.
  resolve: { disputed: 'settle', partially_paid: 'settle' },
  // What is disputed is settled with the customer first; what was never sent is voided.
  write_off: {
    sent: 'written_off',
    viewed: 'written_off',
    overdue: 'written_off',
    partially_paid: 'written_off',
  },
  // Money that was given back opens a part of one that was written off.
  undo_write_off: {
    written_off: 'settle',
    sent: 'settle',
    viewed: 'settle',
    overdue: 'settle',
    partially_paid: 'settle',
    disputed: 'disputed',
  },
  void: {
    draft: 'void',
    pending: 'void',
    sent: 'void',
    viewed: 'void',
    overdue: 'void',
    disputed: 'void',
  },
};

/**
 * The status after an operation.
 * @throws DomainError invoice_has_payments, invoice_not_voidable, invoice_status_conflict
 */
export function statusAfter(
  invoice: InvoiceState,
  operation: InvoiceOperation,
  today: LocalDate,
): InvoiceStatus {
  const to = MOVES[operation][invoice.status];
  if (operation === 'void' || operation === 'cancel') refuseWhenSettled(invoice);
  const isVoidable = to && invoice.writtenOffAmount === 0n;
  if (operation === 'void' && !isVoidable) throw invoiceNotVoidable({ status: invoice.status });
  const early = operation === 'fall_due' && !isOverdue(invoice, today);
  const sentAgain = operation === 'send' && invoice.sentAt !== null;
  const nothingToResolve =
    operation === 'resolve' && invoice.status !== 'disputed' && !isOpen(invoice.dispute);
  if (!to || early || sentAgain || nothingToResolve || isWrong(invoice, operation)) {
    throw invoiceStatusConflict({ status: invoice.status, operation });
  }
  if (to !== 'settle') return to;
  return settledStatus(operation === 'undo_write_off' ? expectedAgain(invoice) : invoice, today);
}

/** An invoice of which nothing is written off any more. */
function expectedAgain<T extends InvoiceState>(invoice: T): T {
  const balance = invoice.balance + invoice.writtenOffAmount;
  return { ...invoice, balance, writtenOffAmount: 0n };
}

/**
 * Only what was sent and nobody objects to is written off, and undone what was. One over nothing
 * stays as it was sent, with nothing to write off.
 */
function isWrong(invoice: InvoiceState, operation: InvoiceOperation): boolean {
  if (operation === 'undo_write_off') return invoice.writtenOffAmount === 0n;
  if (operation !== 'write_off') return false;
  return invoice.sentAt === null || invoice.balance === 0n || isOpen(invoice.dispute);
}

function refuseWhenSettled({ paidAmount, creditedAmount, currency }: InvoiceState): void {
  const settled = paidAmount + creditedAmount;
  if (settled > 0n) throw invoiceHasPayments({ settled: formatMinor(settled, currency), currency });
}

/**
 * Where an invoice stands by its money, its due date and who has seen it: paid, or written off with
 * what was not, partially paid, overdue once it was sent, else the last thing that happened to it.
 */
export function settledStatus(
  invoice: Omit<InvoiceState, 'status' | 'currency' | 'total' | 'dispute'>,
  today: LocalDate,
): InvoiceStatus {
  if (invoice.balance === 0n) return invoice.writtenOffAmount > 0n ? 'written_off' : 'paid';
  if (invoice.paidAmount + invoice.creditedAmount > 0n) return 'partially_paid';
  if (invoice.sentAt !== null && invoice.dueDate < today) return 'overdue';
  if (invoice.viewedAt !== null) return 'viewed';
  if (invoice.sentAt !== null) return 'sent';
  return invoice.unsentStatus;
}

/** Money is open and its due day is over. The due day itself is not overdue. */
export function isOverdue(
  invoice: Pick<InvoiceState, 'balance' | 'dueDate'>,
  today: LocalDate,
): boolean {
  return invoice.balance > 0n && invoice.dueDate < today;
}

/** Lines, dates, account and currency change only while nobody outside has the invoice. */
export function isEditable(status: InvoiceStatus): boolean {
  return status === 'draft' || status === 'pending';
}

/** Void and cancelled invoices never change again. */
export function isClosed(status: InvoiceStatus): boolean {
  return status === 'void' || status === 'cancelled';
}

/**
 * What leaves the house says how much of what: it has lines, and none of nothing.
 * @throws DomainError invoice_has_no_lines, quantity_zero
 */
export function refuseEmpty(
  lines: readonly { readonly position: number; readonly quantity: string }[],
): void {
  if (lines.length === 0) throw invoiceHasNoLines();
  const none = lines.filter(({ quantity }) => decimal(quantity).units === 0n);
  if (none.length === 0) return;
  const errors = none.map(({ position }) => {
    return { pointer: `/lines/${position - 1}/quantity`, code: 'zero', message: 'must not be 0' };
  });
  throw quantityZero({ lines: none.map(({ position }) => position).join(', ') }, { errors });
}

/** More lines than any document bears, and as many as one request may carry. */
export const MOST_LINES = 1000;

/** @throws DomainError validation_failed */
export function refuseTooManyLines(count: number): void {
  if (count <= MOST_LINES) return;
  throw invalidField('/lines', 'max', `An invoice has at most ${MOST_LINES} lines.`);
}
