import { arrays, sql, type Tx } from '@quittance/database';
import type { Field, FieldType } from '@quittance/fields';
import type { RecordId, RecordObject, RecordView } from '@quittance/metadata';
import { wordsOf } from './search-words.js';

/** Numbers, keys, names and addresses: what is longer is read and not typed. */
const SHORT: ReadonlySet<FieldType> = new Set(['text', 'email', 'phone', 'auto_number']);

/** Under which the words of an object are kept: many custom objects may have had one name. */
export function wordsKind({ name, table }: Pick<RecordObject, 'name' | 'table'>): string {
  return table.objectId ?? name;
}

const known = new WeakMap<RecordObject, readonly string[]>();

/** The members that a record is found by: its title, and the standard ones that are searched. */
export function foundBy(object: RecordObject): readonly string[] {
  let names = known.get(object);
  if (!names) {
    const isFound = ({ name, searched, type, storage }: Field) =>
      (searched || name === object.titleField) && SHORT.has(type) && storage.kind === 'column';
    names = [...object.fields.values()].filter(isFound).map(({ name }) => name);
    known.set(object, names);
  }
  return names;
}

/** A record as it is written, and as it was; null of a new one. */
export interface WrittenWords {
  readonly after: RecordView;
  readonly before: RecordView | null;
}

const INSERT = sql(`insert into objects.search_word (company_id, kind, record_id, word)
  select k.id, $2::text, r.id, r.word
  from company.pub_company k cross join unnest($3::uuid[], $4::text[]) as r (id, word)
  where k.id = $1::uuid
  on conflict (company_id, record_id, word) do nothing`);
const DELETE = sql(`delete from objects.search_word
  where company_id = $1::uuid and record_id = any($2::uuid[])`);

/**
 * Keeps the words of records in step with what is written of them: nothing is sent where no name
 * changes. Sent before it returns.
 */
export async function storeWords(
  tx: Tx,
  object: RecordObject,
  written: readonly WrittenWords[],
): Promise<void> {
  const names = object.wordless ? [] : foundBy(object);
  if (names.length === 0) return;
  const changed = written.filter(
    ({ after, before }) => before === null || names.some((name) => after[name] !== before[name]),
  );
  const renamed = changed.filter(({ before }) => before !== null).map(({ after }) => after.id);
  const rows = changed.flatMap(({ after }) =>
    wordsOf(names.map((name) => after[name])).map((word) => ({ id: after.id, word })),
  );
  const params = [
    tx.ctx.companyId,
    wordsKind(object),
    arrays.uuid(rows, ({ id }) => id),
    arrays.text(rows, ({ word }) => word),
  ];
  await Promise.all([
    renamed.length > 0 ? removeWords(tx, renamed) : undefined,
    rows.length > 0 ? tx.run(INSERT, params) : undefined,
  ]);
}

/** Takes deleted records out of what is found. */
export async function removeWords(tx: Tx, ids: readonly RecordId[]): Promise<void> {
  await tx.run(DELETE, [tx.ctx.companyId, arrays.uuid(ids, (id) => id)]);
}
