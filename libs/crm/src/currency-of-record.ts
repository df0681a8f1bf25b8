import { invalidField } from '@quittance/kernel';
import { isCurrency, parseMinor, type Currency } from '@quittance/money';
import type { FieldValues } from '@quittance/fields';
import type { RecordChange } from '@quittance/metadata';

/**
 * Refuses a currency that is none, and one that an amount has too many digits for: an amount keeps
 * its digits when its currency changes.
 * @throws DomainError validation_failed
 */
export function refuseCurrency(record: FieldValues, amountField: string): void {
  const { currency, [amountField]: amount } = record;
  if (!isCurrency(String(currency))) {
    throw invalidField('/currency', 'enum', 'must be an ISO 4217 code such as EUR');
  }
  const none = amount === null || amount === undefined;
  if (none || parseMinor(String(amount), currency as Currency) !== undefined) return;
  throw invalidField(`/${amountField}`, 'precision', `has more decimals than ${String(currency)}`);
}

/** What a change makes of the currency, for `refuseNewlyDisabled`. */
export const currenciesOf = ({ before, after }: RecordChange) => ({
  before: before.currency,
  after: after.currency,
});
