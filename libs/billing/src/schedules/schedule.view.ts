import { formatMinor, trimDecimal } from '@quittance/money';
import { unitPriceText, discountOf } from '@quittance/receivables';
import type { StoredSchedule, StoredScheduleLine } from './schedule.repository.js';

/** A schedule with its lines as the API shows it. */
export function scheduleView(schedule: StoredSchedule, lines: readonly StoredScheduleLine[]) {
  return {
    ...scheduleHead(schedule),
    lines: lines.map((line) => scheduleLineView(line, schedule.currency)),
  };
}

export type ScheduleView = ReturnType<typeof scheduleView>;

/** A schedule without its lines, as lists show it. */
export function scheduleHead(schedule: StoredSchedule) {
  const over = schedule.status === 'cancelled' || schedule.status === 'completed';
  return {
    id: schedule.id,
    version: schedule.version,
    status: schedule.status,
    accountId: schedule.accountId,
    quoteId: schedule.quoteId,
    salesOrderId: schedule.salesOrderId,
    contractId: schedule.contractId,
    subscriptionId: schedule.subscriptionId,
    frequency: schedule.frequency,
    startDate: schedule.startDate,
    endDate: schedule.endDate,
    nextBillingDate: over ? null : schedule.nextBillingDate,
    billedThrough: schedule.billedThrough,
    currency: schedule.currency,
    pricesIncludeTax: schedule.pricesIncludeTax,
    total: formatMinor(schedule.total, schedule.currency),
    createdAt: schedule.createdAt,
    updatedAt: schedule.updatedAt,
  };
}

export type ScheduleHead = ReturnType<typeof scheduleHead>;

function scheduleLineView(line: StoredScheduleLine, currency: string) {
  const share = line.trigger === 'percentage';
  return {
    id: line.id,
    position: line.position,
    productId: line.productId,
    description: line.description,
    quantity: trimDecimal(line.quantity),
    unitPrice: share ? null : unitPriceText(line.unitPrice, currency),
    discount: discountOf(line, currency),
    taxCode: line.taxCode,
    taxRate: line.taxRate === null ? null : trimDecimal(line.taxRate),
    trigger: line.trigger,
    triggerDate: line.triggerDate,
    milestone: line.milestone,
    reachedAt: line.reachedAt,
    percent: line.percent === null ? null : trimDecimal(line.percent),
    releasedAt: line.releasedAt,
    billedInvoiceId: line.billedInvoiceId,
  };
}
