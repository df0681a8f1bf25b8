import { audit } from '@quittance/audit';
import { sql, uuidArray, type ListDefinition, type ListField, type Tx } from '@quittance/database';
import { invalidFields, notFound } from '@quittance/kernel';
import type { FieldValues, RecordId, RecordView } from '../catalogue/object.js';
import { computeFields } from '../computed/compute-fields.js';
import type { FieldValue } from '../fields/field.js';
import { listFields } from '../list/list-fields.js';
import type { CompanyObject } from '../metadata/company-model.js';
import { storeSideRowsOf } from '../values/side-rows.js';
import { assignAutoNumbers } from './assign-auto-numbers.js';
import { checkMasters } from './check-masters.js';
import { checkReferences } from './check-references.js';
import { markTaken } from './check-unique.js';
import { demandNone, differing, DraftsRefused, refusalOf, type Draft } from './draft.js';
import { inputReader } from './read-input.js';
import { recordRows } from './record-rows.js';
import type { RecordInput } from './record-write.js';

/*
 * Custom fields of records whose rows another lib writes by its own rules, such as invoices: what is
 * sent is read and checked here, kept in the `custom` column of the row, and shown beside the rest.
 */

type CustomDocument = Readonly<Record<string, FieldValue>>;

/** Custom members that passed every check, to be kept once the row is there. */
export interface CustomMembers {
  readonly draft: Draft;
  readonly document: CustomDocument;
}

const restricted = new WeakMap<CompanyObject, CompanyObject>();

/** The object with its custom fields alone: the others are none of our business. */
function customPart(object: CompanyObject): CompanyObject {
  let part = restricted.get(object);
  if (!part) {
    const fields = [...object.fields].filter(([, { storage }]) => storage.kind === 'custom');
    part = { ...object, fields: new Map(fields) };
    restricted.set(object, part);
  }
  return part;
}

/** Whether the company has defined a field on the object that is stored or computed. */
export function hasCustomFields({ fields }: CompanyObject): boolean {
  return [...fields.values()].some(({ name }) => name.endsWith('__c'));
}

/** A record whose custom members are written. */
export interface CustomSubject {
  readonly id: RecordId;
  /** Its row is about to be inserted: there is nothing to merge with. */
  readonly isNew: boolean;
  /** Its standard fields as the API shows them, as they will be. */
  readonly standard: FieldValues;
}

/**
 * Reads and checks what is sent for the custom fields of one record, and asks the checks of every save
 * about the record as it will be. The row of a record that is there is locked by the caller.
 * @throws DomainError malformed_request, validation_failed, and those of the checks
 */
export async function readCustomMembers(
  tx: Tx,
  object: CompanyObject,
  subject: CustomSubject,
  input: RecordInput,
): Promise<CustomMembers> {
  const part = customPart(object);
  const { id, isNew, standard } = subject;
  const isBare = isNew || part.fields.size === 0;
  const beneath = isBare ? {} : await documentOf(tx, object, id);
  const before = isNew ? null : viewOf(part, id, beneath);
  const { values: given, errors } = inputReader(tx, part, {})(input, before);
  const values = before ? differing(before, given) : given;
  const stored = before && { view: before, custom: beneath };
  const after = { ...standard, ...before, ...values, id, version: 0 };
  const draft: Draft = {
    index: 0,
    id,
    before: stored,
    values,
    after,
    errors: [...errors],
    problem: null,
  };
  await checkReferences(tx, part, [draft], false);
  await checkMasters(tx, part, [draft]);
  await askChecks(tx, object, draft);
  refuse(() => demandNone([draft]));
  if (isNew) await assignAutoNumbers(tx, part, [draft]);
  const { custom } = recordRows(part).row(draft.after, beneath) as { custom: CustomDocument };
  return { draft, document: custom };
}

async function askChecks(tx: Tx, object: CompanyObject, draft: Draft): Promise<void> {
  const { before, after, values } = draft;
  const pending = [{ before: before?.view ?? null, after, changes: values }];
  for (const check of object.model.checks) {
    for (const { error, problem } of await check.check(tx, object, pending)) {
      if (error) draft.errors.push(error);
      if (problem) draft.problem ??= problem;
    }
  }
}

function refuse(demand: () => void): void {
  try {
    demand();
  } catch (error) {
    const [draft] = error instanceof DraftsRefused ? error.drafts : [];
    throw draft ? refusalOf(draft) : error;
  }
}

function viewOf(part: CompanyObject, id: RecordId, custom: CustomDocument): RecordView {
  return { ...recordRows(part).view({ custom }), id, version: 0 };
}

async function documentOf(tx: Tx, object: CompanyObject, id: RecordId): Promise<CustomDocument> {
  const row = (await documentsOf(tx, object, [id])).get(id);
  if (!row) throw notFound({ object: object.name });
  return row;
}

/** By primary key. */
async function documentsOf(
  tx: Tx,
  { table }: CompanyObject,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, CustomDocument>> {
  const rows = await tx.rows<{ id: RecordId; custom: CustomDocument }>(
    sql(`select t.id, t.custom from ${table.name} t
      where t.company_id = $1 and t.id = any($2::uuid[])`),
    [tx.ctx.companyId, uuidArray(ids, (id) => id)],
  );
  return new Map(rows.map(({ id, custom }) => [id, custom]));
}

/**
 * Keeps checked members of a record whose row is written, with what the side tables hold of them, and
 * logs what has changed. Nothing is done where nothing differs.
 * @throws DomainError validation_failed (unique)
 */
export async function storeCustomMembers(
  tx: Tx,
  object: CompanyObject,
  { draft, document }: CustomMembers,
): Promise<void> {
  const { id, before, values } = draft;
  const names = Object.keys(values).filter((name) => before || values[name] !== null);
  if (names.length === 0) return;
  await tx.run(
    sql(`update ${object.table.name} set custom = $3::jsonb where company_id = $1 and id = $2`),
    [tx.ctx.companyId, id, JSON.stringify(document)],
  );
  const row = JSON.stringify([{ id, custom: document }]);
  const taken = await storeSideRowsOf(tx, object, row, { fresh: before === null });
  markTaken(object, [draft], taken);
  if (draft.errors.length > 0) throw invalidFields(draft.errors);
  const pick = (view: FieldValues) =>
    Object.fromEntries(names.map((name) => [name, view[name] ?? null]));
  audit(tx, {
    action: `${object.name}.${before ? 'updated' : 'created'}`,
    object: object.name,
    recordId: id,
    before: before ? pick(before.view) : null,
    after: pick(values),
  });
}

/**
 * Shows records with their custom members behind the standard ones, formulas and roll-ups included:
 * one statement for all of them, none where the company has no such fields.
 */
export async function withCustomMembers<Item extends { readonly id: string }>(
  tx: Tx,
  object: CompanyObject,
  items: readonly Item[],
): Promise<readonly Item[]> {
  if (items.length === 0 || !hasCustomFields(object)) return items;
  const ids = items.map(({ id }) => id as RecordId);
  const documents = await documentsOf(tx, object, [...new Set(ids)]);
  const part = customPart(object);
  const views = items.map((item, i): RecordView => {
    const id = ids[i] as RecordId;
    return { ...asView(item), ...viewOf(part, id, documents.get(id) ?? {}) };
  });
  const computed = await computeFields(tx, object, views);
  return items.map((item, i) => ({ ...item, ...customOf(object, computed[i] as RecordView) }));
}

function asView(item: object): FieldValues {
  return item as FieldValues;
}

function customOf({ fields }: CompanyObject, view: RecordView): FieldValues {
  const names = [...fields.keys()].filter((name) => name.endsWith('__c'));
  return Object.fromEntries(names.map((name) => [name, view[name] ?? null]));
}

/**
 * A list of another lib with the custom fields of its records: filtered, sorted, shown and downloaded
 * like its own. Rows that are written in bulk have no side rows as they have no custom values: an index
 * serves where a filter asks for a value, and the documents elsewhere.
 */
export function listWithCustom<Row, Item extends { readonly id: string }>(
  list: ListDefinition<Row, Item>,
  object: CompanyObject,
): ListDefinition<Row, Item> {
  if (!hasCustomFields(object)) return list;
  const { write: _, ...plain } = list;
  const [rows] = list.id.split('.');
  const fields: Record<string, ListField> = { ...list.fields };
  for (const [name, field] of Object.entries(listFields(object, rows))) {
    const { join } = field;
    const listed = join ? { ...field, join: { ...join, sparse: true } } : field;
    if (name.endsWith('__c')) fields[name] = listed;
  }
  const names = [...object.fields.keys()].filter((name) => name.endsWith('__c'));
  return {
    ...plain,
    fields,
    columns: [...(list.columns ?? Object.keys(list.fields)), ...names],
    complete: (tx, items) => withCustomMembers(tx, object, items),
  };
}
