import type { Tx } from '@quittance/database';
import type { DocumentType } from './document-type.js';

/** Which of these numbers a document of the company already bears. */
export type TakenNumbers = (tx: Tx, numbers: readonly string[]) => Promise<readonly string[]>;

const lookups = new Map<DocumentType, TakenNumbers>();

/**
 * Tells numbering how to see the numbers that documents of a type bear, so that a changed format
 * never makes a duplicate. The lib that owns the documents calls it once, when it is loaded.
 */
export function registerNumberedDocuments(type: DocumentType, taken: TakenNumbers): void {
  lookups.set(type, taken);
}

export async function takenNumbers(
  tx: Tx,
  type: DocumentType,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const lookup = lookups.get(type);
  return new Set(lookup ? await lookup(tx, numbers) : []);
}
