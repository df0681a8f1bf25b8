import type { EventEnvelope } from '@quittance/contracts';
import type { CheckedFormula } from '@quittance/formula';
import type { Tx } from '@quittance/database';
import {
  lookupOf,
  readRecords,
  type CompanyObject,
  type FieldValues,
  type RecordId,
} from '@quittance/objects';

/** A record that rules hear of. */
export type HeardRecord = FieldValues & { readonly id: RecordId };

/** What the event itself says of its record. */
export function saidBy({ data, recordId }: EventEnvelope): HeardRecord {
  return { ...data, id: recordId as RecordId } as HeardRecord;
}

/** Whether what is said is enough for a formula: it names no field of which nothing is said. */
export function suffices(object: CompanyObject, said: HeardRecord, formula: CheckedFormula) {
  return formula.paths.every(([first = '', second]) => {
    const name = second === undefined ? first : (lookupOf(object, first)?.name ?? first);
    return Object.hasOwn(said, name);
  });
}

/** Whether it says everything, as the events of most objects do. */
export function isWhole(object: CompanyObject, said: HeardRecord): boolean {
  return [...object.fields.keys()].every((name) => Object.hasOwn(said, name));
}

/**
 * The whole record: what the event said of it holds as it was then. Of what it did not say, as of an
 * invoice, the rest is read as it is now, with everything that is computed. The actor of workflows
 * sees every record.
 */
export async function wholeRecord(
  tx: Tx,
  object: CompanyObject,
  said: HeardRecord,
): Promise<HeardRecord> {
  if (isWhole(object, said)) return said;
  const [now] = await readRecords(tx, object, [said.id]);
  return { ...now, ...said };
}
