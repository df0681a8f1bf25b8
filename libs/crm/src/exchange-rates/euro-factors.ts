import { companyToday, readCompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import type { ConversionFactor } from './convert-amount.js';
import { exchangeRatesOn } from './exchange-rates-on.js';

/**
 * What a minor unit of each currency is in cents of the euro, by the last rates that are known
 * today; those without one are missing.
 */
export async function euroFactors(
  tx: Tx,
  currencies: readonly Currency[],
): Promise<ReadonlyMap<Currency, ConversionFactor>> {
  const today = companyToday(await readCompanyTerms(tx), tx.ctx.now);
  const rates = await exchangeRatesOn(tx, [...currencies, 'EUR'], today);
  const found = new Map<Currency, ConversionFactor>();
  for (const currency of currencies) {
    const factor = rates.factor(currency, 'EUR');
    if (factor) found.set(currency, factor);
  }
  return found;
}
