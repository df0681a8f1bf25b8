import { sql, type Tx, arrays } from '@quittance/database';
import type { RecordId, RecordObject } from '@quittance/metadata';
import type { FieldId } from '@quittance/fields';
import type { IndexPurpose } from './field-index.js';
import { makeSideSql, TAKEN_BESIDE, type SideSql } from './side-rows.sql.js';

/** A value that should be unique and that another record has. */
export interface TakenValue {
  readonly recordId: RecordId;
  readonly fieldId: FieldId;
}

/** What side tables say of unique values. */
export interface UniqueAnswer {
  readonly taken: readonly TakenValue[];
  /** Fields of which they do not know every value: the documents have to be asked too. */
  readonly unsettled: readonly FieldId[];
}

type AnsweredRow = Pick<TakenValue, 'fieldId'> & { readonly recordId: RecordId | null };

function answerOf(rows: readonly AnsweredRow[]): UniqueAnswer {
  const isTaken = (row: AnsweredRow): row is TakenValue => row.recordId !== null;
  const unsettled = rows.filter((row) => !isTaken(row)).map(({ fieldId }) => fieldId);
  return { taken: rows.filter(isTaken), unsettled };
}

const known = new WeakMap<RecordObject, SideSql>();

/**
 * `$3` the ids of records whose rows lie in the table; `$4` and `$5` one field and purpose, or
 * null.
 */
function sideSql(object: RecordObject): SideSql {
  let made = known.get(object);
  if (!made) {
    const { name, softDelete } = object.table;
    made = makeSideSql(
      `join ${name} t on t.company_id = $1 and t.id = any($3::uuid[])
         ${softDelete ? ' and t.deleted_at is null' : ''}`,
      ' and ($4::uuid is null or f.field_id = $4 and f.purpose = $5)',
    );
    known.set(object, made);
  }
  return made;
}

/**
 * Sent in one round trip. On one machine a statement stores all and asks in the same breath; a
 * cluster would carry its rows back and forth, and takes one for each table.
 */
async function send(
  tx: Tx,
  { free, store, apart }: SideSql,
  params: readonly unknown[],
  { fresh, one = [] }: { readonly fresh: boolean; readonly one?: readonly unknown[] },
): Promise<UniqueAnswer> {
  const freed = fresh ? Promise.resolve(0) : tx.run(free, params);
  const all = [...params, ...one];
  const stored = tx.distributed ? apart.store.map((each) => tx.run(each, all)) : [];
  const asked = tx.rows<AnsweredRow>(tx.distributed ? apart.taken : store, all);
  const [rows] = await Promise.all([asked, freed, ...stored]);
  return answerOf(rows);
}

/** `$3` the rows themselves: what was just written need not be found again. */
const OF_ROWS = makeSideSql(`cross join json_to_recordset($3::json) as t (id uuid, custom jsonb)`);

/** The one field that a building is about. */
export interface OneIndex {
  readonly fieldId: FieldId;
  readonly purpose: IndexPurpose;
}

export interface SideRowOptions {
  /** All fields of the object where it is left out. */
  readonly only?: OneIndex;
  /** The records are just made: there is nothing of them to free. */
  readonly fresh?: boolean;
}

/**
 * Writes what side tables keep of these records, as they are in their table now. Answers the values
 * that should be unique and are not: the transaction must not be committed with them.
 */
export async function storeSideRows(
  tx: Tx,
  object: RecordObject,
  ids: readonly RecordId[],
  { only, fresh = false }: SideRowOptions = {},
): Promise<readonly TakenValue[]> {
  const params = [tx.ctx.companyId, object.name, arrays.uuid(ids, (id) => id)];
  const one = [only?.fieldId ?? null, only?.purpose ?? null];
  return (await send(tx, sideSql(object), params, { fresh, one })).taken;
}

/**
 * The same for rows that this transaction has just written or holds locked, as the JSON of an array
 * of their ids and whole documents: their table is not asked again.
 */
export async function storeSideRowsOf(
  tx: Tx,
  { name }: RecordObject,
  rows: string,
  { fresh = false }: Pick<SideRowOptions, 'fresh'> = {},
): Promise<UniqueAnswer> {
  return send(tx, OF_ROWS, [tx.ctx.companyId, name, rows], { fresh });
}

/**
 * Which unique values of rows that are not written another record has, as the JSON of an array of
 * their ids and documents.
 */
export async function takenBeside(
  tx: Tx,
  { name }: RecordObject,
  rows: string,
): Promise<UniqueAnswer> {
  return answerOf(await tx.rows<AnsweredRow>(TAKEN_BESIDE, [tx.ctx.companyId, name, rows]));
}

const FIELDS = `select field_id from objects.field_index where company_id = $1 and object = $2`;
const REMOVE = ['field_value', 'reference', 'unique_value'].map((table) =>
  sql(`delete from objects.${table} where company_id = $1 and field_id in (${FIELDS})
    and record_id = any($3::uuid[])`),
);

/** Takes deleted records out of the side tables: their values are free, what they point at too. */
export async function removeSideRows(
  tx: Tx,
  object: RecordObject,
  ids: readonly RecordId[],
): Promise<void> {
  const params = [tx.ctx.companyId, object.name, arrays.uuid(ids, (id) => id)];
  await Promise.all(REMOVE.map((statement) => tx.run(statement, params)));
}
