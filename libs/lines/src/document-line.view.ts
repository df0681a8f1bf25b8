import { currencyDigits, trimDecimal } from '@quittance/money';
import { isUndetermined } from '@quittance/tax';
import { discountOf, type DocumentLine } from './document-line.js';

type Line = Pick<DocumentLine, 'unitPrice' | 'discountPercent' | 'discountGiven' | 'taxReason'>;

/** What lines of invoices and of credit notes show otherwise than it is kept. */
export const documentLineViews = {
  unitPrice: ({ unitPrice }: Line, currency: string) => unitPriceText(unitPrice, currency),
  discount: (line: Line, currency: string) => discountOf(line, currency),
  taxUndetermined: ({ taxReason }: Line) => isUndetermined(taxReason),
};

/** At least the decimals of the currency, more only where they are used: `49.990000` → `49.99`. */
export function unitPriceText(unitPrice: string, currency: string): string {
  const [whole = '0', fraction = ''] = trimDecimal(unitPrice).split('.');
  const digits = currencyDigits(currency);
  const padded = fraction.padEnd(digits, '0');
  return padded ? `${whole}.${padded}` : whole;
}
