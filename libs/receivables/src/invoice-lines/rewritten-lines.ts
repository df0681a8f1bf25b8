import type { Tx, WriteBuffer } from '@quittance/database';
import type { FieldError, Id, InvoiceId } from '@quittance/kernel';
import { sumOf } from '@quittance/money';
import { creditedByHand } from '../credits/credited-by-hand.js';
import { creditedLess } from '../credits/credited-less.js';
import type { Invoice, InvoiceLine } from '../invoices/invoice.repository.js';

/** Where the lines of a draft stood before somebody changed them, and where they stand. */
export interface MovedLines {
  readonly invoiceId: InvoiceId;
  readonly lines: readonly MovedLine[];
}

interface MovedLine {
  readonly wasAt: number;
  /** 0 where it was taken off. */
  readonly isAt: number;
}

/**
 * Drafts of subscriptions of which somebody has moved or taken off a line in a transaction: whoever
 * knows lines by their positions follows them at its end. It writes nothing itself.
 */
export const movedLines: WriteBuffer<MovedLines> = { name: 'receivables.moved-lines' };

/** A line of a draft that names days, and takes off more of them than before. */
export interface TakenOffMore {
  readonly invoiceId: InvoiceId;
  readonly lineId: Id<'invoice-line'>;
  readonly errors: readonly FieldError[];
}

/**
 * Lines by which drafts of subscriptions give something back, and that somebody has let take off
 * more in a transaction: whoever gives it back refuses at its end what is more than that. It writes
 * nothing itself.
 */
export const takenOffMore: WriteBuffer<TakenOffMore> = { name: 'receivables.taken-off-more' };

const NO_MORE =
  'takes off more than the subscription gives back of these days: add a line without days for it';

/** Tells whoever billed by the lines of a draft what became of them. */
export function tellRewritten(
  tx: Tx,
  { id: invoiceId, subscriptionId }: Invoice,
  before: readonly InvoiceLine[],
  after: readonly InvoiceLine[],
): void {
  if (subscriptionId === null) return;
  const kept = new Map(after.map((line) => [line.id, line]));
  const lines = before.map(({ id, position: wasAt }) => {
    return { wasAt, isAt: kept.get(id)?.position ?? 0 };
  });
  const isMoved = lines.some(({ wasAt, isAt }) => wasAt !== isAt);
  if (isMoved) tx.later(movedLines, { invoiceId, lines });
  // As by a note: what a change promises to give back already is there to be given back, and what
  // was held back for what was asked less comes back where it is asked again.
  const isLowered = before.some(({ id, net }) => net > 0n && (kept.get(id)?.net ?? 0n) < net);
  if (isLowered || takenOff(after) > takenOff(before)) tx.later(creditedByHand, invoiceId);
  const isRaised = before.some(({ id, net }) => (kept.get(id)?.net ?? net) > net);
  if (isRaised || takenOff(after) < takenOff(before)) tx.later(creditedLess, invoiceId);
}

/** Tells whoever gives back by lines of what somebody lets a line take off more of its days. */
export function tellTakenOff(
  tx: Tx,
  { id: invoiceId, subscriptionId }: Invoice,
  before: readonly InvoiceLine[],
  line: InvoiceLine | undefined,
): void {
  if (subscriptionId === null || !line || line.net >= 0n || line.periodStart === null) return;
  const was = before.find(({ id }) => id === line.id);
  if (was && was.net <= line.net && !isOfOthers(was, line)) return;
  tx.later(takenOffMore, { invoiceId, lineId: line.id, errors: changedOf(was, line) });
}

/** Whether a line is of other days, or taxed otherwise. */
function isOfOthers(before: InvoiceLine, after: InvoiceLine): boolean {
  return OTHERS.some((key) => before[key] !== after[key]);
}

const OTHERS = ['periodStart', 'periodEnd', 'productId', 'taxCode', 'taxRate'] as const;

/** By what of it a line comes to something else; a new one by the days that it names. */
function changedOf(before: InvoiceLine | undefined, after: InvoiceLine): FieldError[] {
  const isChanged = (key: keyof InvoiceLine) => before !== undefined && before[key] !== after[key];
  const pointers = [
    ...(isChanged('quantity') ? ['/quantity'] : []),
    ...(isChanged('unitPrice') ? ['/unitPrice'] : []),
    ...(isChanged('discountPercent') || isChanged('discountGiven') ? ['/discount'] : []),
  ];
  const by = pointers.length > 0 ? pointers : ['/periodStart'];
  return by.map((pointer) => ({ pointer, code: 'subscription', message: NO_MORE }));
}

/** What is taken off by lines of no days, as whatever bills puts none in. */
function takenOff(lines: readonly InvoiceLine[]): bigint {
  const off = lines.filter(({ net, periodStart }) => net < 0n && periodStart === null);
  return -sumOf(off.map(({ net }) => net));
}
