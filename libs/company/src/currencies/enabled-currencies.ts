import type { Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import { currencyNotEnabled } from '../company.errors.js';
import { readCompanyTerms, type CurrentTerms } from '../company.queries.js';

type CurrencyTerms = Pick<CurrentTerms, 'baseCurrency' | 'currencySwitches'>;

/** Whether new documents may be in the currency. The base currency always is. */
export function isEnabled(
  { baseCurrency, currencySwitches }: CurrencyTerms,
  currency: Currency,
): boolean {
  return currency === baseCurrency || (currencySwitches[currency] ?? true);
}

/**
 * For whatever lets a person choose the currency of something new. What there is keeps its
 * currency: it is paid, credited, billed and refunded whether the currency is enabled or not.
 * @throws DomainError currency_not_enabled
 */
export function refuseDisabled(
  terms: CurrencyTerms,
  currency: Currency,
  pointer = '/currency',
): void {
  if (isEnabled(terms, currency)) return;
  const message = `${currency} is not enabled for this company`;
  throw currencyNotEnabled(
    { currency },
    { errors: [{ pointer, code: currencyNotEnabled.code, message }] },
  );
}

/**
 * The same where something that there is changes its currency: the terms are read only for what
 * does.
 * @throws DomainError currency_not_enabled
 */
export async function refuseNewlyDisabled(
  tx: Tx,
  changes: readonly { readonly before: unknown; readonly after: unknown }[],
  pointer = '/currency',
): Promise<void> {
  const chosen = changes.filter(({ before, after }) => after && after !== before);
  if (chosen.length === 0) return;
  const terms = await readCompanyTerms(tx);
  for (const { after } of chosen) refuseDisabled(terms, String(after), pointer);
}
