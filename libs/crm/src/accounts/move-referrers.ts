import type { Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { recordDocuments, recordsBy, updateRecords, type RecordOptions } from '@quittance/objects';
import { CASCADE } from '../cascade.js';
import { accountMergeForbidden } from '../crm.errors.js';

/** So many records of one kind at most are moved by one merge. */
const MOST = 10_000;

/** What must stay as it is, is not moved either. */
export const MOVED: RecordOptions = { ...CASCADE, held: true };

/** Two records of an object of which one becomes part of the other. */
export interface Merged {
  readonly object: CompanyObject;
  readonly winnerId: RecordId;
  readonly loser: { readonly id: RecordId; readonly name: unknown };
}

/**
 * Points at the winner what points at the loser, and hangs the documents of the loser on it.
 * Answers how many records of each object were moved.
 * @param beside what else changes of those that point there with a field
 * @throws DomainError account_merge_forbidden, record_awaits_approval
 */
export async function moveReferrers(
  tx: Tx,
  { object, winnerId, loser }: Merged,
  beside: (from: string, field: string) => FieldValues = () => ({}),
): Promise<Record<string, number>> {
  const moved: Record<string, number> = {};
  const referrers = await recordsBy.reference(tx, object, [loser.id], MOST + 1);
  for (const { from, field, ids } of referrers) {
    if (ids.length > MOST) throw tooMany(loser, from.pluralLabel);
    const patch = { [field.name]: winnerId, ...beside(from.name, field.name) };
    await updateRecords(
      tx,
      from,
      ids.map((id) => ({ id, patch })),
      MOVED,
    );
    moved[from.name] = (moved[from.name] ?? 0) + ids.length;
  }
  // Deleting a record takes its documents with it.
  const documents = await recordDocuments.move(tx, object, loser.id, winnerId);
  return documents > 0 ? { ...moved, document: documents } : moved;
}

function tooMany({ name }: Merged['loser'], objects: string) {
  const reason = `it has more than ${MOST} ${objects.toLowerCase()}`;
  return accountMergeForbidden({ name: String(name), reason });
}
