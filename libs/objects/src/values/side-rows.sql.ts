import { sql, type Sql } from '@quittance/database';
import { KEPT_CHARACTERS, type IndexPurpose } from './field-index.js';

/** What keeps side tables in step with records, for one way of finding these. */
export interface SideSql {
  /** Frees unique values that records have no longer. */
  readonly free: Sql;
  /** Writes all side tables, and answers what should be unique and is another's. */
  readonly store: Sql;
  /** The same for a cluster, in the order in which they are sent. */
  readonly apart: {
    /** Each writes one side table. */
    readonly store: readonly Sql[];
    readonly taken: Sql;
  };
}

/**
 * A long value is as unique as its hash: of its bytes, which `decode` gives of a text without
 * escapes. A cluster takes no `convert_to` here, which might give other ones tomorrow.
 */
const key = (value: string, kind: string) => `(case when ${kind} = 'folded' then lower(${value})
  when length(${value}) > 200
    then encode(sha256(decode(replace(${value}, '\\', '\\\\'), 'escape')), 'hex')
  else ${value} end)`;

/** Rows of a value by its type, of a text its beginning. */
const intoValues = (source: string) => `
  insert into objects.field_value as s (company_id, field_id, record_id, kind, text_value,
    number_value, number_near, boolean_value, date_value, instant_value)
  select company_id, field_id, id, kind,
    case when kind = 'text' then left(v, ${KEPT_CHARACTERS}) end,
    case when kind = 'number' then v::numeric end,
    case when kind = 'number' then v::numeric::float8 end,
    case when kind = 'boolean' then v::boolean end,
    case when kind = 'date' then v::date end,
    case when kind = 'instant' then v::timestamptz end
  from ${source}
  on conflict (company_id, field_id, record_id) do update set kind = excluded.kind,
    text_value = excluded.text_value, number_value = excluded.number_value,
    number_near = excluded.number_near, boolean_value = excluded.boolean_value,
    date_value = excluded.date_value, instant_value = excluded.instant_value
  where (s.kind, s.text_value, s.number_value, s.boolean_value, s.date_value, s.instant_value)
    is distinct from (excluded.kind, excluded.text_value, excluded.number_value,
      excluded.boolean_value, excluded.date_value, excluded.instant_value)`;

const intoReferences = (source: string) => `
  insert into objects.reference as s (company_id, field_id, record_id, target_id)
  select company_id, field_id, id, v::uuid from ${source}
  on conflict (company_id, field_id, record_id) do update set target_id = excluded.target_id
  where s.target_id is distinct from excluded.target_id`;

/** In one order, so that two who store the same wait for one another. */
const intoKeys = (source: string) => `
  insert into objects.unique_value (company_id, field_id, key, record_id)
  select company_id, field_id, key, id from ${source} order by field_id, key, id
  on conflict (company_id, field_id, key) do nothing`;

const keyedOf = (source: string) => `
  select company_id, field_id, id, ${key('v', 'kind')} as key from ${source} and v is not null`;

const takenOf = (source: string) => `
  select k.id as "recordId", k.field_id as "fieldId" from ${source}
  where not exists (select from objects.unique_value u where u.company_id = $1
    and u.field_id = k.field_id and u.key = k.key and u.record_id = k.id)`;

/**
 * Unique fields whose side table does not answer for every record: beside the values that are
 * taken, as rows of no record.
 */
const UNSETTLED = `
  union all select null, f.field_id from objects.field_index f
  where f.company_id = $1 and f.object = $2 and f.purpose = 'unique' and f.rebuild
    and f.state <> 'ready'`;

/**
 * Which fields are kept, and how, is read in the statement itself: a process whose model is older
 * than the marking of a field writes its row all the same, so that the building misses none. `$1`
 * the company, `$2` the object.
 * @param join joins the records as `t` to the fields `f`
 * @param only narrows both to what is stored
 */
export function makeSideSql(join: string, only = ''): SideSql {
  const wanted = `select f.company_id, f.field_id, f.purpose, f.kind, t.id,
      t.custom ->> f.name as v
    from objects.field_index f ${join}
    where f.company_id = $1 and f.object = $2 and f.state in ('building', 'ready')`;
  const from = (purpose: IndexPurpose) =>
    `(${wanted}${only} and f.purpose = '${purpose}') w where true`;
  const keyed = `(${keyedOf(from('unique'))}) k`;
  return {
    free: sql(`delete from objects.unique_value u using (${wanted}) w
      where u.company_id = $1 and w.purpose = 'unique' and u.field_id = w.field_id
        and u.record_id = w.id and u.key is distinct from ${key('w.v', 'w.kind')}`),
    store: sql(`
      with wanted as (${wanted}${only}),
      stored as (${intoValues(`wanted where purpose = 'value'`)}),
      referring as (${intoReferences(`wanted where purpose = 'reference'`)}),
      keyed as (${keyedOf(`wanted where purpose = 'unique'`)}),
      added as (${intoKeys('keyed')} returning field_id, record_id)
      ${takenOf('keyed k')}
        and not exists (
          select from added a where a.field_id = k.field_id and a.record_id = k.id)
      ${UNSETTLED}`),
    apart: {
      store: [
        sql(intoValues(from('value'))),
        sql(intoReferences(from('reference'))),
        sql(intoKeys(keyed)),
      ],
      taken: sql(takenOf(keyed) + UNSETTLED),
    },
  };
}

/**
 * Which values of these rows another record has: `$1` the company, `$2` the object, `$3` the rows
 * with their documents. By the primary key of `objects.unique_value`.
 */
export const TAKEN_BESIDE = sql(`
  select r.id as "recordId", f.field_id as "fieldId"
  from objects.field_index f
  cross join json_to_recordset($3::json) as r (id uuid, custom jsonb)
  join objects.unique_value u on u.company_id = $1 and u.field_id = f.field_id
    and u.key = ${key('(r.custom ->> f.name)', 'f.kind')} and u.record_id <> r.id
  where f.company_id = $1 and f.object = $2 and f.purpose = 'unique'
    and f.state in ('building', 'ready') and r.custom ->> f.name is not null
  ${UNSETTLED}`);
