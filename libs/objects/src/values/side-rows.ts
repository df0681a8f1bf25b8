import { sql, type Sql, type Tx, arrays } from '@quittance/database';
import type { RecordId, RecordObject } from '@quittance/metadata';
import type { FieldId } from '@quittance/fields';
import type { IndexPurpose } from './field-index.js';

/** A value that should be unique and that another record has. */
export interface TakenValue {
  readonly recordId: RecordId;
  readonly fieldId: FieldId;
}

interface SideSql {
  /** Frees unique values that records have no longer. */
  readonly free: Sql;
  /** Each writes one side table, in the order in which they are sent. */
  readonly store: readonly Sql[];
  /** What should be unique and is another's. */
  readonly taken: Sql;
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
      `join ${name} t on t.company_id = f.company_id and t.id = any($3::uuid[])
         ${softDelete ? ' and t.deleted_at is null' : ''}`,
      ' and ($4::uuid is null or f.field_id = $4 and f.purpose = $5)',
    );
    known.set(object, made);
  }
  return made;
}

/**
 * A long value is as unique as its hash: of its bytes, which `decode` gives of a text without
 * escapes. A cluster takes no `convert_to` here, which might give other ones tomorrow.
 */
const key = (value: string, kind: string) => `(case when ${kind} = 'folded' then lower(${value})
  when length(${value}) > 200
    then encode(sha256(decode(replace(${value}, '\\', '\\\\'), 'escape')), 'hex')
  else ${value} end)`;

/*
 * Which fields are kept, and how, is read in the statement itself: a process whose model is older
 * than the marking of a field writes its row all the same, so that the building misses none. `$1`
 * the company, `$2` the object.
 */
function makeSideSql(join: string, only = ''): SideSql {
  const wanted = (purpose: IndexPurpose) => `(
    select f.company_id, f.field_id, f.kind, t.id, t.custom ->> f.name as v
    from objects.field_index f ${join}
    where f.company_id = $1 and f.object = $2 and f.purpose = '${purpose}'
      and f.state in ('building', 'ready')`;
  const free = sql(`delete from objects.unique_value u using ${wanted('unique')}) w
    where u.company_id = $1 and u.field_id = w.field_id
      and u.record_id = w.id and u.key is distinct from ${key('w.v', 'w.kind')}`);
  const values = sql(`
    insert into objects.field_value as s (company_id, field_id, record_id, kind, text_value,
      number_value, number_near, boolean_value, date_value, instant_value)
    select company_id, field_id, id, kind, case when kind = 'text' then v end,
      case when kind = 'number' then v::numeric end,
      case when kind = 'number' then v::numeric::float8 end,
      case when kind = 'boolean' then v::boolean end,
      case when kind = 'date' then v::date end,
      case when kind = 'instant' then v::timestamptz end
    from ${wanted('value')}${only}) w
    on conflict (company_id, field_id, record_id) do update set kind = excluded.kind,
      text_value = excluded.text_value, number_value = excluded.number_value,
      number_near = excluded.number_near, boolean_value = excluded.boolean_value,
      date_value = excluded.date_value, instant_value = excluded.instant_value
    where (s.kind, s.text_value, s.number_value, s.boolean_value, s.date_value, s.instant_value)
      is distinct from (excluded.kind, excluded.text_value, excluded.number_value,
        excluded.boolean_value, excluded.date_value, excluded.instant_value)`);
  const references = sql(`
    insert into objects.reference as s (company_id, field_id, record_id, target_id)
    select company_id, field_id, id, v::uuid from ${wanted('reference')}${only}) w
    on conflict (company_id, field_id, record_id) do update set target_id = excluded.target_id
    where s.target_id is distinct from excluded.target_id`);
  const keyed = `(select company_id, field_id, id, ${key('v', 'kind')} as key
    from ${wanted('unique')}${only}) w where v is not null) k`;
  const keys = sql(`
    insert into objects.unique_value (company_id, field_id, key, record_id)
    select company_id, field_id, key, id from ${keyed} order by field_id, key, id
    on conflict (company_id, field_id, key) do nothing`);
  const taken = sql(`
    select k.id as "recordId", k.field_id as "fieldId" from ${keyed}
    where not exists (select from objects.unique_value u where u.company_id = $1
      and u.field_id = k.field_id and u.key = k.key and u.record_id = k.id)`);
  return { free, store: [values, references, keys], taken };
}

/** Sent in one round trip: what is taken is looked for when all keys are written. */
async function send(
  tx: Tx,
  { free, store, taken }: SideSql,
  params: readonly unknown[],
  { fresh, one = [] }: { readonly fresh: boolean; readonly one?: readonly unknown[] },
): Promise<readonly TakenValue[]> {
  const freed = fresh ? Promise.resolve(0) : tx.run(free, params);
  const all = [...params, ...one];
  const stored = store.map((statement) => tx.run(statement, all));
  const [found] = await Promise.all([tx.rows<TakenValue>(taken, all), freed, ...stored]);
  return found;
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
  return send(tx, sideSql(object), params, { fresh, one });
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
): Promise<readonly TakenValue[]> {
  return send(tx, OF_ROWS, [tx.ctx.companyId, name, rows], { fresh });
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
