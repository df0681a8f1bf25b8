import { type Tx, arrays } from '@quittance/database';
import type { RecordId, RecordObject, CompanyObject } from '@quittance/metadata';
import type { FieldValues, Field, FieldSettings } from '@quittance/fields';
import { liveRows } from './owned-rows.js';

type OnDelete = NonNullable<FieldSettings['onDelete']>;

/** Records that point at others with one of their fields. */
export interface Referrers {
  readonly from: CompanyObject;
  readonly field: Field;
  readonly onDelete: OnDelete;
  readonly ids: readonly RecordId[];
}

/** Fields of any object that point at this one, in a fixed order. */
function pointingFields(object: CompanyObject): { from: CompanyObject; field: Field }[] {
  const { model, name: own } = object;
  // What stands for some of its records by another name, as a partner is a ledger account.
  const names = [...model.targets.values()].filter(({ of }) => of === own).map(({ name }) => name);
  const targets = new Set<string | undefined>([own, ...names]);
  return [...model.objects.values()].flatMap((from) =>
    [...from.fields.values()]
      .filter(({ name, type, settings }) => {
        const points = type === 'lookup' || type === 'master_detail';
        const { target, targetField } = settings;
        return points && name !== 'id' && (targets.has(target) || targetField !== undefined);
      })
      .map((field) => ({ from, field })),
  );
}

/**
 * What points at these records, beyond the records themselves: one statement for each field that
 * may. At most `limit` records for each. The records are locked for deletion before, so that nobody
 * points at them any more who is not found here.
 */
export async function findReferrers(
  tx: Tx,
  object: CompanyObject,
  ids: readonly RecordId[],
  limit: number,
): Promise<readonly Referrers[]> {
  const found = await Promise.all(
    pointingFields(object).map(async ({ from, field }) => ({
      from,
      field,
      onDelete: onDeleteOf(field),
      ids: await pointingIds(tx, { from, field, to: object }, ids, limit),
    })),
  );
  return found.filter((each) => each.ids.length > 0);
}

function onDeleteOf({ type, required, settings }: Field): OnDelete {
  if (settings.onDelete !== undefined) return settings.onDelete;
  if (type === 'master_detail') return 'cascade';
  return required ? 'restrict' : 'clear';
}

/** What clears a field; with it goes the name of the object, where a field beside it has that. */
export function cleared({ name, settings: { targetField } }: Field): FieldValues {
  return { [name]: null, ...(targetField === undefined ? {} : { [targetField]: null }) };
}

interface Pointing {
  readonly from: RecordObject;
  readonly field: Field;
  readonly to: RecordObject;
}

/** Of a field that may point at any object, the rows that name this one. */
function naming({ from, field, to }: Pointing, bind: (value: string) => string): string {
  const beside = from.fields.get(field.settings.targetField ?? '')?.storage;
  return beside?.kind === 'column' ? `and t.${beside.column} = ${bind(to.name)}` : '';
}

async function pointingIds(
  tx: Tx,
  pointing: Pointing,
  ids: readonly RecordId[],
  limit: number,
): Promise<readonly RecordId[]> {
  const { from, field } = pointing;
  const { storage } = field;
  const table = from.table.name;
  const beyond = `and t.id <> all($2::uuid[]) and ${liveRows(from, 't')} limit ${limit}`;
  const keys = arrays.uuid(ids, (id) => id);
  const params: unknown[] = [tx.ctx.companyId, keys];
  if (storage.kind === 'column') {
    const named = naming(pointing, (value) => `$${params.push(value)}`);
    const text = `select t.id from ${table} t
      where t.company_id = $1 ${named} and t.${storage.column} = any($2::uuid[]) ${beyond}`;
    return (await tx.rows<{ id: RecordId }>(text, params)).map(({ id }) => id);
  }
  if (storage.kind !== 'custom') return [];
  if (storage.index !== 'ready') {
    // A side table that is not whole yet, or is being emptied, knows only some of them.
    params.push(field.name);
    const text = `select t.id from ${table} t
      where t.company_id = $1 and (t.custom ->> $3)::uuid = any($2::uuid[]) ${beyond}`;
    return (await tx.rows<{ id: RecordId }>(text, params)).map(({ id }) => id);
  }
  params.push(storage.fieldId);
  const text = `select t.id from objects.reference r
    join ${table} t on t.company_id = $1 and t.id = r.record_id
    where r.company_id = $1 and r.target_id = any($2::uuid[]) and r.field_id = $3 ${beyond}`;
  return (await tx.rows<{ id: RecordId }>(text, params)).map(({ id }) => id);
}

/** The records of an object that point at one by a field of theirs; at most `limit` of them. */
export function findChildren(
  tx: Tx,
  { from, field, to }: Pointing,
  id: RecordId,
  limit: number,
): Promise<readonly RecordId[]> {
  return pointingIds(tx, { from, field, to }, [id], limit);
}
