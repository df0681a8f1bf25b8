import { type Tx, arrays } from '@quittance/database';
import type { RecordObject } from '@quittance/metadata';
import type { FieldValue } from '@quittance/fields';

/**
 * Writes computed values into the documents of records: members by record, null takes one out.
 * Neither version nor times change: nobody has changed the record.
 */
export async function storeComputed(
  tx: Tx,
  object: RecordObject,
  values: ReadonlyMap<string, Readonly<Record<string, FieldValue>>>,
): Promise<void> {
  const rows = [...values].map(([id, members]) => {
    const set = Object.entries(members).filter(([, value]) => value !== null);
    return { id, gone: Object.keys(members), set: Object.fromEntries(set) };
  });
  if (rows.length === 0) return;
  await tx.run(
    `update ${object.table.name} t set custom = (t.custom - r.gone) || r.set
     from json_to_recordset($2::json) as r (id uuid, gone text[], set jsonb)
     where t.company_id = $1 and t.id = r.id
       and t.custom is distinct from (t.custom - r.gone) || r.set`,
    [tx.ctx.companyId, JSON.stringify(rows)],
  );
}

/** Locks rows in the order of their ids, so that two transactions never wait for each other. */
export async function lockRows(
  tx: Tx,
  object: RecordObject,
  ids: readonly string[],
): Promise<void> {
  await tx.run(
    `select 1 from ${object.table.name} t where t.company_id = $1 and t.id = any($2::uuid[])
     order by t.id for no key update`,
    [tx.ctx.companyId, arrays.uuid(ids, (id) => id)],
  );
}
