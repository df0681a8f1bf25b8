import { sql, type Tx } from '@quittance/database';
import type { Field } from '@quittance/fields';
import type { RecordObject } from '@quittance/metadata';
import type { Draft } from '../records/draft.js';
import { liveRows } from '../records/owned-rows.js';
import type { TakenValue, UniqueAnswer } from './side-rows.js';

/**
 * Two who store the same value wait for one another: neither sees the document of the other, and
 * no key of a side table stands between them. In one order. `$3` the values as they are compared.
 */
const LOCK = sql(`
  select pg_advisory_xact_lock(hashtextextended(v.key, 0)) from (
    select distinct 'objects.unique ' || $1::text || $2::text || value as key
    from unnest($3::text[]) as value order by 1) v`);

/**
 * Which values that records are given others have already, as the side table says, and of fields
 * whose side table is not whole as their documents do: while an index is built, and where it cannot
 * be because two had the same value before. What stands as it was is not judged.
 */
export async function takenByOthers(
  tx: Tx,
  object: RecordObject,
  drafts: readonly Draft[],
  { taken, unsettled }: UniqueAnswer,
): Promise<readonly TakenValue[]> {
  if (unsettled.length === 0) return taken;
  const found = [...taken];
  for (const field of object.fields.values()) {
    const { storage } = field;
    if (storage.kind !== 'custom' || !unsettled.includes(storage.fieldId)) continue;
    const ids = await takenInDocuments(tx, object, field, drafts);
    found.push(...ids.map((recordId) => ({ recordId, fieldId: storage.fieldId })));
  }
  return found;
}

async function takenInDocuments(
  tx: Tx,
  object: RecordObject,
  { name, type, storage }: Field,
  drafts: readonly Draft[],
): Promise<readonly Draft['id'][]> {
  const sent = drafts.flatMap(({ id, values }) => {
    const value = values[name] ?? null;
    return value === null ? [] : [{ id, value: String(value) }];
  });
  if (sent.length === 0 || storage.kind !== 'custom') return [];
  const { companyId } = tx.ctx;
  const folded = type === 'email';
  const keys = sent.map(({ value }) => (folded ? value.toLowerCase() : value));
  await tx.run(LOCK, [companyId, storage.fieldId, keys]);
  const compared = (value: string) => (folded ? `lower(${value})` : value);
  const text = `select r.id from json_to_recordset($2::json) as r (id uuid, value text)
    where exists (select from ${object.table.name} t
      where t.company_id = $1 and ${liveRows(object, 't')}
        and ${compared('t.custom ->> $3')} = ${compared('r.value')}
        and t.id <> r.id and (t.id <> all($4::uuid[]) or t.id < r.id))`;
  const ids = sent.map(({ id }) => id);
  const rows = await tx.rows<Pick<Draft, 'id'>>(text, [companyId, JSON.stringify(sent), name, ids]);
  return rows.map(({ id }) => id);
}
