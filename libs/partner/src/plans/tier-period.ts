import { dateParts, type LocalDate } from '@quittance/calendar';

export const TIER_PERIODS = ['month', 'quarter', 'year'] as const;
export type TierPeriod = (typeof TIER_PERIODS)[number];

const MONTHS: Readonly<Record<TierPeriod, number>> = { month: 1, quarter: 3, year: 12 };

/** The first day of the period of the calendar in which a day is. */
export function tierPeriodOf(period: TierPeriod, day: LocalDate): LocalDate {
  const { year, month } = dateParts(day);
  const months = MONTHS[period];
  const first = month - ((month - 1) % months);
  return `${String(year).padStart(4, '0')}-${String(first).padStart(2, '0')}-01` as LocalDate;
}
