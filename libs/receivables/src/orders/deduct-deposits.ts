import type { Tx } from '@quittance/database';
import { divideRounded, minOf } from '@quittance/money';
import type { Order } from '@quittance/sales';
import type { CreditNote } from '../credit-notes/credit-note.repository.js';
import { moveCredits, type CreditMove } from '../credits/move-application.js';
import { storeDepositNotes, type DeductionTools } from '../deposits/deposit-note.js';
import { freeOf, type LockedDeposit } from '../deposits/deposit.repository.js';
import { changeInvoice } from '../invoices/change-invoice.js';
import { isClosed, isEditable } from '../invoices/invoice.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import { collectable } from '../invoices/settlement.js';

/** How much of a deposit an invoice takes: as much as fits, or its part of the order. */
export const DEDUCTIONS = ['first', 'proportional'] as const;
export type Deduction = (typeof DEDUCTIONS)[number];

/** What deposits are deducted from. */
export interface DeductedFrom {
  readonly order: Pick<Order, 'number' | 'value'>;
  /** The new invoice, of which nothing is settled yet; null leaves what was paid on account. */
  readonly invoice: Invoice | null;
  readonly deduction: Deduction;
  /** Whether nothing is left to invoice: what is left of deposits then stays on account. */
  readonly last: boolean;
}

/**
 * Deducts locked deposits by notes of exactly their net and tax: first from what is unpaid of the
 * deposit, the rest from the invoice. A deposit nobody was sent and nothing is paid of is cancelled
 * instead. Answers whether anything was applied to the invoice.
 */
export async function deductDeposits(
  tx: Tx,
  deposits: readonly LockedDeposit[],
  from: DeductedFrom,
  tools: DeductionTools,
): Promise<boolean> {
  for (const { invoice, lines, noted } of deposits) {
    if (!isUntouched(invoice, noted)) continue;
    const change = { status: 'cancelled', balance: 0n, closedAt: tx.ctx.now } as const;
    const kind = 'invoice.cancelled';
    changeInvoice(tx, { invoice, lines, today: tools.today }, change, {
      event: kind,
      action: kind,
    });
  }
  const parts = partsOf(deposits, from);
  if (parts.length === 0) return false;
  const fresh = parts.flatMap(({ deposit, amount }): DepositPart[] => {
    const left = amount - freeOf(deposit);
    return left > 0n ? [{ deposit, amount: left }] : [];
  });
  const made = await storeNotes(tx, fresh, from, tools);
  const moves = movesOf(parts, made, from.invoice);
  await moveCredits(tx, moves, tools.today);
  return moves.some(({ invoice }) => invoice === from.invoice);
}

/**
 * Where the credit of deposits goes: what is free again first, then the new note, of each first to
 * what is unpaid of the deposit itself, though it was written off: nobody is forgiven that twice.
 * Pure.
 */
function movesOf(
  parts: readonly DepositPart[],
  made: ReadonlyMap<LockedDeposit, CreditNote>,
  invoice: Invoice | null,
): CreditMove[] {
  let room = invoice?.total ?? 0n;
  const forInvoiceId = invoice?.id ?? null;
  return parts.flatMap(({ deposit, amount }) => {
    const note = made.get(deposit);
    let [left, unpaid] = [amount, collectable(deposit.invoice)];
    return [...deposit.freed, ...(note ? [note] : [])].flatMap((each): CreditMove[] => {
      const taken = minOf(left, each.remaining);
      const own = minOf(unpaid, taken);
      const rest = minOf(taken - own, room);
      [left, unpaid, room] = [left - taken, unpaid - own, room - rest];
      const moves: CreditMove[] = [];
      if (own > 0n) moves.push({ note: each, invoice: deposit.invoice, amount: own, forInvoiceId });
      if (invoice && rest > 0n) moves.push({ note: each, invoice, amount: rest });
      return moves;
    });
  });
}

/** A note for each of these parts, which says of which order and where it went. */
function storeNotes(
  tx: Tx,
  parts: readonly DepositPart[],
  { order, invoice }: DeductedFrom,
  tools: DeductionTools,
): Promise<ReadonlyMap<LockedDeposit, CreditNote>> {
  const where = invoice ? `deducted from invoice ${invoice.number}` : 'left on account';
  const why = `on order ${order.number} ${where}`;
  return storeDepositNotes(
    tx,
    parts.map((part) => ({ ...part, why })),
    tools,
  );
}

/** A part of a deposit that is deducted, in minor units of its gross. */
export interface DepositPart {
  readonly deposit: LockedDeposit;
  readonly amount: bigint;
}

/** Nobody was sent it, nothing is paid of it, and no note has deducted it before. */
const isUntouched = ({ status }: Invoice, noted: bigint): boolean =>
  isEditable(status) && noted === 0n;

/**
 * How much of which deposit is deducted: in their order, no more than the invoice comes to; where
 * nothing is left to invoice all of it, and what the invoice does not take stays on account. Pure.
 */
export function partsOf(
  deposits: readonly LockedDeposit[],
  { order, invoice, deduction, last }: DeductedFrom,
): DepositPart[] {
  let room = invoice?.total;
  return deposits.flatMap((deposit): DepositPart[] => {
    const { status, total, accountId, currency } = deposit.invoice;
    if (isEditable(status) || isClosed(status)) return [];
    // Money is applied within one account and one currency, whatever has become of the order.
    if (invoice && (invoice.accountId !== accountId || invoice.currency !== currency)) return [];
    const left = total - deposit.noted + freeOf(deposit);
    const share =
      invoice && deduction === 'proportional' && order.value > 0n
        ? divideRounded(total * invoice.total, order.value)
        : left;
    const amount = last ? left : minOf(minOf(left, share), room ?? left);
    if (amount <= 0n) return [];
    if (room !== undefined) room -= amount;
    return [{ deposit, amount }];
  });
}
