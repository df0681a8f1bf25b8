import type { Tx } from '@quittance/database';
import type { DocumentType } from './document-type.js';

/** How numbering sees the documents of a type. */
export interface NumberedDocuments {
  /** Which of these numbers a document of the company already bears. */
  taken(tx: Tx, numbers: readonly string[]): Promise<readonly string[]>;
  /**
   * A select of each document's `company_id, id, period, seq, number, fate, date, given_at`, of the
   * company `$1::uuid`; fixed text of the owning lib.
   */
  readonly numbers: string;
}

const documents = new Map<DocumentType, NumberedDocuments>();

/**
 * Tells numbering how to see the numbers that documents of a type bear, so that a changed format
 * never makes a duplicate and every number can be explained. The lib that owns the documents calls
 * it once, when it is loaded.
 */
export function registerNumberedDocuments(type: DocumentType, seen: NumberedDocuments): void {
  documents.set(type, seen);
}

export async function takenNumbers(
  tx: Tx,
  type: DocumentType,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const seen = documents.get(type);
  return new Set(seen ? await seen.taken(tx, numbers) : []);
}

/** While no lib has documents of a type there is none. */
const NO_DOCUMENTS = `
  select null::uuid as company_id, null::uuid as id, '' as period, 0::bigint as seq, '' as number,
    '' as fate, null::date as date, null::timestamptz as given_at where false`;

/** The documents of a type with their numbers, as SQL text. */
export function documentNumbers(type: DocumentType): string {
  return documents.get(type)?.numbers ?? NO_DOCUMENTS;
}
