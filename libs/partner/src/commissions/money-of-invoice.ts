import { allocate, minOf, sumOf } from '@quittance/money';

/** What an invoice comes to, and what it was paid with, in minor units of its currency. */
export interface PaidFigures {
  /** With tax, less what price credits take off it. */
  readonly total: bigint;
  /** Credit that was given without an invoice, and is no money: what it settles nobody pays. */
  readonly goodwill: bigint;
  /** Money, net of what was given back. */
  readonly paid: bigint;
}

/**
 * Which part of what an invoice comes to is paid: what is paid beyond it is not its money, and an
 * invoice that comes to nothing has none.
 */
export function paidPart({ total, goodwill, paid }: PaidFigures): Part {
  if (total <= 0n) return { of: 1n, paid: 0n };
  const most = total > goodwill ? total - goodwill : 0n;
  return { of: total, paid: paid > 0n ? minOf(paid, most) : 0n };
}

/** `paid` of `of`. */
export interface Part {
  readonly paid: bigint;
  readonly of: bigint;
}

/** An amount net of tax, with what tells which line of a plan is for it. */
export interface NetOf {
  readonly net: bigint;
}

/** A line of a credit note: of a line of the invoice, or of none of them. */
export interface CreditedNet extends NetOf {
  readonly lineId: string | null;
}

/** A line of an invoice, of a product or of none. */
export interface InvoicedNet extends NetOf {
  readonly id: string;
  readonly productId: string | null;
}

/**
 * What of each line of an invoice is left behind price credits, in the order of the lines. A credit
 * of none of its lines is taken off all of them, each by its part, and so is a line below nothing
 * that is of no product, as an allowance on the whole document is; none goes below nothing by that.
 * What a line takes back of a product stays below nothing: it is less of what that is sold for.
 */
export function leftOfLines(
  lines: readonly InvoicedNet[],
  credits: readonly CreditedNet[],
): bigint[] {
  const known = new Set(lines.map(({ id }) => id));
  const behindOwn = lines.map(({ id, net }) => {
    const own = sumOf(credits.flatMap((credit) => (credit.lineId === id ? credit.net : [])));
    return net < 0n ? net - own : atLeastNothing(net - own);
  });
  const isOff = (i: number) => lines[i]?.productId === null && (behindOwn[i] ?? 0n) < 0n;
  const left = behindOwn.map((net, i) => (isOff(i) ? 0n : net));
  const off = sumOf(behindOwn.flatMap((net, i) => (isOff(i) ? -net : [])));
  const others = credits.filter(({ lineId }) => lineId === null || !known.has(lineId));
  return withoutOff(left, off + sumOf(others.map(({ net }) => net)));
}

/** Amounts less what is off all of them: each that is above nothing by its part, at most to that. */
export function withoutOff(amounts: readonly bigint[], off: bigint): bigint[] {
  const above = amounts.map(atLeastNothing);
  const spread = minOf(off, sumOf(above));
  if (spread <= 0n) return [...amounts];
  const parts = allocate(spread, above);
  return amounts.map((net, i) => net - (parts[i] ?? 0n));
}

export function atLeastNothing(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
