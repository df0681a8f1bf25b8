import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { companyToday, readCompany, type Company } from '@quittance/company';
import { exchangeRatesOn, type ExchangeRates } from '@quittance/crm';
import { arrays, Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';
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
import type { Told } from './taxed-lines.sql.js';

const TAXES = ['tax', 'invoices'];

const BY_MONTH = sql(salesByMonthSql(() => ''));
const CROSSINGS = sql(CROSSINGS_SQL);

/** A year and the one before it, as they stand to the threshold, and what they are made of. */
export interface DistanceSalesTold {
  readonly years: readonly DistanceSalesCount[];
  readonly months: readonly DistanceSalesMonth[];
}

interface Asked {
  readonly tx: Tx;
  readonly params: readonly unknown[];
}

/** Counts what a company sells to consumers of other member states (article 59c). */
@Injectable()
export class ReadDistanceSales {
  constructor(private readonly db: Database) {}

  /** Of a company outside of the Union there is nothing. */
  of(ctx: Ctx, asked: number | undefined): Promise<DistanceSalesTold> {
    return this.db.read(ctx, async (tx) => {
      const company = await readCompany(tx);
      const today = companyToday(company, ctx.now);
      const year = asked ?? Number(today.slice(0, 4));
      const state = distanceSales.stateOf(company.address);
      if (state === null) return { years: [], months: [] };
      const params = await paramsOf(tx, year, state);
      const all = await sumsOf({ tx, params });
      const sums = soldToConsumers(all);
      const limit = distanceSales.limitOf(state);
      const rates = await ratesByMonth(tx, sums, { into: limit.currency, today });
      const by: CountingBy = {
        state,
        limit,
        company,
        converted: (month, minor, from) => {
          if (from === limit.currency) return minor;
          const known = rates.get(month);
          if (!known?.factor(from, limit.currency)) return undefined;
          return known.convert(minor, from, limit.currency);
        },
      };
      const crossings = await this.crossings({ tx, params }, { all, sums, rates }, by);
      const told = distanceSalesYears([year, year - 1], { sums, crossings }, by);
      const isOfThese = ({ month }: DistanceSum) => Number(month.slice(0, 4)) >= year - 1;
      return {
        years: seesNumbers(ctx) ? told : told.map(withoutDocument),
        months: distanceSalesMonths(sums.filter(isOfThese), by),
      };
    });
  }

  /** Null to whoever is told of some accounts only: it is the whole that goes beyond the limit. */
  private async crossings(
    asked: Asked,
    { all, sums, rates }: Counted,
    by: CountingBy,
  ): Promise<readonly Crossing[] | null> {
    if (!isToldAll(asked.tx.ctx)) return null;
    if (!mayHaveCrossed(sums, by)) return [];
    const ids = all.flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId]));
    const businesses = new Set(ids.filter((id) => distanceSales.isOfBusiness(id)));
    const others = {
      businesses: [...businesses],
      factors: factorsOf(sums, rates, by.limit.currency),
      limit: String(by.limit.amount),
    };
    return asked.tx.rows<Crossing>(CROSSINGS, [...asked.params, JSON.stringify(others)]);
  }
}

interface Counted {
  readonly all: readonly DistanceSum[];
  readonly sums: readonly DistanceSum[];
  readonly rates: ReadonlyMap<string, ExchangeRates>;
}

/** Three years: that before the two says whether the first of them was beyond the limit. */
async function paramsOf(tx: Tx, year: number, state: string): Promise<unknown[]> {
  const { countries, states } = distanceSales.placesOf(state);
  const codes = await distanceSales.codes(tx);
  const ofKind = (kind: string) => codes.filter((each) => each.kind === kind);
  return [
    tx.ctx.companyId,
    `${year - 2}-01-01`,
    `${year}-12-31`,
    countries,
    states,
    arrays.text(ofKind('digital'), ({ code }) => code),
    arrays.text(ofKind('goods'), ({ code }) => code),
  ];
}

function sumsOf({ tx, params: given }: Asked): Promise<DistanceSum[]> {
  if (isToldAll(tx.ctx)) return tx.rows<DistanceSum>(BY_MONTH, given);
  const params = [...given];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const told: Told = (alias) => ` and ${toldOfAccounts(tx.ctx, TAXES, alias, bind)}`;
  return tx.rows<DistanceSum>(salesByMonthSql(told), params);
}

const isToldAll = (ctx: Ctx): boolean => toldOfAccounts(ctx, TAXES, 'i', () => '') === null;

/** By the rates of the last day of each month, as the tax report of the month has it. */
async function ratesByMonth(
  tx: Tx,
  sums: readonly DistanceSum[],
  { into, today }: { readonly into: Company['baseCurrency']; readonly today: LocalDate },
): Promise<ReadonlyMap<string, ExchangeRates>> {
  const foreign = sums.filter(({ currency }) => currency !== into);
  const currencies = [into, ...new Set(foreign.map(({ currency }) => currency))];
  const rates = new Map<string, ExchangeRates>();
  for (const month of new Set(foreign.map((each) => each.month))) {
    const last = lastDayOf(month);
    rates.set(month, await exchangeRatesOn(tx, currencies, last < today ? last : today));
  }
  return rates;
}

function factorsOf(
  sums: readonly DistanceSum[],
  rates: Counted['rates'],
  into: Company['baseCurrency'],
) {
  const pairs = new Map(
    sums.map(({ month, currency }) => [`${month} ${currency}`, { month, currency }]),
  );
  return [...pairs.values()].flatMap(({ month, currency }) => {
    if (currency === into) return [{ month, currency, dividend: '1', divisor: '1' }];
    const factor = rates.get(month)?.factor(currency, into);
    if (!factor) return [];
    // Numbers of JSON are no place for these.
    const [dividend, divisor] = [String(factor.dividend), String(factor.divisor)];
    return [{ month, currency, dividend, divisor }];
  });
}

/** A document is named to whoever may look at documents of its kind, and is shown their numbers. */
function seesNumbers(ctx: Ctx): boolean {
  return ['invoices', 'credit-notes'].every(
    (resource) =>
      ctx.permissions.can(resource, 'view') && !sight.hidden(ctx, { resource })?.has('number'),
  );
}

const withoutDocument = (count: DistanceSalesCount): DistanceSalesCount => ({
  ...count,
  crossedBy: null,
  crossedById: null,
  crossedByNumber: null,
});
