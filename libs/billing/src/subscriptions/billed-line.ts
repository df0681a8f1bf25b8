import type { LocalDate } from '@quittance/calendar';
import type { RatedLine } from '@quittance/sales';
import type { ScheduleLine } from '../schedules/schedule-line.description.js';
import type { ShareOfPeriod } from '../schedules/share-of-period.js';
import type { ScheduleLineId } from '../schedules/schedule.js';

/** Days that a line of an invoice is for; the first of them and the last. */
export interface LinePeriod {
  readonly start: LocalDate;
  readonly end: LocalDate;
}

/** What an invoice bills in one line: a line of a schedule, or one that a subscription makes. */
export type BillableLine = Omit<ScheduleLine, 'id'> & {
  /** Null of what is no line of a schedule. */
  readonly id: ScheduleLineId | null;
  /** Its own days; those of the invoice where it has none. */
  readonly period?: LinePeriod;
  /** Of a period that ends before its time, what is billed of the line. */
  readonly share?: ShareOfPeriod;
  /** Of a volume of usage, fewer units that would cost more; a preview tells. */
  readonly fellFrom?: RatedLine['fellFrom'];
};

type Said = Pick<
  BillableLine,
  'productId' | 'description' | 'quantity' | 'unitPrice' | 'taxCode' | 'placeOf' | 'period'
> &
  Partial<Pick<BillableLine, 'discountPercent' | 'discountGiven'>>;

/** A line that a subscription makes. */
export function subscribedLine(said: Said): BillableLine {
  return {
    id: null,
    productId: said.productId,
    description: said.description,
    quantity: said.quantity,
    unitPrice: said.unitPrice,
    discountPercent: said.discountPercent ?? null,
    discountGiven: said.discountGiven ?? null,
    taxCode: said.taxCode,
    taxRate: null,
    placeOf: said.placeOf,
    trigger: 'date',
    triggerDate: null,
    milestone: null,
    reachedAt: null,
    percent: null,
    releasedAt: null,
    billedInvoiceId: null,
    period: said.period,
  };
}

/** The same as a person would write it into an invoice. */
export function lineAsWritten(line: BillableLine) {
  const { productId, description, quantity, unitPrice, taxCode, placeOf, period } = line;
  const days = { periodStart: period?.start ?? null, periodEnd: period?.end ?? null };
  const said = { productId, description, quantity, unitPrice, taxCode, placeOf, taxRate: null };
  return { ...said, ...days, discount: null };
}
