import { headOf, lineHeadOf } from '@quittance/nouns';
import { invoiceShown } from '@quittance/receivables';
import { discountOf } from '@quittance/lines';
import { scheduleNoun, type StoredSchedule } from './schedule.description.js';
import { scheduleLineNoun, type StoredScheduleLine } from './schedule-line.description.js';

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

const scheduleLineView = lineHeadOf(scheduleLineNoun, {
  unitPrice: ({ trigger, unitPrice }: StoredScheduleLine, currency: string) =>
    trigger === 'percentage' ? null : invoiceShown.unitPrice(unitPrice, currency),
  discount: (line: StoredScheduleLine, currency: string) => discountOf(line, currency),
});
