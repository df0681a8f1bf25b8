import { addDays, type LocalDate } from '@quittance/calendar';
import type { Schedule } from '../schedules/schedule.js';
import type { BillableLine } from '../subscriptions/billed-line.js';
import { usageBilled } from '../subscriptions/usage-lines.js';
import { lessInvoiced } from './interim-usage.js';
import type { ReachedUsage } from './reached-usage.js';

const NO_FLOOR = { flat: 0n, minimum: 0n, periodOn: null };

/** The lines of an invoice of usage so far: what it comes to, less what was invoiced before. */
export function interimLines(
  { span, rated, before, facts: { currency } }: ReachedUsage<Schedule>,
  today: LocalDate,
): BillableLine[] {
  const until = addDays(today, 1);
  const lines: BillableLine[] = [];
  usageBilled({ ...span, until }, rated, NO_FLOOR, { currency, lines });
  const period = { start: span.start, end: today };
  const less = lessInvoiced(before, span.item, { period, room: rated.amount, currency });
  return [...lines, ...less.lines];
}
