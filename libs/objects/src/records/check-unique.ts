import { type ConstraintViolation, violationOf, type Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { type Field, KINDS } from '@quittance/fields';
import type { TakenValue } from '../values/side-rows.js';
import type { Draft } from './draft.js';
import { liveRows } from './owned-rows.js';

const TAKEN = 'is taken by another record';
const MISSING = 'There is no such record in this company.';

function takenAt({ hooks }: CompanyObject, draft: Draft, field: string): void {
  const { errors, problem, after } = draft;
  const pointer = `/${field}`;
  const known = [...errors, ...(problem?.options.errors ?? [])];
  if (known.some((error) => error.pointer === pointer)) return;
  const told = problem ? undefined : hooks.taken?.(field, after);
  if (told) draft.problem = told;
  else errors.push({ pointer, code: 'unique', message: TAKEN });
}

function uniqueColumns(object: CompanyObject): (Field & { readonly column: string })[] {
  return [...object.fields.values()].flatMap((field) =>
    field.unique && field.storage.kind === 'column'
      ? [{ ...field, column: field.storage.column }]
      : [],
  );
}

/**
 * Tells which values of standard fields are taken, before the unique index does: by one statement
 * for each such field that is set. Custom ones are told by their side table.
 */
export async function checkUnique(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
): Promise<void> {
  for (const { name, type, column } of uniqueColumns(object)) {
    const setting = drafts.filter(({ values }) => (values[name] ?? null) !== null);
    if (setting.length === 0) continue;
    const rows = await tx.rows<{ id: string; value: string }>(
      `select t.id, t.${column}::text as value from ${object.table.name} t
       where t.company_id = $1 and t.${column} = any($2::${KINDS[type].column}[])
         and ${liveRows(object, 't')}`,
      [tx.ctx.companyId, setting.map(({ values }) => values[name])],
    );
    const owner = new Map(rows.map(({ id, value }) => [value, id]));
    for (const draft of setting) {
      const value = String(draft.values[name]);
      const id = owner.get(value);
      if (id !== undefined && id !== draft.id) takenAt(object, draft, name);
      else owner.set(value, draft.id);
    }
  }
}

/** Puts the answer of the side table into words. */
export function markTaken(
  object: CompanyObject,
  drafts: readonly Draft[],
  taken: readonly TakenValue[],
): void {
  for (const { recordId, fieldId } of taken) {
    const draft = drafts.find(({ id }) => id === recordId);
    const field = [...object.fields.values()].find(
      ({ storage }) => storage.kind === 'custom' && storage.fieldId === fieldId,
    );
    if (draft) takenAt(object, draft, field?.name ?? '');
  }
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
/** `Key (company_id, lower(email))=(…, jo@example.com) already exists.` */
const KEY = /^Key \((.+)\)=\((.*)\) (?:already exists|is not present)/s;

/**
 * The same for an index or a foreign key of the table, where somebody else was first or an id is
 * checked by nobody else. False when the error is another. Behind row-level security PostgreSQL
 * does not tell the key: then the name of the constraint says which column it is about.
 * @throws DomainError validation_failed where it is not told which of several records is refused
 */
export function markViolation(
  error: unknown,
  object: CompanyObject,
  drafts: readonly Draft[],
): boolean {
  const violation = violationOf(error);
  if (!violation || !isOf(violation, object)) return false;
  const { code, constraint } = violation;
  if (code !== UNIQUE_VIOLATION && code !== FOREIGN_KEY_VIOLATION) return false;
  const { detail } = error as { readonly detail?: string };
  const [, columns, values = ''] = KEY.exec(detail ?? '') ?? [];
  const field =
    columns === undefined
      ? fieldOfConstraint(object, constraint)
      : fieldOfColumn(object, lastColumn(columns));
  if (!field) return false;
  const { name } = field;
  const has = ({ after }: Draft) =>
    values.toLowerCase().endsWith(`, ${String(after[name]).toLowerCase()}`);
  const [first] = drafts;
  const known = drafts.length === 1 || columns !== undefined;
  const marked =
    (columns === undefined ? undefined : drafts.find(has)) ?? (known ? first : undefined);
  const isTaken = code === UNIQUE_VIOLATION;
  if (!marked) {
    throw isTaken
      ? invalidField(`/${name}`, 'unique', TAKEN)
      : invalidField(`/${name}`, 'reference_not_found', MISSING);
  }
  if (isTaken) takenAt(object, marked, name);
  else notThere(marked, name);
  return true;
}

/** Constraints begin with the name of their table; a shard says of some of them nothing else. */
function isOf({ schema, table, constraint }: ConstraintViolation, object: CompanyObject): boolean {
  if (schema !== undefined) return `${schema}.${table}` === object.table.name;
  const own = tableOf(object);
  return table === undefined ? constraint.startsWith(`${own}_`) : table === own;
}

function tableOf({ table: { name } }: CompanyObject): string {
  return name.slice(name.indexOf('.') + 1);
}

function lastColumn(columns: string): string | undefined {
  return columns
    .split(', ')
    .map((each) => /^lower\((\w+)\)$/.exec(each)?.[1] ?? each)
    .at(-1);
}

function fieldOfColumn(object: CompanyObject, ...names: readonly (string | undefined)[]) {
  return [...object.fields.values()].find(
    ({ storage }) => storage.kind === 'column' && names.includes(storage.column),
  );
}

/** `product_sku_key` is about the column `sku`, `lead_owner_fk` about `owner_id`. */
function fieldOfConstraint(object: CompanyObject, constraint: string) {
  const table = tableOf(object);
  const named = constraint.startsWith(`${table}_`)
    ? constraint.slice(table.length + 1).replace(/_(?:key|fk)$/, '')
    : undefined;
  return fieldOfColumn(object, named, named === undefined ? undefined : `${named}_id`);
}

function notThere(draft: Draft, field: string): void {
  draft.errors.push({ pointer: `/${field}`, code: 'reference_not_found', message: MISSING });
}
