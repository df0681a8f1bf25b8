import { audit } from '@quittance/audit';
import { sql, type Tx, arrays } from '@quittance/database';
import type { ListDefinition, ListField } from '@quittance/lists';
import { mapInTurns } from '@quittance/work';
import { notFound, references } from '@quittance/kernel';
import type { RecordId, RecordView, CompanyObject, PendingRecord } from '@quittance/metadata';
import type { FieldValues, FieldValue } from '@quittance/fields';
import { checkFiles } from '../attachments/check-files.js';
import { computeFields } from '../computed/compute-fields.js';
import { recordListFields } from '../list/list-fields.js';
import { storeSideRowsOf } from '../values/side-rows.js';
import { takenByOthers } from '../values/taken-in-documents.js';
import { assignAutoNumbers } from './assign-auto-numbers.js';
import { checkMasters } from './check-masters.js';
import { checkReferences } from './check-references.js';
import { markTaken } from './check-unique.js';
import { completeDrafts } from './complete-drafts.js';
import {
  demandNone,
  differing,
  DraftsRefused,
  draftRefusal,
  forgiveUnasked,
  type Draft,
} from './draft.js';
import { inputReader } from './read-input.js';
import { demandWork } from './demand-work.js';
import { recordRows, type RecordRow } from './record-rows.js';
import { openedFields, openedPart } from '../opened/opened-fields.js';
import { sentFields } from '../opened/sent-fields.js';
import { sentValues, takenValues } from '../opened/sent-values.js';
import type { RecordInput } from './record-write.js';

/*
 * Custom fields of records whose rows another lib writes by its own rules, such as invoices: what
 * is sent is read and checked here, kept in the `custom` column of the row, and shown beside the
 * rest.
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

/**
 * Whether the company has fields or rules that a new record has to do with: else nothing is given
 * to it and nothing asked of it. No statement where the rules of the model are known.
 */
export async function isCustomized(tx: Tx, object: CompanyObject): Promise<boolean> {
  if (hasCustomFields(object)) return true;
  for (const check of object.model.checks) if (await check.applies(tx, object)) return true;
  return false;
}

/** A record whose custom members are written. */
export interface CustomSubject {
  readonly id: RecordId;
  /** Its standard fields as they were; null where its row is about to be inserted. */
  readonly before: FieldValues | null;
  /** Its standard fields as they will be. */
  readonly standard: FieldValues;
  /** Nothing where it is left out. */
  readonly input?: RecordInput;
  /**
   * Nobody writes it who could be asked for a value: a field may be left empty that is required.
   */
  readonly unasked?: boolean;
  /** Whoever writes it could be asked for these alone: any other field may be left empty. */
  readonly asked?: ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Reads and checks what is sent for the custom fields of one record, and asks the checks of every
 * save about the record as it will be. The row of a record that is there is locked by the caller.
 * @throws DomainError malformed_request, validation_failed, and those of the checks
 */
export async function readCustomMembers(
  tx: Tx,
  object: CompanyObject,
  subject: CustomSubject,
): Promise<CustomMembers> {
  const [members] = await readCustomMembersOf(tx, object, [subject]).catch(alone);
  return members as CustomMembers;
}

/**
 * The same for any number of records, all new or none, in the same few statements. What is kept of
 * refused ones is undone by the caller.
 * @throws DraftsRefused naming those that are refused: see `refusalsIn`
 */
export async function readCustomMembersOf(
  tx: Tx,
  object: CompanyObject,
  subjects: readonly CustomSubject[],
): Promise<readonly CustomMembers[]> {
  if (subjects.length === 0) return [];
  const part = customPart(object);
  const read = inputReader(tx, part, {}, object);
  const beneath = await beneathOf(tx, object, part, subjects);
  const drafts = await mapInTurns(subjects, (subject, i) =>
    draftOf(part, subject, i, beneath, read),
  );
  await checkReferences(tx, part, drafts, false);
  const inputs = subjects.map(({ input }) => input);
  await checkMasters(tx, part, drafts, inputs);
  await checkFiles(tx, part, drafts);
  for (const draft of drafts) {
    const { unasked, asked = unasked ? NOBODY : undefined } = subjects[draft.index] ?? {};
    if (asked) forgiveUnasked(draft, asked);
  }
  await completeDrafts(tx, object, drafts, part);
  await askChecks(tx, object, drafts, subjects);
  demandNone(drafts);
  if (drafts[0]?.before === null) await assignAutoNumbers(tx, part, drafts);
  const rows = recordRows(part);
  return drafts.map((draft): CustomMembers => {
    const { custom } = rows.row(draft.after, draft.before?.custom ?? {}) as RecordRow;
    return { draft, document: custom ?? {} };
  });
}

async function beneathOf(
  tx: Tx,
  object: CompanyObject,
  part: CompanyObject,
  subjects: readonly CustomSubject[],
): Promise<ReadonlyMap<RecordId, CustomDocument>> {
  const known = subjects.filter(({ before }) => before !== null).map(({ id }) => id);
  if (known.length === 0) return new Map();
  if (part.fields.size === 0) return new Map(known.map((id) => [id, {}]));
  const found = await documentsOf(tx, object, known);
  if (known.some((id) => !found.has(id)))
    throw notFound({ object: references.called(object.label) });
  return found;
}

function draftOf(
  part: CompanyObject,
  { id, before, standard, input = {} }: CustomSubject,
  index: number,
  beneath: ReadonlyMap<RecordId, CustomDocument>,
  read: ReturnType<typeof inputReader>,
): Draft {
  const custom = beneath.get(id) ?? {};
  const view = before && { ...before, ...viewOf(part, id, custom) };
  const reading = read(input, view && { ...view, ...standard }, standard);
  const values = view ? differing(view, reading.values) : reading.values;
  const after = { ...view, ...standard, ...values, id, version: 0 };
  const errors = [...reading.errors];
  return { index, id, before: view && { view, custom }, values, after, errors, problem: null };
}

/**
 * A verdict is about the whole record, with what is computed of it, and does not depend on who
 * saves.
 */
async function askChecks(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  subjects: readonly CustomSubject[],
): Promise<void> {
  const saved = drafts.map(({ after }) => after);
  const computed = await computeFields(tx, object, saved, 'company');
  demandWork(tx, object, drafts);
  const pending = drafts.map(({ before, after, values }, i): PendingRecord => {
    const all = { ...subjects[i]?.standard, ...values };
    const changes = before ? differing(before.view, all) : all;
    return { before: before?.view ?? null, after: computed[i] ?? after, changes };
  });
  for (const check of object.model.checks) {
    for (const { index, error, problem } of await check.check(tx, object, pending)) {
      const draft = drafts[index];
      if (error) draft?.errors.push(error);
      if (problem && draft) draft.problem ??= problem;
    }
  }
}

/** What the caller of a single record is told. */
function alone(error: unknown): never {
  const [draft] = error instanceof DraftsRefused ? error.drafts : [];
  throw draft ? draftRefusal(draft) : error;
}

function viewOf(part: CompanyObject, id: RecordId, custom: CustomDocument): RecordView {
  return { ...recordRows(part).view({ custom }), id, version: 0 };
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
    [tx.ctx.companyId, arrays.uuid(ids, (id) => id)],
  );
  return new Map(rows.map(({ id, custom }) => [id, custom]));
}

/**
 * Keeps checked members of a record whose row is written, with what the side tables hold of them,
 * and logs what has changed. Nothing is done where nothing differs.
 * @throws DomainError validation_failed (unique)
 */
export async function storeCustomMembers(
  tx: Tx,
  object: CompanyObject,
  members: CustomMembers,
): Promise<void> {
  await storeCustomMembersOf(tx, object, [members]).catch(alone);
}

/**
 * The same for any number of records, all new or none.
 * @throws DraftsRefused naming those with a value that is taken
 */
export async function storeCustomMembersOf(
  tx: Tx,
  object: CompanyObject,
  members: readonly CustomMembers[],
): Promise<void> {
  const written = members.filter(({ draft }) => namesOf(draft).length > 0);
  const [first] = written;
  if (!first) return;
  const rows = JSON.stringify(
    written.map(({ draft: { id }, document }) => ({ id, custom: document })),
  );
  await tx.run(
    sql(`update ${object.table.name} t set custom = r.custom
      from json_to_recordset($2::json) as r (id uuid, custom jsonb)
      where t.company_id = $1 and t.id = r.id`),
    [tx.ctx.companyId, rows],
  );
  const answer = await storeSideRowsOf(tx, object, rows, { fresh: first.draft.before === null });
  const drafts = written.map(({ draft }) => draft);
  markTaken(object, drafts, await takenByOthers(tx, object, drafts, answer));
  demandNone(drafts);
  for (const draft of drafts) logMembers(tx, object, draft);
}

function namesOf({ before, values }: Draft): string[] {
  return Object.keys(values).filter((name) => before || values[name] !== null);
}

function logMembers(tx: Tx, object: CompanyObject, draft: Draft): void {
  const { id, before, values } = draft;
  const pick = (view: FieldValues) =>
    Object.fromEntries(namesOf(draft).map((name) => [name, view[name] ?? null]));
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
 * A list of another lib with the custom fields of its records: filtered, sorted, shown and
 * downloaded like its own. Rows that are written in bulk have no side rows as they have no custom
 * values: an index serves where a filter asks for a value, and the documents elsewhere.
 */
export function listWithCustom<Row, Item extends { readonly id: string }>(
  list: ListDefinition<Row, Item>,
  object: CompanyObject,
): ListDefinition<Row, Item> {
  if (!hasCustomFields(object)) return list;
  const { write: _, ...plain } = list;
  const [rows] = list.id.split('.');
  const fields: Record<string, ListField> = { ...list.fields };
  for (const [name, field] of Object.entries(recordListFields(object, rows))) {
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

/**
 * A list over rows that have no documents, as those of a view: custom fields are shown and
 * downloaded with them, and named by what shall be shown; nothing is filtered nor sorted by them.
 */
export function listShowingCustom<Row, Item extends { readonly id: string }>(
  list: ListDefinition<Row, Item>,
  object: CompanyObject,
): ListDefinition<Row, Item> {
  const { write: _, complete, ...plain } = list;
  const names = [...object.fields.keys()].filter((name) => name.endsWith('__c'));
  return {
    ...plain,
    ...(list.members && { members: [...list.members, ...names] }),
    columns: [...(list.columns ?? Object.keys(list.fields)), ...names],
    complete: async (tx, items) => {
      const whole = complete ? await complete(tx, items) : items;
      return withCustomMembers(tx, object, whole);
    },
  };
}

/** Custom fields of records that another lib writes by its own rules. */
export const customMembers = {
  areThere: hasCustomFields,
  areAsked: isCustomized,
  read: readCustomMembers,
  readOf: readCustomMembersOf,
  store: storeCustomMembers,
  storeOf: storeCustomMembersOf,
  shownWith: withCustomMembers,
  listed: listWithCustom,
  shownIn: listShowingCustom,
  opened: openedFields,
  openedPart,
  sent: sentFields,
  sentValues,
  takenValues,
} as const;
