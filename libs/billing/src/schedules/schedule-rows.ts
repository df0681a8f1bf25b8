import { invalidField, invalidFields, newId, type ScheduleId } from '@quittance/kernel';
import { lineProducts, type LineProducts } from '@quittance/lines';
import { parseMinor, type Currency } from '@quittance/money';
import { priceDocument, RateBook, type PricingLine } from '@quittance/tax';
import {
  dateFaults,
  lineFaults,
  type ScheduleDates,
  type ScheduleLineInput,
} from './schedule-input.js';
import type { ScheduleLineId } from './schedule.js';
import type { StoredScheduleLine } from './schedule.repository.js';

/** The total of a schedule in minor units, and whether somebody stated it. */
export interface ScheduleTotal {
  readonly total: bigint;
  readonly totalStated: boolean;
}

/**
 * The total of a schedule: as stated, else what its lines come to before tax in one period.
 * @throws DomainError validation_failed when a line is no number or out of range
 */
export function totalOf(
  stated: string | null,
  lines: readonly ScheduleLineInput[],
  currency: Currency,
): ScheduleTotal {
  if (stated !== null) {
    const total = parseMinor(stated, currency);
    if (total !== undefined) return { total, totalStated: true };
    throw invalidField('/total', 'amount', `must be an amount of ${currency}`);
  }
  const { subtotal } = priceDocument(RateBook.empty, {
    currency,
    date: NO_DATE,
    pricesIncludeTax: false,
    rounding: 'document',
    seller: NOBODY,
    customer: { ...NOBODY, accountId: '' },
    lines: lines.map(untaxedLine),
  });
  if (subtotal >= 0n) return { total: subtotal, totalStated: false };
  throw invalidField('/lines', 'min', 'The lines of one period come to less than nothing.');
}

const NO_DATE = '2000-01-01' as never;
const NOBODY = { country: null, region: null, postalCode: null, taxRegistration: null };

/** Percentage lines are a share of the total and not part of it. */
function untaxedLine(line: ScheduleLineInput): PricingLine {
  const share = line.trigger === 'percentage';
  return {
    quantity: share ? '0' : (line.quantity ?? '0'),
    unitPrice: line.unitPrice ?? '0',
    discount: share ? null : (line.discount ?? null),
    taxCode: null,
    taxRate: null,
  };
}

/** @throws DomainError validation_failed with everything that is wrong */
export function checkSchedule(
  dates: ScheduleDates,
  lines: readonly ScheduleLineInput[],
  total: bigint,
): void {
  const faults = [...dateFaults(dates), ...lineFaults(lines, dates, total)];
  if (faults.length > 0) throw invalidFields(faults);
}

/** The rows of the lines, in the order they were written. */
export function scheduleLineRows(
  scheduleId: ScheduleId,
  lines: readonly ScheduleLineInput[],
  currency: Currency,
  products: LineProducts,
): StoredScheduleLine[] {
  return lines.map((line, i) => ({
    scheduleId,
    id: newId() as ScheduleLineId,
    position: i + 1,
    productId: line.productId ?? null,
    description: line.description,
    quantity: line.quantity ?? '1',
    unitPrice: line.unitPrice ?? '0',
    ...discountColumns(line, currency),
    taxCode: line.taxCode ?? null,
    taxRate: line.taxRate ?? null,
    placeOf: lineProducts.placeOf({ ...line, productId: line.productId ?? null }, products),
    trigger: line.trigger ?? 'date',
    triggerDate: line.triggerDate ?? null,
    milestone: line.milestone ?? null,
    reachedAt: null,
    percent: line.percent ?? null,
    releasedAt: null,
    billedInvoiceId: null,
  }));
}

/** Pricing has refused amounts that the currency cannot hold. */
function discountColumns({ discount }: ScheduleLineInput, currency: Currency) {
  if (!discount) return { discountPercent: null, discountGiven: null };
  if ('percent' in discount) return { discountPercent: discount.percent, discountGiven: null };
  return { discountPercent: null, discountGiven: parseMinor(discount.amount, currency) ?? null };
}
