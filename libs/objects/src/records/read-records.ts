import { sql, type Sql, type Tx, arrays } from '@quittance/database';
import { notFound, references } from '@quittance/kernel';
import type { RecordId, RecordObject, RecordView, CompanyObject } from '@quittance/metadata';
import type { FieldValue } from '@quittance/fields';
import { computeFields } from '../computed/compute-fields.js';
import { liveRowsBound, objectParams, recordScope } from './owned-rows.js';
import { recordRows, type RecordRow } from './record-rows.js';

/**
 * A record as it is stored: what is computed on read is null, and the document is as it lies there.
 */
export interface StoredRecord {
  readonly view: RecordView;
  readonly custom: Readonly<Record<string, FieldValue>>;
}

/** How rows are locked: `for no key update` for a change, `for update` for a deletion. */
export type RowLock = 'none' | 'change' | 'delete';

const LOCKS: Readonly<Record<RowLock, string>> = {
  none: '',
  change: ' order by t.id for no key update',
  delete: ' order by t.id for update',
};

interface ReadSql {
  readonly one: Sql;
  readonly many: Readonly<Record<RowLock, Sql>>;
}

const known = new WeakMap<RecordObject, ReadSql>();

/** By primary key. */
function readSql(object: RecordObject): ReadSql {
  let made = known.get(object);
  if (!made) {
    const { select } = recordRows(object);
    const from = `select ${select} from ${object.table.name} t
      where t.company_id = $1 and ${liveRowsBound(object, 't', '$3')}`;
    const many = `${from} and t.id = any($2::uuid[])`;
    made = {
      one: sql(`${from} and t.id = $2`),
      many: {
        none: sql(many),
        change: sql(many + LOCKS.change),
        delete: sql(many + LOCKS.delete),
      },
    };
    known.set(object, made);
  }
  return made;
}

function stored(object: RecordObject, row: RecordRow): StoredRecord {
  return { view: recordRows(object).view(row), custom: row.custom ?? {} };
}

/** The records among `ids` that the actor may see, as they are stored, locked where asked for. */
export async function readStored(
  tx: Tx,
  object: RecordObject,
  ids: readonly RecordId[],
  lock: RowLock = 'none',
  unscoped = false,
): Promise<Map<RecordId, StoredRecord>> {
  if (ids.length === 0) return new Map();
  const params: unknown[] = [
    tx.ctx.companyId,
    arrays.uuid(ids, (id) => id),
    ...objectParams(object),
  ];
  const scope = unscoped
    ? null
    : recordScope(tx.ctx, object, 't', (value) => `$${params.push(value)}`);
  const statements = readSql(object).many;
  const statement =
    scope === null ? statements[lock] : `${statements.none.text} and ${scope}${LOCKS[lock]}`;
  const rows = await tx.rows<RecordRow>(statement, params);
  return new Map(rows.map((row) => [row.id as RecordId, stored(object, row)]));
}

/**
 * The records among `ids` that there are and the actor may see, in the order of `ids`, with what is
 * computed on read. One statement for any number, besides those of computed fields.
 */
export async function readRecords(
  tx: Tx,
  object: CompanyObject,
  ids: readonly RecordId[],
): Promise<readonly RecordView[]> {
  const found = await readStored(tx, object, [...new Set(ids)]);
  const views = ids.flatMap((id) => found.get(id)?.view ?? []);
  return computeFields(tx, object, views);
}

/**
 * One record that the actor may see; a single prepared statement where nothing is computed.
 * @throws DomainError not_found
 */
export async function readRecord(tx: Tx, object: CompanyObject, id: RecordId): Promise<RecordView> {
  const row = await oneRow(tx, object, id);
  const [view] = await computeFields(tx, object, [recordRows(object).view(row)]);
  return view as RecordView;
}

async function oneRow(tx: Tx, object: RecordObject, id: RecordId): Promise<RecordRow> {
  const params: unknown[] = [tx.ctx.companyId, id, ...objectParams(object)];
  const scope = recordScope(tx.ctx, object, 't', (value) => `$${params.push(value)}`);
  const { one } = readSql(object);
  const row = await tx.maybe<RecordRow>(scope === null ? one : `${one.text} and ${scope}`, params);
  if (!row) throw notFound({ object: references.called(object.label) });
  return row;
}
