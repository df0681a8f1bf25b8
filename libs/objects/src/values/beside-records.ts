import type { Tx } from '@quittance/database';
import type { RecordObject, RecordView } from '@quittance/metadata';
import { fillWords } from '../words/fill-words.js';
import { storeWords } from '../words/record-words.js';
import { storeSideRows } from './side-rows.js';

/** For whoever inserts the row of a record by a statement of its own. */
async function storeFresh(
  tx: Tx,
  object: RecordObject,
  record: Pick<RecordView, 'id'> & Readonly<Record<string, unknown>>,
): Promise<void> {
  await Promise.all([
    storeSideRows(tx, object, [record.id], { fresh: true }),
    storeWords(tx, object, [{ before: null, after: record as RecordView }]),
  ]);
}

/** What is kept beside the rows of records, and follows from them. */
export const besideRecords = {
  /** Of a new record. */
  store: storeFresh,
  /** For migrations. */
  fillWords,
} as const;
