import { trimDecimal } from '@quittance/money';
import { headOf } from '@quittance/nouns';
import { discountOf, invoiceShown } from '@quittance/receivables';
import { scheduleNoun, type StoredSchedule } from './schedule.description.js';
import type { StoredScheduleLine } from './schedule.repository.js';

/** A schedule with its lines as the API shows it. */
export function scheduleView(schedule: StoredSchedule, lines: readonly StoredScheduleLine[]) {
  return {
    ...scheduleHead(schedule),
    lines: lines.map((line) => scheduleLineView(line, schedule.currency)),
  };
}

export type ScheduleView = ReturnType<typeof scheduleView>;

/** A schedule without its lines, as lists show it. */
export const scheduleHead = headOf(scheduleNoun, {
  nextBillingDate: ({ status, nextBillingDate }: StoredSchedule) =>
    status === 'cancelled' || status === 'completed' ? null : nextBillingDate,
});

export type ScheduleHead = ReturnType<typeof scheduleHead>;

function scheduleLineView(line: StoredScheduleLine, currency: string) {
  const share = line.trigger === 'percentage';
  return {
    id: line.id,
    position: line.position,
    productId: line.productId,
    description: line.description,
    quantity: trimDecimal(line.quantity),
    unitPrice: share ? null : invoiceShown.unitPrice(line.unitPrice, currency),
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
