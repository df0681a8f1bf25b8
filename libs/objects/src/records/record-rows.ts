import { sql, type Sql } from '@quittance/database';
import { formatMinor, parseMinor, trimDecimal } from '@quittance/money';
import type { RecordObject, RecordView } from '@quittance/metadata';
import { type Field, type FieldValue, KINDS } from '@quittance/fields';

/** A row as it is selected: columns by the name of their field, and the custom document. */
export type RecordRow = Readonly<Record<string, unknown>> & {
  readonly custom?: Readonly<Record<string, FieldValue>>;
};

/** How the rows of an object are read and written; made once for each version of an object. */
export interface RecordRows {
  /** The columns of a row over the alias `t`. */
  readonly select: string;
  /** `$1` the company, `$2` the rows as JSON; for an insert `$3` the custom object they are of. */
  readonly insert: Sql;
  readonly update: Sql;
  readonly hasCustom: boolean;
  /** The record of a row; what is computed on read is null still. */
  view(row: RecordRow): RecordView;
  /** The row of a record for `insert` and `update`; `custom` is the document beneath its values. */
  row(view: RecordView, custom: Readonly<Record<string, FieldValue>>): object;
}

const known = new WeakMap<RecordObject, RecordRows>();

export function recordRows(object: RecordObject): RecordRows {
  let rows = known.get(object);
  if (!rows) {
    rows = makeRows(object);
    known.set(object, rows);
  }
  return rows;
}

interface Column {
  readonly field: Field;
  readonly name: string;
  readonly type: string;
}

/** What no update touches. */
const FIXED: ReadonlySet<string> = new Set(['id', 'createdAt', 'createdBy']);

function makeRows(object: RecordObject): RecordRows {
  const fields = [...object.fields.values()];
  const columns = fields.flatMap((field): Column[] => {
    const { storage, type } = field;
    return storage.kind === 'column'
      ? [{ field, name: storage.column, type: KINDS[type].column }]
      : [];
  });
  const hasCustom = object.customizable;
  const readers = fields.map((field) => ({ name: field.name, read: readerOf(field) }));
  const writers = columns.map(({ field, name }) => ({ name, write: writerOf(field) }));
  const customNames = fields.flatMap(({ name, storage }) =>
    storage.kind === 'custom' ? [name] : [],
  );
  return {
    select: [
      ...columns.map(({ name, field }) => `t.${name} as "${field.name}"`),
      ...(hasCustom ? ['t.custom'] : []),
    ].join(', '),
    insert: insertOf(object, columns, hasCustom),
    update: updateOf(object, columns, hasCustom),
    hasCustom,
    view(row) {
      const view: Record<string, FieldValue> = {};
      for (const { name, read } of readers) view[name] = read(row);
      return view as RecordView;
    },
    row(view, custom) {
      const row: Record<string, unknown> = {};
      for (const { name, write } of writers) row[name] = write(view);
      if (hasCustom) row.custom = customOf(view, custom, customNames);
      return row;
    },
  };
}

/** Values of fields that are no more stay beneath; what is null has no member. */
function customOf(
  view: RecordView,
  beneath: Readonly<Record<string, FieldValue>>,
  names: readonly string[],
): object {
  if (names.length === 0) return beneath;
  const custom: Record<string, FieldValue> = { ...beneath };
  for (const name of names) {
    const value = view[name] ?? null;
    if (value === null) delete custom[name];
    else custom[name] = value;
  }
  return custom;
}

function readerOf({ name, type, storage, settings }: Field): (row: RecordRow) => FieldValue {
  if (storage.kind === 'custom') {
    return ({ custom }) => (custom && Object.hasOwn(custom, name) ? (custom[name] ?? null) : null);
  }
  if (storage.kind === 'computed') return () => null;
  const { currencyField } = settings;
  if (type === 'currency' && currencyField !== undefined) {
    return (row) => {
      const minor = row[name] as bigint | null;
      return minor === null ? null : formatMinor(minor, String(row[currencyField]));
    };
  }
  if (type === 'integer') {
    return (row) => (row[name] === null ? null : Number(row[name]));
  }
  if (type === 'number' || type === 'percent') {
    return (row) => (row[name] === null ? null : trimDecimal(row[name] as string));
  }
  return (row) => (row[name] ?? null) as FieldValue;
}

function writerOf({ name, type, settings }: Field): (view: RecordView) => unknown {
  const { currencyField } = settings;
  if (type !== 'currency' || currencyField === undefined) return (view) => view[name] ?? null;
  return (view) => {
    const amount = view[name] ?? null;
    if (amount === null) return null;
    const minor = parseMinor(String(amount), String(view[currencyField]));
    if (minor === undefined) throw new Error(`${name} is no amount of its currency`);
    return minor.toString();
  };
}

function recordset(columns: readonly Column[], hasCustom: boolean): string {
  const types = columns.map(({ name, type }) => `${name} ${type}`);
  return (
    'json_to_recordset($2::json) as r ' +
    `(${[...types, ...(hasCustom ? ['custom jsonb'] : [])].join(', ')})`
  );
}

function insertOf({ table }: RecordObject, columns: readonly Column[], hasCustom: boolean): Sql {
  const names = [...columns.map(({ name }) => name), ...(hasCustom ? ['custom'] : [])];
  const { objectId } = table;
  const [extra, value] = objectId === null ? ['', ''] : ['object_id, ', '$3::uuid, '];
  return sql(`insert into ${table.name} (company_id, ${extra}${names.join(', ')})
    select k.id, ${value}${names.map((name) => `r.${name}`).join(', ')}
    from company.pub_company k cross join ${recordset(columns, hasCustom)} where k.id = $1::uuid`);
}

function updateOf({ table }: RecordObject, columns: readonly Column[], hasCustom: boolean): Sql {
  const changed = columns.filter(({ field }) => !FIXED.has(field.name)).map(({ name }) => name);
  const names = [...changed, ...(hasCustom ? ['custom'] : [])];
  return sql(`update ${table.name} t set ${names.map((name) => `${name} = r.${name}`).join(', ')}
    from ${recordset(columns, hasCustom)}
    where t.company_id = $1::uuid and t.id = r.id`);
}
