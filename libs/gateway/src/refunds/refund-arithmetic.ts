import { sumOf } from '@quittance/money';

/** A refund of a payment that is in the books, or that a total had put there before. */
export interface ReportedRefund {
  readonly providerRefundId: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** What is known of the refunds that the provider made of one payment. */
export interface KnownRefunds {
  /** In the books: by single refunds, and by totals that did not name them. */
  readonly recorded: readonly ReportedRefund[];
  /** Told of one by one after a total had already recorded them, wholly or in part. */
  readonly covered: readonly ReportedRefund[];
}

/** Stands in no provider's id of a refund. */
export const TOTAL_MARK = '@';

/** Under which name the books keep what a total told of and no single refund had before. */
export function totalRefundId(totalId: string, total: bigint): string {
  return `${totalId}${TOTAL_MARK}${total}`;
}

export const isTotal = ({ providerRefundId }: ReportedRefund) =>
  providerRefundId.includes(TOTAL_MARK);
const amountOf = (refunds: readonly ReportedRefund[]) => sumOf(refunds.map(({ amount }) => amount));

export function isKnownRefund({ recorded, covered }: KnownRefunds, id: string): boolean {
  return [...recorded, ...covered].some(({ providerRefundId }) => providerRefundId === id);
}

/**
 * What to do about a refund not told of before: how much of it totals have recorded already, and
 * how much is left to record. Whatever comes first, the books hold the greater of the largest total
 * and the sum of the single refunds, which in the end are the same.
 */
export function splitReportedRefund(
  { recorded, covered }: KnownRefunds,
  amount: bigint,
): { readonly cover: bigint; readonly record: bigint } {
  const unclaimed = amountOf(recorded.filter(isTotal)) - amountOf(covered);
  const cover = unclaimed < amount ? unclaimed : amount;
  return { cover, record: amount - cover };
}

/** How much of a total is not in the books yet. */
export function missingOfTotal({ recorded }: KnownRefunds, total: bigint): bigint {
  const missing = total - amountOf(recorded);
  return missing > 0n ? missing : 0n;
}
