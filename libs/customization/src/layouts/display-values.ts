import { findMasters, isMasterType, type MasterKey } from '@quittance/masters';
import { sql, type Sql, type Tx, arrays } from '@quittance/database';
import { readRecords, rowScope } from '@quittance/objects';
import type { CompanyObject, RecordId, RecordView, ReferenceTarget } from '@quittance/metadata';
import type { Field, FieldValue } from '@quittance/fields';

/** What is shown in place of values that only name something, by field name. */
export type DisplayValues = ReadonlyMap<string, string>;

/**
 * The labels of chosen options, the names of master entries and the titles of the records that
 * fields point at: one statement for each kind of target. What the actor may not see has no title.
 */
export async function displayValues(
  tx: Tx,
  { model }: CompanyObject,
  fields: readonly Field[],
  record: RecordView,
): Promise<DisplayValues> {
  const shown = new Map<string, string>();
  const pointers = new Map<string, Field[]>();
  const coded: Coded[] = [];
  for (const field of fields) {
    const value = record[field.name] ?? null;
    const { options, target, master } = field.settings;
    if (value === null) continue;
    if (options) shown.set(field.name, labelsOf(value, labelsOfOptions(options)));
    if (master && isMasterType(master)) coded.push({ name: field.name, value, type: master });
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
  const names = await masterNames(tx, coded);
  for (const { name, value, type } of coded) {
    shown.set(name, labelsOf(value, names.get(type) ?? new Map()));
  }
  return shown;
}

/** A value that is a code of a master, or several. */
interface Coded {
  readonly name: string;
  readonly value: FieldValue;
  readonly type: MasterKey['type'];
}

type Labels = ReadonlyMap<unknown, string>;

function labelsOfOptions(options: NonNullable<Field['settings']['options']>): Labels {
  return new Map(options.map(({ code, label }) => [code, label]));
}

function labelsOf(value: FieldValue, labels: Labels): string {
  const codes: readonly unknown[] = Array.isArray(value) ? value : [value];
  return codes.map((code) => labels.get(code) ?? String(code)).join(', ');
}

/** The names of all entries that the values hold, by type and code: one statement. */
async function masterNames(
  tx: Tx,
  coded: readonly Coded[],
): Promise<ReadonlyMap<MasterKey['type'], Labels>> {
  const wanted = coded.flatMap(({ type, value }) =>
    [value].flat().map((code) => ({ type, code: String(code) })),
  );
  const names = new Map<MasterKey['type'], Map<unknown, string>>();
  for (const { type, code, name } of await findMasters(tx, wanted)) {
    names.set(type, (names.get(type) ?? new Map<unknown, string>()).set(code, name));
  }
  return names;
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
  const params: unknown[] = [tx.ctx.companyId, arrays.uuid(ids, (id) => id)];
  const of = other.of === undefined ? undefined : objects.get(other.of);
  const scope = rowScope.target(tx.ctx, of, 't', (value) => `$${params.push(value)}`);
  const text = scope === null ? titleSql(other) : `${titleText(other)} and ${scope}`;
  const rows = await tx.rows<{ id: string; title: string }>(text, params);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

const statements = new WeakMap<ReferenceTarget, Sql>();

function titleSql(target: ReferenceTarget): Sql {
  const known = statements.get(target);
  if (known) return known;
  const made = sql(titleText(target));
  statements.set(target, made);
  return made;
}

/** By primary key. The names are of the catalogue, never of a request. */
function titleText({ table, titleColumn }: ReferenceTarget): string {
  return `
    select t.id, t.${titleColumn} as title from ${table} t
    where t.company_id = $1 and t.id = any($2::uuid[])`;
}
