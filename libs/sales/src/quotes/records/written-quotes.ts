import type { Tx, WriteBuffer } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { objectOf, type CompanyModels } from '@quittance/metadata';
import { refreshComputed, type CustomMembers, type WrittenRecord } from '@quittance/objects';
import type { Quote, QuoteId } from '../quote.description.js';
import type { QuoteStatus } from '../quote.js';
import { quoteFieldValues } from '../quote.view.js';

/** A revision of a quote that is in another state than before the transaction, or is replaced. */
export interface QuoteMove {
  readonly id: QuoteId;
  readonly status: QuoteStatus;
  /** The revision that has taken its place. */
  readonly supersededById: QuoteId | null;
}

/** A quote that a transaction has written. */
export interface QuoteWriting {
  readonly id: QuoteId;
  /** Members that it changed, as they were; null of a new quote. */
  readonly before: FieldValues | null;
  /** Null of one that is in the state in which it was, and stands. */
  readonly moved: QuoteMove | null;
}

/** Quotes that the transaction has written: `SalesModule` says who settles them at its end. */
export const writtenQuotes: WriteBuffer<readonly QuoteWriting[]> = { name: 'sales.written-quotes' };

/** Marks quotes as written: whoever writes rows of `sales.quote` does so. */
export function markQuote(
  tx: Tx,
  { id, status, supersededById }: QuoteMove,
  before: Quote | null,
): void {
  const isAnother =
    before && (before.status !== status || before.supersededById !== supersededById);
  const moved = isAnother ? { id, status, supersededById } : null;
  tx.later(writtenQuotes, [{ id, before: before && quoteFieldValues(before), moved }]);
}

/** Marks what the company's own fields of a quote were. */
export function markQuoteMembers(tx: Tx, members: CustomMembers | null): void {
  const { id, before = null } = members?.draft ?? {};
  if (!before) return;
  const writing = { id: id as string as QuoteId, before: before.view, moved: null };
  tx.later(writtenQuotes, [writing]);
}

/**
 * Refreshes stored formulas of quotes and roll-ups over them; nothing where the company stores
 * none.
 */
function refreshQuotes(models: CompanyModels) {
  return async (tx: Tx, written: readonly (readonly QuoteWriting[])[]): Promise<void> => {
    const object = objectOf(await models.of(tx), 'quote');
    await refreshComputed(tx, object, written.flat() as readonly object[] as WrittenRecord[]);
  };
}

/** The same, and tells of those that are in another state. */
export function settleQuotes(
  models: CompanyModels,
  tell: (tx: Tx, moves: readonly QuoteMove[]) => Promise<void>,
) {
  const refresh = refreshQuotes(models);
  return async (tx: Tx, written: readonly (readonly QuoteWriting[])[]): Promise<void> => {
    await refresh(tx, written);
    const moves = written.flat().flatMap(({ moved }) => moved ?? []);
    if (moves.length > 0) await tell(tx, moves);
  };
}
