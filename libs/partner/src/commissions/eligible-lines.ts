import { sumOf } from '@quittance/money';
import type { InvoiceMoney, PaidInvoice } from '@quittance/receivables';
import { lineFor, lineKey, type PlanLine } from '../plans/plan-line.js';
import { isWithinMonths, type RecurringPeriod } from '../plans/recurring.js';
import { atLeastNothing, leftOfLines, withoutOff } from './money-of-invoice.js';

/** A line of a plan with what of an invoice it is for. */
export interface EligibleLine {
  readonly key: string;
  readonly line: PlanLine;
  readonly eligible: bigint;
}

/** What a subscription says of the invoice that bills it; null where none is billed. */
export type RecurringInvoice = Pick<RecurringPeriod, 'start' | 'first'> | null;

/**
 * What of the net of an invoice each line of a plan is for, behind all price credits and what the
 * invoice itself takes back; at least nothing. An invoice that does not count has nothing for any.
 */
export function eligibleLines(
  lines: readonly PlanLine[],
  invoice: Pick<PaidInvoice, 'counts' | 'periodStart'>,
  money: Pick<InvoiceMoney, 'lines' | 'credits'>,
  recurring: RecurringInvoice,
): readonly EligibleLine[] {
  const left = leftOfLines(money.lines, money.credits);
  const sums = new Map(lines.map((line) => [lineKey(line), 0n]));
  money.lines.forEach((sold, i) => {
    const line = lineFor(lines, sold);
    if (!line || !invoice.counts) return;
    const periodStart = sold.periodStart ?? invoice.periodStart;
    const within = recurring && { ...recurring, periodStart };
    if (within && !isWithinMonths(line.recurringMonths, within)) return;
    const key = lineKey(line);
    sums.set(key, (sums.get(key) ?? 0n) + (left[i] ?? 0n));
  });
  // What comes back of what one line of the plan is for was taken off what the others are for.
  const all = lines.map((line) => sums.get(lineKey(line)) ?? 0n);
  const eligible = withoutOff(
    all.map(atLeastNothing),
    sumOf(all.map((each) => atLeastNothing(-each))),
  );
  return lines.map((line, i) => ({ key: lineKey(line), line, eligible: eligible[i] ?? 0n }));
}
