import type { Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
import { lineProducts, type LineProducts } from '@quittance/lines';
import type { SupplyPlace } from '@quittance/tax';

type Corrected = { readonly placeOf: SupplyPlace | null } | undefined;
interface Placed {
  readonly productId: ProductId | null;
  readonly placeOf?: SupplyPlace | null | undefined;
}

/** Where a new line of a note is supplied: who corrects a line decides nothing anew. */
export function placeOfNote(input: Placed, corrected: Corrected, products: LineProducts) {
  if (corrected) return input.placeOf ?? corrected.placeOf;
  return lineProducts.placeOf(input, products);
}

/**
 * The same of a line that is changed: another product or another line of the invoice brings its
 * place along.
 * @throws DomainError validation_failed for a product that is not there
 */
export async function placeOfNoteAfter(
  tx: Tx,
  line: Placed,
  patch: Partial<Placed> & { readonly invoiceLineId?: string | null },
  corrected: Corrected,
) {
  const { productId = line.productId, placeOf } = patch;
  const isMoved = productId !== line.productId || patch.invoiceLineId !== undefined;
  if (!isMoved) return placeOf === undefined ? (line.placeOf ?? null) : placeOf;
  const products = await lineProducts.read(tx, [{ productId }], () => '/productId');
  return placeOfNote({ productId, placeOf }, corrected, products);
}
