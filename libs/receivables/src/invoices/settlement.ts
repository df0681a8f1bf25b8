import type { Actor, Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { minOf } from '@quittance/money';
import { disputeAfterMoney, isOpen, type Dispute } from '../disputes/dispute.js';
import { settledStatus, type InvoiceState, type InvoiceStatus } from './invoice.js';

/** Money applied to an invoice (positive) or taken back from it (negative), in minor units. */
export interface SettlingAmounts {
  readonly paid?: bigint;
  readonly credited?: bigint;
}

/** The columns of an invoice that money changes. */
export interface Settlement {
  readonly status: InvoiceStatus;
  readonly paidAmount: bigint;
  readonly creditedAmount: bigint;
  readonly writtenOffAmount: bigint;
  readonly balance: bigint;
  readonly dispute: Dispute | null;
  /** The day on which the money moved. */
  readonly settledOn: LocalDate;
}

/** When and by whom money moves. */
export interface Moment {
  readonly today: LocalDate;
  readonly now: Instant;
  readonly actor: Actor;
}

/**
 * Moves money on an invoice and settles it. Money that reaches the disputed part ends a dispute;
 * money for the rest, and money that is taken back, leaves it open. Money for what was written off
 * takes it back: as much as came was collected after all.
 * @throws RangeError when more is applied to the invoice than is open, or more taken back than
 *   was applied: callers have refused that before.
 */
export function settle(
  invoice: InvoiceState,
  movement: SettlingAmounts,
  moment: Moment,
): Settlement {
  const paidAmount = invoice.paidAmount + (movement.paid ?? 0n);
  const creditedAmount = invoice.creditedAmount + (movement.credited ?? 0n);
  const unsettled = invoice.total - paidAmount - creditedAmount;
  if (paidAmount < 0n || creditedAmount < 0n || unsettled < 0n) {
    throw new RangeError('An invoice is never settled below zero or above its total');
  }
  const writtenOffAmount = minOf(invoice.writtenOffAmount, unsettled);
  const balance = unsettled - writtenOffAmount;
  const arrives = balance < invoice.balance;
  const dispute = arrives
    ? disputeAfterMoney(invoice.dispute, balance, moment.actor, moment.now)
    : invoice.dispute;
  const money = { paidAmount, creditedAmount, writtenOffAmount, balance };
  const settled = settledStatus({ ...invoice, ...money }, moment.today);
  const status = staysDisputed(invoice, arrives, settled) ? 'disputed' : settled;
  return { status, ...money, dispute, settledOn: moment.today };
}

/** Money taken back never ends a dispute; an invoice nothing is paid of shows that it has one. */
function staysDisputed(
  { status, dispute }: InvoiceState,
  arrives: boolean,
  settled: InvoiceStatus,
): boolean {
  if (arrives) return false;
  return status === 'disputed' || (isOpen(dispute) && settled !== 'partially_paid');
}

/** What money may still be applied to: what is open, and what was written off of it. */
export function collectable({
  balance,
  writtenOffAmount,
}: Pick<InvoiceState, 'balance' | 'writtenOffAmount'>): bigint {
  return balance + writtenOffAmount;
}

/** What of an amount an invoice with so much to collect can take, and what is left over. */
export function splitCapture(amount: bigint, most: bigint): { applied: bigint; excess: bigint } {
  const applied = minOf(amount, most);
  return { applied, excess: amount - applied };
}
