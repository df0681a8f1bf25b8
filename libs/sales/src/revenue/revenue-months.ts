import type { LocalDate } from '@quittance/calendar';
import { formatMinor, type Currency } from '@quittance/money';
import { convertedMonth, retentionOf, type MonthMovements } from './movements.js';
import { arrOf } from './mrr.js';
import { monthName } from './months.js';

/** What moved in a month, as the database sums it up; minor units. */
export interface MovedMonth extends Omit<MonthMovements, 'start' | 'end'> {
  readonly currency: Currency;
  /** The first day of it; of all that was before the first month, the month before that. */
  readonly month: LocalDate;
  /** What the month ends with, less what it began with. */
  readonly delta: bigint;
  readonly transferred: bigint;
  readonly withinMonth: number;
}

/** What usage brings in a month, beside what recurs; minor units. */
export interface UsageMonth {
  readonly currency: Currency;
  readonly month: LocalDate;
  readonly usageMrr: bigint;
}

/** A month of one currency, in minor units of it. */
export interface RevenueMonth extends MonthMovements {
  readonly currency: Currency;
  readonly month: LocalDate;
  readonly transferred: bigint;
  readonly withinMonth: number;
  /** What exchange rates did; 0 in the currency itself. */
  readonly fx: bigint;
  /** What usage brings beside it. */
  readonly usageMrr: bigint;
}

const QUIET = {
  new: 0n,
  expansion: 0n,
  reactivation: 0n,
  contraction: 0n,
  churn: 0n,
  transferred: 0n,
  withinMonth: 0,
} as const;

/** All months of each currency of which there is anything; a month begins as the last one ended. */
export function revenueMonths(
  moved: readonly MovedMonth[],
  months: readonly LocalDate[],
  usage: readonly UsageMonth[] = [],
): RevenueMonth[] {
  const told = [...moved, ...usage].map(({ currency }) => currency);
  const currencies = [...new Set(told)].toSorted();
  const used = new Map(usage.map((each) => [`${each.currency} ${each.month}`, each.usageMrr]));
  return currencies.flatMap((currency) => {
    const own = moved.filter((each) => each.currency === currency);
    const known = new Map(own.map((each) => [each.month, each]));
    let end = own.reduce((sum, each) => (months.includes(each.month) ? sum : sum + each.delta), 0n);
    return months.map((month): RevenueMonth => {
      const { delta, ...movements } = known.get(month) ?? QUIET_MONTH;
      const start = end;
      end += delta;
      const usageMrr = used.get(`${currency} ${month}`) ?? 0n;
      return { ...movements, currency, month, start, end, fx: 0n, usageMrr };
    });
  });
}

const QUIET_MONTH = { ...QUIET, delta: 0n };

/** Amounts of a currency in another one, at the end of a month. */
export type ConvertAt = (month: LocalDate, minor: bigint, from: Currency) => bigint;

/** The same months in one currency: what rates did is told, so that they add up. */
export function inBaseCurrency(
  all: readonly RevenueMonth[],
  base: Currency,
  { before, now }: { readonly before: ConvertAt; readonly now: ConvertAt },
): RevenueMonth[] {
  const sums = new Map<LocalDate, RevenueMonth>();
  for (const each of all) {
    const { month, currency, transferred, withinMonth, fx: _, usageMrr, ...movements } = each;
    const converted = convertedMonth(movements, {
      before: (minor) => before(month, minor, currency),
      now: (minor) => now(month, minor, currency),
    });
    const added = {
      ...converted,
      transferred: now(month, transferred, currency),
      withinMonth,
      usageMrr: now(month, usageMrr, currency),
    };
    const sum = sums.get(month) ?? { ...NOTHING, currency: base, month };
    sums.set(month, plus(sum, added));
  }
  return [...sums.values()].sort((a, b) => (a.month < b.month ? -1 : 1));
}

const NOTHING = { ...QUIET, start: 0n, end: 0n, fx: 0n, usageMrr: 0n };

type Figures = Omit<RevenueMonth, 'currency' | 'month'>;

function plus(sum: RevenueMonth, added: Figures): RevenueMonth {
  return {
    ...sum,
    start: sum.start + added.start,
    new: sum.new + added.new,
    expansion: sum.expansion + added.expansion,
    reactivation: sum.reactivation + added.reactivation,
    contraction: sum.contraction + added.contraction,
    churn: sum.churn + added.churn,
    fx: sum.fx + added.fx,
    end: sum.end + added.end,
    transferred: sum.transferred + added.transferred,
    withinMonth: sum.withinMonth + added.withinMonth,
    usageMrr: sum.usageMrr + added.usageMrr,
  };
}

/** A month as the report shows it: amounts in major units, shares in percent. */
export function revenueLine(month: RevenueMonth) {
  const { currency } = month;
  const text = (minor: bigint) => formatMinor(minor, currency);
  const { grr, nrr } = retentionOf(month);
  return {
    month: monthName(month.month),
    currency,
    start: text(month.start),
    new: text(month.new),
    expansion: text(month.expansion),
    reactivation: text(month.reactivation),
    contraction: text(month.contraction),
    churn: text(month.churn),
    fx: text(month.fx),
    end: text(month.end),
    arr: text(arrOf(month.end)),
    usageMrr: text(month.usageMrr),
    grr,
    nrr,
    transferred: text(month.transferred),
    withinMonth: month.withinMonth,
  };
}

export type RevenueLine = ReturnType<typeof revenueLine>;

/** The columns of a download, in their order. */
export const REVENUE_COLUMNS = [
  'month',
  'currency',
  'start',
  'new',
  'expansion',
  'reactivation',
  'contraction',
  'churn',
  'fx',
  'end',
  'arr',
  'usageMrr',
  'grr',
  'nrr',
  'transferred',
  'withinMonth',
] as const satisfies readonly (keyof RevenueLine)[];
