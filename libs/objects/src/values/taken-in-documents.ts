import { sql, type Tx } from '@quittance/database';
import type { Field, FieldId } from '@quittance/fields';
import type { RecordObject } from '@quittance/metadata';
import type { Draft } from '../records/draft.js';
import { liveRows } from '../records/owned-rows.js';
import type { TakenValue, UniqueAnswer } from './side-rows.js';

/**
 * Two who set the same field wait for one another: neither sees the document of the other, and no
 * key of a side table stands between them. A lock for each field, as one for each value would fill
 * the lock table of the server, which is everybody's. In one order. `$2` the fields.
 */
const LOCK = sql(`
  select pg_advisory_xact_lock(hashtextextended(v.key, 0)) from (
    select 'objects.unique ' || $1::text || field_id::text as key
    from unnest($2::uuid[]) as field_id order by 1) v`);

/** A value that is set of a field, on its way to the statement. */
interface SentValue {
  readonly id: Draft['id'];
  readonly fieldId: FieldId;
  readonly name: string;
  /** Whether the case of letters does not count. */
  readonly folded: boolean;
  readonly value: string;
}

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
  const known = new Set<FieldId>(unsettled);
  const sent = [...object.fields.values()].flatMap((field) => sentOf(field, known, drafts));
  if (sent.length === 0) return taken;
  const { companyId } = tx.ctx;
  const fields = [...new Map(sent.map((each) => [each.fieldId, each])).values()];
  await tx.run(LOCK, [companyId, fields.map(({ fieldId }) => fieldId)]);
  const found = await tx.rows<TakenValue>(takenText(object), [
    companyId,
    JSON.stringify(sent),
    fields.map(({ name }) => name),
    fields.map(({ folded }) => folded),
  ]);
  return [...taken, ...found];
}

function sentOf(
  { name, type, storage }: Field,
  unsettled: ReadonlySet<FieldId>,
  drafts: readonly Draft[],
): readonly SentValue[] {
  if (storage.kind !== 'custom' || !unsettled.has(storage.fieldId)) return [];
  const { fieldId } = storage;
  return drafts.flatMap(({ id, values }) => {
    const value = values[name] ?? null;
    return value === null
      ? []
      : [{ id, fieldId, name, folded: type === 'email', value: String(value) }];
  });
}

const compared = (value: string, folded: string) =>
  `case when ${folded} then lower(${value}) else ${value} end`;

/**
 * One look through the documents, whatever is asked: `offset 0` keeps the values that are sent from
 * being held against each document one by one. Of two that are sent the second is refused.
 */
const takenText = (object: RecordObject): string => `
  with sent as (
    select r.id, r."fieldId", r.name, ${compared('r.value', 'r.folded')} as value
    from json_to_recordset($2::json)
      as r (id uuid, "fieldId" uuid, name text, folded boolean, value text))
  select distinct s.id as "recordId", s."fieldId" from (
    select t.id, f.name, ${compared('(t.custom ->> f.name)', 'f.folded')} as value
    from ${object.table.name} t cross join unnest($3::text[], $4::boolean[]) as f (name, folded)
    where t.company_id = $1 and ${liveRows(object, 't')} offset 0) d
  join sent s on s.name = d.name and s.value = d.value and s.id <> d.id
  left join sent o on o.name = d.name and o.id = d.id
  where o.id is null or d.id < s.id`;
