import type { LocalDate } from '@quittance/calendar';
import { exchangeRatesOn, type ExchangeRates } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { sumOf, type Currency } from '@quittance/money';
import type { CurrencySum } from './exposure-source.port.js';

/** An amount of one currency. */
export type Amount = Pick<CurrencySum, 'currency' | 'amount'>;

/**
 * Sums of several sources as one: per currency first, so that each is converted and rounded once.
 */
export function perCurrency(sums: readonly Amount[]): readonly Amount[] {
  const byCurrency = new Map<Currency, bigint>();
  for (const { currency, amount } of sums) {
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + amount);
  }
  return [...byCurrency].map(([currency, amount]) => ({ currency, amount }));
}

/** What sums come to in one currency. @throws DomainError exchange_rate_missing */
export function totalIn(sums: readonly Amount[], to: Currency, rates: ExchangeRates): bigint {
  return sumOf(
    perCurrency(sums).map(({ currency, amount }) => rates.convert(amount, currency, to)),
  );
}

/** The rates for all of these currencies; nothing is asked where there is one. */
export function ratesFor(
  tx: Tx,
  to: Currency,
  others: readonly (Currency | null)[],
  on: LocalDate,
): Promise<ExchangeRates> {
  return exchangeRatesOn(tx, [to, ...others.filter((each) => each !== null)], on);
}
