import type { LocalDate } from '@quittance/calendar';
import type { InvoiceId, ScheduleId } from '@quittance/kernel';
import { minOf, sumOf, type Currency } from '@quittance/money';
import type { BilledItem } from '@quittance/sales';
import type { BillableLine } from '../subscriptions/billed-line.js';
import { amountLine } from '../subscriptions/usage-lines.js';

/** Usage that was invoiced ahead of the end of its period. Amounts are minor units. */
export interface InterimUsage {
  readonly scheduleId: ScheduleId;
  readonly startOn: LocalDate;
  readonly untilOn: LocalDate;
  readonly planVersionId: BilledItem['planVersionId'];
  readonly itemId: BilledItem['itemId'];
  /** The highest that was reached. */
  readonly threshold: bigint;
  /** What usage had come to by then. */
  readonly usage: bigint;
  /** What of it the invoice asks. */
  readonly amount: bigint;
  /** Null of one that is only foreseen. */
  readonly invoiceId: InvoiceId | null;
  readonly number: string | null;
  /** Neither void nor cancelled: else it asks for nothing. */
  readonly standing: boolean;
}

/** Days within a period on which usage is charged by one version. */
interface Span {
  readonly item: Pick<BilledItem, 'planVersionId'>;
  readonly start: LocalDate;
  readonly until: LocalDate;
}

export function interimsWithin(
  interims: readonly InterimUsage[],
  { start, until }: Pick<Span, 'start' | 'until'>,
): readonly InterimUsage[] {
  return interims.filter(({ startOn }) => startOn >= start && startOn < until);
}

/** What is to be invoiced ahead by now; null where no threshold is reached that was not before. */
export function reachedInterim(
  span: Span,
  usage: bigint,
  {
    thresholds,
    interims,
  }: {
    /** Lowest first. */
    readonly thresholds: readonly bigint[];
    readonly interims: readonly InterimUsage[];
  },
): { readonly threshold: bigint; readonly amount: bigint } | null {
  const own = interimsWithin(interims, span).filter(
    ({ planVersionId }) => planVersionId === span.item.planVersionId,
  );
  const threshold = thresholds.findLast((each) => each <= usage);
  if (threshold === undefined || own.some((each) => each.threshold >= threshold)) return null;
  const amount = usage - invoicedOf(own);
  return amount > 0n ? { threshold, amount } : null;
}

/** What stands of it. */
export function invoicedOf(interims: readonly InterimUsage[]): bigint {
  return sumOf(interims.map(({ amount, standing }) => (standing ? amount : 0n)));
}

/** Lines that take off what was invoiced ahead. */
interface LessInvoiced {
  readonly lines: readonly BillableLine[];
  /** What they come to. */
  readonly taken: bigint;
  /** What an invoice could not take off, as usage was taken back since. */
  readonly rest: bigint;
}

type SaidItem = Pick<BilledItem, 'productId' | 'description' | 'taxCode' | 'placeOf'>;

/** @param room what can be taken off at the most */
export function lessInvoiced(
  interims: readonly InterimUsage[],
  { productId, taxCode, placeOf, description: of }: SaidItem,
  {
    period,
    room,
    currency,
  }: {
    readonly period: BillableLine['period'];
    readonly room: bigint;
    readonly currency: Currency;
  },
): LessInvoiced {
  const lines: BillableLine[] = [];
  let left = room > 0n ? room : 0n;
  let rest = 0n;
  for (const { amount, number } of interims.filter(({ standing }) => standing)) {
    const taken = minOf(amount, left);
    left -= taken;
    rest += amount - taken;
    if (taken === 0n) continue;
    const by = number === null ? 'ahead' : `with ${number}`;
    const description = `${of}: less usage invoiced ${by}`;
    const said = { productId, taxCode, placeOf, description, period };
    lines.push(amountLine(said, -taken, currency));
  }
  return { lines, taken: (room > 0n ? room : 0n) - left, rest };
}
