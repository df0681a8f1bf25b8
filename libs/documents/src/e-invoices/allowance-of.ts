import type { PrintableInvoice, PrintableLine } from '../sheets/printable-document.js';
import type { EInvoiceAllowance } from './e-invoice.js';
import { toldShare } from './net-price.js';
import { vatOf } from './vat-category.js';

/**
 * A line that is taken off the whole document or put on it, as EN 16931 has it; null of any other.
 * What is taken off a credit note is what was put on its invoice.
 */
export function allowanceOf(
  line: PrintableLine,
  { pricesIncludeTax, seller }: Pick<PrintableInvoice, 'pricesIncludeTax' | 'seller'>,
): EInvoiceAllowance | null {
  const { adjustment, net, description } = line;
  if (!adjustment) return null;
  // One that was meant the other way round is told as what it is: an amount is never negative.
  const isCharge = net === 0n ? adjustment.kind === 'charge' : net > 0n;
  const amount = net < 0n ? -net : net;
  const { percent, base } = adjustment;
  // The share of a price that includes tax is none of the net amount.
  const told = pricesIncludeTax || base === null ? null : toldShare(percent, base, amount);
  return {
    isCharge,
    amount,
    base: told === null ? null : base,
    percent: told,
    reason: description,
    ...vatOf(line, seller),
  };
}
