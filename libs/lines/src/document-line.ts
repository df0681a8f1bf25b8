import { formatMinor, trimDecimal, type Currency } from '@quittance/money';
import type { RowOf } from '@quittance/nouns';
import type { Discount } from '@quittance/tax';
import type { documentLineMembers } from './document-line.description.js';
import type { LineProduct } from './line-product.js';

/** A line as the tables of documents keep it, but for its id and what it belongs to. */
export type DocumentLine = RowOf<typeof documentLineMembers>;

/** What a stored line took over from its product when it was written. */
export function keptProduct(
  line: Pick<DocumentLine, 'sku' | 'unit' | 'hsnCode' | 'supplyKind' | 'taxCode' | 'productTaxed'>,
): LineProduct {
  const { sku, unit, hsnCode, supplyKind, taxCode, productTaxed } = line;
  return { sku, unit, hsnCode, taxCode: productTaxed ? taxCode : null, supply: supplyKind };
}

/** The discount of a stored line as it was sent. */
export function discountOf(
  line: Pick<DocumentLine, 'discountPercent' | 'discountGiven'>,
  currency: Currency,
): Discount | null {
  if (line.discountPercent !== null) return { percent: trimDecimal(line.discountPercent) };
  if (line.discountGiven !== null) return { amount: formatMinor(line.discountGiven, currency) };
  return null;
}
