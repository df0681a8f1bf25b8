import { currencyDigits, parseMinor, type Currency } from '@quittance/money';
import { invalidField } from '@quittance/kernel';

/**
 * Minor units of a positive amount in a request.
 * @throws DomainError validation_failed at the pointer
 */
export function parseAmount(text: string, currency: Currency, pointer = '/amount'): bigint {
  const minor = parseMinor(text, currency);
  if (minor === undefined) {
    const digits = currencyDigits(currency);
    const message =
      `must be a decimal with at most ${digits} digits after the point for ` + `${currency}`;
    throw invalidField(pointer, 'precision', message);
  }
  if (minor <= 0n) throw invalidField(pointer, 'min', 'must be greater than 0');
  return minor;
}
