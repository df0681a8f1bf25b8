import { sql, uuidArray, type Sql, type Tx } from '@quittance/database';
import {
  readRecords,
  type CompanyObject,
  type Field,
  type FieldValue,
  type RecordId,
  type RecordView,
  type ReferenceTarget,
} from '@quittance/objects';

/** What is shown in place of values that only name something, by field name. */
export type DisplayValues = ReadonlyMap<string, string>;

/**
 * The labels of chosen options and the titles of the records that fields point at: one statement
 * for each kind of target. What the actor may not see has no title.
 */
export async function displayValues(
  tx: Tx,
  { model }: CompanyObject,
  fields: readonly Field[],
  record: RecordView,
): Promise<DisplayValues> {
  const shown = new Map<string, string>();
  const pointers = new Map<string, Field[]>();
  for (const field of fields) {
    const value = record[field.name] ?? null;
    const { options, target } = field.settings;
    if (value === null) continue;
    if (options) shown.set(field.name, labelsOf(options, value));
    if (target) pointers.set(target, [...(pointers.get(target) ?? []), field]);
  }
  for (const [target, pointing] of pointers) {
    const ids = pointing.map(({ name }) => record[name] as RecordId);
    const titles = await titlesOf(tx, model, target, ids);
    for (const { name } of pointing) {
      const title = titles.get(record[name] as string);
      if (title !== undefined) shown.set(name, title);
    }
  }
  return shown;
}

function labelsOf(options: NonNullable<Field['settings']['options']>, value: FieldValue): string {
  const label = (code: unknown) =>
    options.find((option) => option.code === code)?.label ?? String(code);
  return Array.isArray(value) ? value.map(label).join(', ') : label(value);
}

async function titlesOf(
  tx: Tx,
  { objects, targets }: CompanyObject['model'],
  target: string,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<string, string>> {
  const object = objects.get(target);
  if (object) {
    if (!tx.ctx.permissions.can(object.resource, 'view')) return new Map();
    const records = await readRecords(tx, object, [...new Set(ids)]);
    return new Map(records.map((each) => [each.id, String(each[object.titleField] ?? '')]));
  }
  const other = targets.get(target);
  if (!other) return new Map();
  const rows = await tx.rows<{ id: string; title: string }>(titleSql(other), [
    tx.ctx.companyId,
    uuidArray(ids, (id) => id),
  ]);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

const statements = new WeakMap<ReferenceTarget, Sql>();

/** By primary key. The names are of the catalogue, never of a request. */
function titleSql(target: ReferenceTarget): Sql {
  const known = statements.get(target);
  if (known) return known;
  const { table, titleColumn } = target;
  const made = sql(`
    select t.id, t.${titleColumn} as title from ${table} t
    where t.company_id = $1 and t.id = any($2::uuid[])`);
  statements.set(target, made);
  return made;
}
