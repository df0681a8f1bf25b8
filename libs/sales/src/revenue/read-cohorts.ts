import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { addMonths, type LocalDate } from '@quittance/calendar';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import { monthName, monthStart } from './months.js';
import { rateInPercent } from './movements.js';
import { askedMonths, type AskedMonths } from './read-revenue.js';
import { cohortsText, revenueTables, type RevenueScope } from './revenue.sql.js';

/** What came to a cohort in a month, less what left it. */
export interface CohortChange {
  readonly currency: Currency;
  /** First days of months. */
  readonly cohort: LocalDate;
  readonly month: LocalDate;
  readonly revenue: bigint;
  readonly accounts: number;
}

/** A cohort so many months later; revenue in minor units. */
export interface CohortAge {
  readonly currency: Currency;
  readonly cohort: LocalDate;
  readonly monthsLater: number;
  readonly accounts: number;
  readonly revenue: bigint;
  readonly logo: string | null;
  readonly revenueRetention: string | null;
}

/** What is left of each cohort, month by month until the last one; whoever comes back counts again. */
export function cohortAges(changes: readonly CohortChange[], last: LocalDate): CohortAge[] {
  const cohorts = new Map<string, CohortChange[]>();
  for (const change of changes) {
    const key = `${change.currency} ${change.cohort}`;
    cohorts.set(key, [...(cohorts.get(key) ?? []), change]);
  }
  return [...cohorts.values()].flatMap((own) => agesOf(own, last));
}

function agesOf(changes: readonly CohortChange[], last: LocalDate): CohortAge[] {
  const { currency, cohort } = changes[0] as CohortChange;
  const known = new Map(changes.map((change) => [change.month, change]));
  const ages: CohortAge[] = [];
  let [accounts, revenue] = [0, 0n];
  for (let month = cohort; month <= last; month = addMonths(month, 1)) {
    accounts += known.get(month)?.accounts ?? 0;
    revenue += known.get(month)?.revenue ?? 0n;
    const first = ages[0] ?? { accounts, revenue };
    ages.push({
      currency,
      cohort,
      monthsLater: ages.length,
      accounts,
      revenue,
      logo: rateInPercent(BigInt(accounts), BigInt(first.accounts)),
      revenueRetention: rateInPercent(revenue, first.revenue),
    });
  }
  return ages;
}

function cohortLine({ cohort, revenue, ...age }: CohortAge) {
  return {
    ...age,
    cohort: monthName(cohort),
    revenue: formatMinor(revenue, age.currency),
  };
}

export type CohortLine = ReturnType<typeof cohortLine>;

/** The columns of a download, in their order. */
export const COHORT_COLUMNS = [
  'currency',
  'cohort',
  'monthsLater',
  'accounts',
  'revenue',
  'logo',
  'revenueRetention',
] as const satisfies readonly (keyof CohortLine)[];

export type CohortsAsk = AskedMonths & Omit<RevenueScope, 'level'>;

/** What is left of the customers, and of their revenue, that began in the same month. */
@Injectable()
export class ReadCohorts {
  constructor(private readonly db: Database) {}

  /** Cohorts that began in the months asked for, up to today. @throws DomainError validation_failed */
  async execute(ctx: Ctx, ask: CohortsAsk): Promise<CohortLine[]> {
    return this.db.read(ctx, async (tx) => {
      const terms = await readCompanyTerms(tx);
      const today = companyToday(terms, ctx.now);
      const months = askedMonths(ask, today);
      const params: unknown[] = [];
      const bind = (value: unknown) => `$${params.push(value)}`;
      const scope = { ...ask, level: 'account' } as const;
      const books = { ctx, timeZone: terms.timeZone, until: today };
      const tables = revenueTables(scope, books, bind);
      const text = cohortsText(tables, bind(months[0]), bind(months.at(-1)));
      const changes = await tx.rows<CohortChange>(sql(text), params);
      return cohortAges(changes, monthStart(today)).map(cohortLine);
    });
  }
}
