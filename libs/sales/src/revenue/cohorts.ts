import { rateInPercent } from './movements.js';

/** The revenue of an account at the ends of months, oldest first. Minor units. */
export interface AccountHistory {
  readonly months: readonly bigint[];
}

/** Those whose first month end with revenue was the same, so many months later. */
export interface CohortMonth {
  /** The month they began in, as an index. */
  readonly cohort: number;
  readonly monthsLater: number;
  readonly accounts: number;
  readonly revenue: bigint;
  /** Of the accounts of the cohort, and of its first revenue, in percent. */
  readonly logo: string | null;
  readonly revenueRetention: string | null;
}

/** The cohorts of accounts, month by month; who comes back counts again. */
export function cohortsOf(histories: readonly AccountHistory[]): CohortMonth[] {
  const cohorts = new Map<number, AccountHistory[]>();
  for (const history of histories) {
    const first = history.months.findIndex((mrr) => mrr > 0n);
    if (first >= 0) cohorts.set(first, [...(cohorts.get(first) ?? []), history]);
  }
  return [...cohorts]
    .sort(([a], [b]) => a - b)
    .flatMap(([cohort, members]) => laterMonths(cohort, members));
}

function laterMonths(cohort: number, members: readonly AccountHistory[]): CohortMonth[] {
  const months = Math.max(...members.map((member) => member.months.length));
  const revenueAt = (month: number) =>
    members.reduce((sum, member) => sum + (member.months[month] ?? 0n), 0n);
  return Array.from({ length: months - cohort }, (_, monthsLater) => {
    const month = cohort + monthsLater;
    const accounts = members.filter((member) => (member.months[month] ?? 0n) > 0n).length;
    const revenue = revenueAt(month);
    return {
      cohort,
      monthsLater,
      accounts,
      revenue,
      logo: rateInPercent(BigInt(accounts), BigInt(members.length)),
      revenueRetention: rateInPercent(revenue, revenueAt(cohort)),
    };
  });
}
