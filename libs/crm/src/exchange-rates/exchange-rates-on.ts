import { readCompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { Currency } from '@quittance/money';
import { exchangeRateMissing } from '../crm.errors.js';
import { convertMinor, wayBetween } from './convert-amount.js';
import { ratesOnDay } from './rates-on-day.queries.js';

/** The rates of a day between some currencies, asked any number of times. */
export interface ExchangeRates {
  /**
   * Minor units of one currency as minor units of another, rounded once.
   * @throws DomainError exchange_rate_missing
   */
  convert(minor: bigint, from: Currency, to: Currency): bigint;
  /** Whether there is a way from one to the other. */
  know(from: Currency, to: Currency): boolean;
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
  const own = [...new Set(currencies)];
  const { baseCurrency } = own.length > 1 ? await readCompanyTerms(tx) : { baseCurrency: own[0] };
  const known =
    own.length > 1 && baseCurrency ? await ratesOnDay(tx, [...own, baseCurrency], on, null) : [];
  const way = (from: Currency, to: Currency) => wayBetween(known, from, to, baseCurrency ?? to);
  return {
    know: (from, to) => way(from, to) !== undefined,
    convert(minor, from, to) {
      const rates = way(from, to);
      if (!rates) throw exchangeRateMissing({ from, to, on });
      return rates.length === 0 ? minor : convertMinor(minor, from, to, rates);
    },
  };
}
