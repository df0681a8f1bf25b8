import { arrays, type Tx } from '@quittance/database';
import type { RecordId, RecordObject } from '@quittance/metadata';

/** A record, and one that it is a revision of or that is one of it; itself too. */
interface FoundRevision {
  readonly id: string;
  readonly revision: string;
}

/**
 * What is of one matter with these records, whoever may see it: themselves, and their revisions
 * where the object has any. By the unique key of what those share; no statement where it has none.
 */
export async function findRevisions(
  tx: Tx,
  { table, fields, revisedUnder = '' }: RecordObject,
  ids: readonly RecordId[],
): Promise<readonly FoundRevision[]> {
  const storage = fields.get(revisedUnder)?.storage;
  if (storage?.kind !== 'column') return ids.map((id) => ({ id, revision: id }));
  const shared = storage.column;
  const text = `select t.id, o.id as revision from ${table.name} t
    join ${table.name} o on o.company_id = $1 and o.${shared} = t.${shared}
    where t.company_id = $1 and t.id = any($2::uuid[])`;
  return tx.rows<FoundRevision>(text, [tx.ctx.companyId, arrays.uuid(ids, (id) => id)]);
}
