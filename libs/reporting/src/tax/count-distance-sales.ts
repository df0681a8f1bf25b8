import type { LocalDate } from '@quittance/calendar';
import { companyToday, type CompanyTerms } from '@quittance/company';
import { exchangeRatesOnDays, type ExchangeRates } from '@quittance/crm';
import { arrays, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { distanceSales } from '@quittance/tax';
import { toldOfAccounts } from '../report-scope.js';
import { CROSSINGS_SQL, salesByMonthSql } from './counted-sales.sql.js';
import {
  distanceSalesMonths,
  distanceSalesYears,
  lastDayOf,
  mayHaveCrossed,
  soldToConsumers,
  type CountingBy,
  type Crossing,
  type DistanceSalesCount,
  type DistanceSalesMonth,
  type DistanceSum,
} from './distance-sales.js';
import { TAX_REPORT_OF } from './tax-report.js';
import type { Told } from './taxed-lines.sql.js';

const BY_MONTH = sql(salesByMonthSql(() => ''));
const CROSSINGS = sql(CROSSINGS_SQL);

/** Which years are counted, of a company that is established in a member state. */
interface CountedYears {
  readonly company: CompanyTerms;
  readonly state: string;
  /** Both are counted, and all between. */
  readonly from: number;
  readonly to: number;
}

/** What was sold in these years, and what it is counted with. */
interface Counted {
  readonly params: readonly unknown[];
  readonly all: readonly DistanceSum[];
  readonly sums: readonly DistanceSum[];
  readonly rates: RatesOfMonths;
  readonly by: CountingBy;
}

type RatesOfMonths = (month: string) => ExchangeRates;

/** How years stand to the threshold, and with which documents they went beyond it. */
export interface CountedStandings {
  readonly counts: readonly DistanceSalesCount[];
  /** Null to whoever is told of some accounts only. */
  readonly crossings: readonly Crossing[] | null;
}

/** By month and member state, in some years. */
export async function countMonths(tx: Tx, years: CountedYears): Promise<DistanceSalesMonth[]> {
  const { sums, by } = await countedIn(tx, years);
  return distanceSalesMonths(sums, by);
}

/**
 * How some years stand, the later first. The year before the first of them is counted as well: it
 * says whether that is beyond the limit from its beginning.
 */
export async function countYears(tx: Tx, years: CountedYears): Promise<CountedStandings> {
  const { from, to } = years;
  const counted = await countedIn(tx, { ...years, from: from - 1 });
  const { sums, by } = counted;
  const crossings = await crossingsOf(tx, counted);
  const asked = Array.from({ length: to - from + 1 }, (_, i) => to - i);
  return { counts: distanceSalesYears(asked, { sums, crossings }, by), crossings };
}

async function countedIn(tx: Tx, { company, state, from, to }: CountedYears): Promise<Counted> {
  const params = await paramsOf(tx, { state, from, to });
  const all = await sumsOf(tx, params);
  const sums = soldToConsumers(all);
  const limit = distanceSales.limitOf(state);
  const today = companyToday(company, tx.ctx.now);
  const rates = await ratesByMonth(tx, sums, { into: limit.currency, today });
  const converted: CountingBy['converted'] = (month, minor, from) => {
    if (from === limit.currency) return minor;
    const known = rates(month);
    if (!known.factor(from, limit.currency)) return undefined;
    return known.convert(minor, from, limit.currency);
  };
  return { params, all, sums, rates, by: { state, limit, company, converted } };
}

/** Null to whoever is told of some accounts only: it is the whole that goes beyond the limit. */
async function crossingsOf(
  tx: Tx,
  { params, all, sums, rates, by }: Counted,
): Promise<readonly Crossing[] | null> {
  if (!isToldAll(tx.ctx)) return null;
  if (!mayHaveCrossed(sums, by)) return [];
  const ids = all.flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId]));
  const businesses = new Set(ids.filter((id) => distanceSales.isOfBusiness(id)));
  const others = {
    businesses: [...businesses],
    factors: factorsOf(sums, rates, by.limit.currency),
    limit: String(by.limit.amount),
  };
  return tx.rows<Crossing>(CROSSINGS, [...params, JSON.stringify(others)]);
}

async function paramsOf(
  tx: Tx,
  { state, from, to }: Omit<CountedYears, 'company'>,
): Promise<unknown[]> {
  const { countries, states } = distanceSales.placesOf(state);
  const codes = await distanceSales.codes(tx);
  const ofKind = (kind: string) => codes.filter((each) => each.kind === kind);
  return [
    tx.ctx.companyId,
    `${from}-01-01`,
    `${to}-12-31`,
    countries,
    states,
    arrays.text(ofKind('digital'), ({ code }) => code),
    arrays.text(ofKind('goods'), ({ code }) => code),
  ];
}

function sumsOf(tx: Tx, given: readonly unknown[]): Promise<DistanceSum[]> {
  if (isToldAll(tx.ctx)) return tx.rows<DistanceSum>(BY_MONTH, given);
  const params = [...given];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const told: Told = (alias) => ` and ${toldOfAccounts(tx.ctx, TAX_REPORT_OF, alias, bind)}`;
  return tx.rows<DistanceSum>(salesByMonthSql(told), params);
}

const isToldAll = (ctx: Ctx): boolean => toldOfAccounts(ctx, TAX_REPORT_OF, 'i', () => '') === null;

/** By the rates of the last day of each month, as the tax report of the month has it. */
async function ratesByMonth(
  tx: Tx,
  sums: readonly DistanceSum[],
  { into, today }: { readonly into: Currency; readonly today: LocalDate },
): Promise<RatesOfMonths> {
  const foreign = sums.filter(({ currency }) => currency !== into);
  const currencies = [into, ...new Set(foreign.map(({ currency }) => currency))];
  const dayOf = (month: string) => {
    const last = lastDayOf(month);
    return last < today ? last : today;
  };
  const days = new Set(foreign.map(({ month }) => dayOf(month)));
  const rates = await exchangeRatesOnDays(tx, currencies, [...days]);
  return (month) => rates.on(dayOf(month));
}

function factorsOf(sums: readonly DistanceSum[], rates: RatesOfMonths, into: Currency) {
  const pairs = new Map(
    sums.map(({ month, currency }) => [`${month} ${currency}`, { month, currency }]),
  );
  return [...pairs.values()].flatMap(({ month, currency }) => {
    if (currency === into) return [{ month, currency, dividend: '1', divisor: '1' }];
    const factor = rates(month).factor(currency, into);
    if (!factor) return [];
    // Numbers of JSON are no place for these.
    const [dividend, divisor] = [String(factor.dividend), String(factor.divisor)];
    return [{ month, currency, dividend, divisor }];
  });
}
