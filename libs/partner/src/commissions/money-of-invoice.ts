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

/**
 * What of each line of an invoice is left behind price credits, in the order of the lines. A credit
 * of none of its lines is taken off all of them, each by its part; none goes below nothing.
 */
export function leftOfLines(
  lines: readonly (NetOf & { readonly id: string })[],
  credits: readonly CreditedNet[],
): bigint[] {
  const known = new Set(lines.map(({ id }) => id));
  const left = lines.map(({ id, net }) => {
    const own = credits.filter(({ lineId }) => lineId === id);
    return atLeastNothing(net - sumOf(own.map((credit) => credit.net)));
  });
  const others = credits.filter(({ lineId }) => lineId === null || !known.has(lineId));
  const spread = minOf(sumOf(others.map(({ net }) => net)), sumOf(left));
  if (spread <= 0n) return left;
  const parts = allocate(spread, left);
  return left.map((net, i) => net - (parts[i] ?? 0n));
}

function atLeastNothing(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
