import { minOf } from '@quittance/money';
import type { CreditNoteLine } from './credit-note.repository.js';
import type { PricedCreditNote } from './price-credit-note.js';

/**
 * A note with no more tax than is left of its invoice. What an invoice asks and takes off in lines
 * of both signs bears taxes that were rounded together; notes over parts of it are rounded by
 * themselves, so that they may come to a minor unit more, though their net is within it.
 * @param left what of the invoice no other note has credited, with tax
 */
export function taxWithin(priced: PricedCreditNote, left: bigint): PricedCreditNote {
  let above = minOf(priced.total - left, priced.taxTotal);
  if (above <= 0n || priced.subtotal > left) return priced;
  const lines = priced.lines.toReversed().map((line) => {
    const less = lessTax(line, above);
    above -= line.tax - less.tax;
    return less;
  });
  const { subtotal } = priced;
  return { ...priced, lines: lines.reverse(), taxTotal: left - subtotal, total: left };
}

/** A line with its taxes lowered by an amount, or as far as they reach; minor units. */
function lessTax(line: CreditNoteLine, amount: bigint): CreditNoteLine {
  let open = amount;
  const taxes = line.taxes.map((each) => {
    const part = minOf(open, BigInt(each.tax));
    if (part <= 0n) return each;
    open -= part;
    return { ...each, tax: (BigInt(each.tax) - part).toString() };
  });
  const tax = line.tax - (amount - open);
  return { ...line, taxes, tax, total: line.net + tax };
}
