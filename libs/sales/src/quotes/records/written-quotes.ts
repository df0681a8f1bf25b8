import type { Tx, WriteBuffer } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { objectOf, type CompanyModels } from '@quittance/metadata';
import { refreshComputed, type WrittenRecord } from '@quittance/objects';
import type { Quote, QuoteId } from '../quote.description.js';

/** A quote that a transaction has written. */
export interface QuoteWriting {
  readonly id: QuoteId;
  /** Members that it changed, as they were; null of a new quote. */
  readonly before: FieldValues | null;
}

/** Quotes that the transaction has written: `SalesModule` says who settles them at its end. */
export const writtenQuotes: WriteBuffer<readonly QuoteWriting[]> = { name: 'sales.written-quotes' };

/** Marks quotes as written: whoever writes rows of `sales.quote` does so. */
export function markQuote(tx: Tx, { id }: Pick<Quote, 'id'>, before: Quote | null): void {
  const { accountId, dealId } = before ?? {};
  tx.later(writtenQuotes, [{ id, before: before && { accountId, dealId } } as QuoteWriting]);
}

/**
 * Refreshes stored formulas of quotes and roll-ups over them; nothing where the company stores
 * none.
 */
export function refreshQuotes(models: CompanyModels) {
  return async (tx: Tx, written: readonly (readonly QuoteWriting[])[]): Promise<void> => {
    const object = objectOf(await models.of(tx), 'quote');
    await refreshComputed(tx, object, written.flat() as readonly object[] as WrittenRecord[]);
  };
}
