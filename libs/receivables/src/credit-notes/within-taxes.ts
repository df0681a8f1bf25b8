import { formatMinor, trimDecimal } from '@quittance/money';
import { creditExceedsTax } from '../receivables.errors.js';
import type { CreditNoteLine } from './credit-note.repository.js';
import type { CorrectedInvoice } from './price-credit-note.js';

/** A line as far as it says what it comes to, and by which taxes. */
export type TaxedAmount = Pick<CreditNoteLine, 'net' | 'total' | 'taxes' | 'taxCategory'>;

/**
 * Refuses a note by which more of what an invoice asks at a tax would be taken back than no other
 * note has credited, though all of it be within the invoice's total: its tax would come back by a
 * rate at which it was never asked. Net amounts count, or gross ones where prices include tax,
 * since each line of the invoice is kept within these.
 * @param lines of the note, as they are priced
 * @param own how many of them are allowances and charges of the note itself: the last ones
 * @throws DomainError credit_exceeds_tax
 */
export function refuseAboveTaxes(
  { invoice, lines: invoiced, credited = [] }: CorrectedInvoice,
  lines: readonly CreditNoteLine[],
  own = 0,
): void {
  const amountOf = ({ net, total }: TaxedAmount) => (invoice.pricesIncludeTax ? total : net);
  const sumAt = (key: string, all: readonly TaxedAmount[]) =>
    all.reduce((sum, line) => (keyOf(line) === key ? sum + amountOf(line) : sum), 0n);
  for (const key of new Set(lines.map(keyOf))) {
    const given = sumAt(key, lines);
    const rest = sumAt(key, invoiced) - sumAt(key, credited);
    const left = rest > 0n ? rest : 0n;
    if (given <= left) continue;
    const { number, currency } = invoice;
    const last = lines.findLastIndex((line) => keyOf(line) === key && amountOf(line) > 0n);
    const written = lines.length - own;
    const pointer =
      last < written ? `/lines/${last}/quantity` : `/adjustments/${last - written}/amount`;
    const figure = formatMinor(left, currency);
    const message = `is above the ${figure} ${currency} that are left of what is taxed so`;
    throw creditExceedsTax(
      {
        number,
        currency,
        given: formatMinor(given, currency),
        left: figure,
        tax: taxOf(lines[last]),
      },
      { errors: [{ pointer, code: 'max', message }] },
    );
  }
}

function keyOf({ taxes, taxCategory }: Pick<TaxedAmount, 'taxes' | 'taxCategory'>): string {
  const borne = taxes.map(({ kind, jurisdiction, taxCode, rate }) => [
    kind,
    jurisdiction,
    taxCode,
    trimDecimal(rate),
  ]);
  return JSON.stringify([taxCategory, borne]);
}

/** As a person names it: `23 %`, or `no tax`. */
function taxOf(line: Pick<TaxedAmount, 'taxes'> | undefined): string {
  const rates = line?.taxes.map(({ rate }) => `${trimDecimal(rate)} %`) ?? [];
  return rates.length > 0 ? rates.join(' + ') : 'no tax';
}
