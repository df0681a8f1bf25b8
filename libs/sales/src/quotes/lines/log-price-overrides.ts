import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { trimDecimal } from '@quittance/money';

/** What a line says of its price. */
interface PricedLine {
  readonly id: string;
  readonly position: number;
  readonly unitPrice: string | null;
  readonly listPrice: string | null;
}

/**
 * Logs prices that were typed in place of the listed ones, of a document by itself: a row for all
 * lines of a change, and none where nothing is priced otherwise than it was before.
 */
export function logPriceOverrides(
  tx: Tx,
  { object, recordId }: { readonly object: 'quote' | 'sales-order'; readonly recordId: string },
  before: readonly PricedLine[],
  after: readonly PricedLine[],
): void {
  const lines = priceOverrides(before, after);
  if (lines.length === 0) return;
  const action = object === 'quote' ? 'quote.price_overridden' : 'order.price_overridden';
  audit(tx, { action, object, recordId, after: { lines } });
}

/** The lines whose price was typed otherwise than it is listed, and than it was before. Pure. */
export function priceOverrides(before: readonly PricedLine[], after: readonly PricedLine[]) {
  const known = new Map(before.map((line) => [line.id, line] as const));
  return after.flatMap(({ id, position, unitPrice, listPrice }) => {
    if (unitPrice === null || listPrice === null || isSame(unitPrice, listPrice)) return [];
    const was = known.get(id)?.unitPrice ?? null;
    if (was !== null && isSame(was, unitPrice)) return [];
    return [{ position, listPrice, unitPrice }];
  });
}

function isSame(one: string, other: string): boolean {
  return trimDecimal(one) === trimDecimal(other);
}
