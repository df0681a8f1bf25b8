import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms, type CompanyTerms } from '@quittance/company';
import { addMonths, type LocalDate } from '@quittance/calendar';
import { exchangeRatesOnDays } from '@quittance/crm';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidFields, type Ctx } from '@quittance/kernel';
import { monthEnd, monthsOf, monthStart } from './months.js';
import {
  inBaseCurrency,
  revenueLine,
  revenueMonths,
  type ConvertAt,
  type MovedMonth,
  type RevenueLine,
  type RevenueMonth,
  type UsageMonth,
} from './revenue-months.js';
import {
  SubscriptionFollowers,
  type ClosedUsage,
} from '../subscriptions/subscription-followers.js';
import { usageRevenueText, type MonthEnds } from './usage-revenue.sql.js';
import { movementsText, revenueTables, type RevenueScope } from './revenue.sql.js';

/** Five years of months. */
export const MOST_MONTHS = 60;
/** A year, unless said otherwise. */
const USUAL_MONTHS = 12;
/** Nothing was sold before it. */
const FIRST_DAY = '1900-01-01';

export interface AskedMonths {
  /** Any day of the first month. */
  readonly from?: LocalDate | undefined;
  /** Any day of the last month; none is told that has not begun. */
  readonly to?: LocalDate | undefined;
}

export interface RevenueAsk extends AskedMonths, RevenueScope {
  /** All in the currency of the company, each month at its closing rate. */
  readonly base: boolean;
}

/**
 * The months that are asked for; a year up to today unless said otherwise.
 * @throws DomainError validation_failed
 */
export function askedMonths({ from, to }: AskedMonths, today: LocalDate): LocalDate[] {
  const last = to === undefined || to > today ? today : to;
  const refuse = (parameter: string, code: string, message: string) =>
    invalidFields([{ parameter, code, message }]);
  if (last < FIRST_DAY) throw refuse('to', 'min', `must not be before ${FIRST_DAY}`);
  const months = monthsOf(from ?? addMonths(monthStart(last), 1 - USUAL_MONTHS), last);
  if (months.length === 0) throw refuse('from', 'max', `must not be after ${last}`);
  if (months.length > MOST_MONTHS) {
    throw refuse('from', 'min', `must be at most ${MOST_MONTHS} months before the last`);
  }
  return months;
}

/** What recurring revenue came and went, month by month. */
@Injectable()
export class ReadRevenue {
  constructor(
    private readonly db: Database,
    private readonly followers: SubscriptionFollowers,
  ) {}

  /** @throws DomainError validation_failed, exchange_rate_missing */
  async execute(ctx: Ctx, ask: RevenueAsk): Promise<RevenueLine[]> {
    const months = await this.db.read(ctx, (tx) =>
      readMonths(tx, ask, this.followers.closedUsage()),
    );
    return months.map(revenueLine);
  }
}

/** @throws DomainError validation_failed, exchange_rate_missing */
async function readMonths(
  tx: Tx,
  ask: RevenueAsk,
  closed: ClosedUsage | null,
): Promise<RevenueMonth[]> {
  const terms = await readCompanyTerms(tx);
  const { timeZone, baseCurrency } = terms;
  const today = companyToday(terms, tx.ctx.now);
  const months = askedMonths(ask, today);
  const until = earlier(monthEnd(months.at(-1) as LocalDate), today);
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const tables = revenueTables(ask, { ctx: tx.ctx, timeZone, until }, bind);
  const before = addMonths(months[0] as LocalDate, -1);
  const text = movementsText(tables, bind(before));
  const ends = months.map((month) => earlier(monthEnd(month), today));
  const [moved, usage] = await Promise.all([
    tx.rows<MovedMonth>(sql(text), params),
    closed ? usageMonths(tx, ask, { timeZone, months, ends, closed }) : [],
  ]);
  const all = revenueMonths(moved, months, usage);
  if (!ask.base) return all;
  return inBaseCurrency(all, baseCurrency, await closingRates(tx, terms, all, [before, ...months]));
}

function usageMonths(
  tx: Tx,
  ask: RevenueAsk,
  { timeZone, months, ends, closed }: MonthEnds & { timeZone: string; closed: ClosedUsage },
): Promise<UsageMonth[]> {
  const params: unknown[] = [];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const terms = { ctx: tx.ctx, timeZone };
  const text = usageRevenueText(ask, terms, { months, ends }, closed, bind);
  return tx.rows<UsageMonth>(sql(text), params);
}

/** By the rates of the last day of each month, and of the month before it. */
async function closingRates(
  tx: Tx,
  terms: CompanyTerms,
  all: readonly RevenueMonth[],
  months: readonly LocalDate[],
): Promise<{ readonly before: ConvertAt; readonly now: ConvertAt }> {
  const today = companyToday(terms, tx.ctx.now);
  const { baseCurrency } = terms;
  const currencies = [baseCurrency, ...new Set(all.map(({ currency }) => currency))];
  const dayOf = (month: LocalDate) => earlier(monthEnd(month), today);
  const rates = await exchangeRatesOnDays(tx, currencies, months.map(dayOf));
  const now: ConvertAt = (month, minor, from) =>
    minor === 0n ? 0n : rates.on(dayOf(month)).convert(minor, from, baseCurrency);
  return { before: (month, minor, from) => now(addMonths(month, -1), minor, from), now };
}

function earlier(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b;
}
