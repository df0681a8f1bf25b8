import { readCompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { Currency } from '@quittance/money';
import { exchangeRateMissing } from '../crm.errors.js';
import {
  conversionFactor,
  convertMinor,
  wayBetween,
  type ConversionFactor,
  type KnownRate,
} from './convert-amount.js';
import { ratesOnDays } from './rates-on-day.queries.js';

/** The rates of a day between some currencies, asked any number of times. */
export interface ExchangeRates {
  /**
   * Minor units of one currency as minor units of another, rounded once.
   * @throws DomainError exchange_rate_missing
   */
  convert(minor: bigint, from: Currency, to: Currency): bigint;
  /** What one minor unit is of the other currency; undefined where there is no way. */
  factor(from: Currency, to: Currency): ConversionFactor | undefined;
}

/**
 * The last rates on or before a day by which amounts of these currencies are converted into one
 * another. Of a single currency nothing is asked.
 */
export async function exchangeRatesOn(
  tx: Tx,
  currencies: readonly Currency[],
  on: LocalDate,
): Promise<ExchangeRates> {
  return (await exchangeRatesOnDays(tx, currencies, [on])).on(on);
}

/** The rates of several days. */
export interface RatesOfDays {
  /** Of one that was asked for. */
  on(day: LocalDate): ExchangeRates;
}

/** The same of several days, asked at once. */
export async function exchangeRatesOnDays(
  tx: Tx,
  currencies: readonly Currency[],
  days: readonly LocalDate[],
): Promise<RatesOfDays> {
  const own = [...new Set(currencies)];
  if (own.length <= 1) return { on: (day) => ratesBy([], day, own[0]) };
  const { baseCurrency } = await readCompanyTerms(tx);
  const known = await ratesOnDays(tx, [...own, baseCurrency], days, null);
  return { on: (day) => ratesBy(known.get(day) ?? [], day, baseCurrency) };
}

function ratesBy(
  known: readonly KnownRate[],
  on: LocalDate,
  through: Currency | undefined,
): ExchangeRates {
  const way = (from: Currency, to: Currency) => wayBetween(known, from, to, through ?? to);
  return {
    factor(from, to) {
      const rates = way(from, to);
      return rates && conversionFactor(from, to, rates);
    },
    convert(minor, from, to) {
      const rates = way(from, to);
      if (!rates) throw exchangeRateMissing({ from, to, on });
      return rates.length === 0 ? minor : convertMinor(minor, from, to, rates);
    },
  };
}
