import type { PrintableInvoice, PrintableLine } from '../printable-document.js';
import data from './marked-rates.json';

type Marked = Pick<PrintableInvoice, 'seller' | 'issueDate'>;

/** The sign that the law of the seller has beside a line of this rate; null where it has none. */
export function rateMark(
  { seller, issueDate }: Marked,
  { taxes, decision }: Pick<PrintableLine, 'taxes' | 'decision'>,
): string | null {
  const { country } = seller.address;
  if (decision.category !== 'S') return null;
  const isOwn = ({ jurisdiction = null }: PrintableLine['taxes'][number]) =>
    jurisdiction === null || jurisdiction === country;
  const found = data.rates.find(
    (each) =>
      each.country === country &&
      each.validFrom <= issueDate &&
      taxes.some((tax) => isOwn(tax) && tax.rate === each.rate),
  );
  return found?.mark ?? null;
}
