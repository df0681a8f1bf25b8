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
  /** In the books by people, the earliest first; the provider has told of none by its name. */
  readonly entered: readonly { readonly amount: bigint }[];
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

export function isKnownRefund(
  { recorded, covered }: Pick<KnownRefunds, 'recorded' | 'covered'>,
  id: string,
): boolean {
  return [...recorded, ...covered].some(({ providerRefundId }) => providerRefundId === id);
}

/**
 * The refund that people have recorded which a refund not told of before is: the earliest of its
 * amount. Undefined where it is none.
 */
export function enteredAs<Entered extends { readonly amount: bigint }>(
  { entered }: { readonly entered: readonly Entered[] },
  amount: bigint,
): Entered | undefined {
  return entered.find((each) => each.amount === amount);
}

/**
 * What to do about a refund not told of before: how much of it totals have recorded already, and
 * how much is left to record. Whatever comes first, the books hold the greater of the largest total
 * and the sum of the single refunds, which in the end are the same.
 */
export function splitReportedRefund(
  { recorded, covered }: Pick<KnownRefunds, 'recorded' | 'covered'>,
  amount: bigint,
): { readonly cover: bigint; readonly record: bigint } {
  const unclaimed = amountOf(recorded.filter(isTotal)) - amountOf(covered);
  const cover = unclaimed < amount ? unclaimed : amount;
  return { cover, record: amount - cover };
}

/**
 * How much of a total is not in the books yet, where one of `toldBefore` is. What people have
 * recorded is taken to be in it, as far as it fits: a total names no refunds. Which of them it was
 * shows when they are told of.
 */
export function missingOfTotal(
  { recorded, entered }: Pick<KnownRefunds, 'recorded' | 'entered'>,
  total: bigint,
  toldBefore: bigint,
): bigint {
  const missing = total - amountOf(recorded);
  if (missing <= 0n || total <= toldBefore) return 0n;
  const amounts = entered.map(({ amount }) => amount);
  return missing - mostWithin(missing, amounts);
}

/** Of more than these refunds that wait to be told of the earliest count: sums double with each. */
const MOST_SUMMED = 12;

/** The largest sum of some of the amounts that is not above a limit. */
function mostWithin(limit: bigint, amounts: readonly bigint[]): bigint {
  let sums = new Set([0n]);
  for (const amount of amounts.slice(0, MOST_SUMMED)) {
    const more = [...sums].map((sum) => sum + amount);
    sums = new Set([...sums, ...more.filter((sum) => sum <= limit)]);
  }
  return [...sums].reduce((most, sum) => (sum > most ? sum : most));
}
