import { minOf } from '@quittance/money';

/** An open order of which something may recur. Amounts are minor units, with tax. */
export interface RecurringOrder {
  /** What of its worth is not invoiced with the order itself. */
  readonly left: bigint;
  /** What its recurring lines come to. */
  readonly recurring: bigint;
}

/**
 * What of an order is counted with its subscriptions' invoices too: as much as they have billed,
 * but no more than recurs of it, since they bill usage and later periods too. Pure.
 */
export function billedTwice({ left, recurring }: RecurringOrder, billed: bigint): bigint {
  const twice = minOf(minOf(billed, recurring), left);
  return twice > 0n ? twice : 0n;
}
