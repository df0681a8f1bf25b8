import { rowSet, sql, violates, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { notFound } from '@quittance/kernel';
import { formNameTaken, limitReached } from '../customization.errors.js';
import { VersionedRows } from '../metadata/versioned-rows.js';
import { FormEntity, type Form } from './form.entity.js';
import { FORM_STATUSES, type FormDefinition, type FormId } from './form.js';
import { formState, formView, type FormView } from './form.view.js';

const COLUMNS = rowSet(FormEntity).select('f');
const MOST_FORMS = 500;

export const formRows = new VersionedRows<FormEntity>({
  entity: FormEntity,
  table: 'customization.form',
  noun: 'form',
  state: formState,
  subject: ({ name, definition }) => ({
    kind: 'form',
    object: definition.mapping?.object ?? null,
    name,
  }),
  refusal: ({ name }, error) =>
    violates(error, 'form_name_key') ? formNameTaken({ name }) : error,
});

/** Nobody archives or publishes it until the submission is in. */
const HOLD = sql(`
  select ${COLUMNS} from customization.form f where f.company_id = $1 and f.id = $2 for share`);
/** By form_public_key. */
const BY_LINK = sql(`
  select f.id from customization.form f where f.company_id = $1 and f.public_hash = $2`);
const ALL = sql(`
  select ${COLUMNS} from customization.form f where f.company_id = $1 order by lower(f.name)`);
const COUNT = sql(`
  select count(*)::int as forms from customization.form f where f.company_id = $1`);
const LATEST = sql(`
  select coalesce(max(v.number), 0)::int as number from customization.form_version v
  where v.company_id = $1 and v.form_id = $2`);
const FREEZE = sql(`
  insert into customization.form_version (company_id, form_id, number, definition, published_at)
  values ($1, $2, $3, $4, $5)`);
const FROZEN = sql(`
  select v.definition from customization.form_version v
  where v.company_id = $1 and v.form_id = $2 and v.number = $3`);
/** As PostgreSQL compares documents: the order of their members is nothing. */
const DIFFERS = sql(`
  select not exists (select 1 from customization.form_version v
    where v.company_id = $1 and v.form_id = $2 and v.number = $3
      and v.definition = $4::jsonb) as dirty`);

/** @throws DomainError not_found */
export function findForm(tx: Tx, id: FormId): Promise<Form> {
  return formRows.find(tx, id);
}

/** @throws DomainError not_found */
export async function holdForm(tx: Tx, id: FormId): Promise<Form> {
  const form = await tx.maybe<Form>(HOLD, [tx.ctx.companyId, id]);
  if (!form) throw notFound({ object: 'form' });
  return form;
}

export async function formByLink(tx: Tx, hash: string): Promise<FormId | undefined> {
  return (await tx.maybe<{ id: FormId }>(BY_LINK, [tx.ctx.companyId, hash]))?.id;
}

export function allForms(tx: Tx): Promise<Form[]> {
  return tx.rows<Form>(ALL, [tx.ctx.companyId]);
}

/** @throws DomainError form_name_taken, customization_limit_reached */
export async function addForm(tx: Tx, form: Form): Promise<void> {
  const { forms } = await tx.one<{ forms: number }>(COUNT, [tx.ctx.companyId]);
  if (forms >= MOST_FORMS) throw limitReached({ most: MOST_FORMS, what: 'forms' });
  await formRows.add(tx, form);
}

/** How many versions of a form were frozen so far. */
export async function latestVersion(tx: Tx, id: string): Promise<number> {
  return (await tx.one<{ number: number }>(LATEST, [tx.ctx.companyId, id])).number;
}

export async function freezeVersion(
  tx: Tx,
  id: FormId,
  number: number,
  definition: FormDefinition,
): Promise<void> {
  const { companyId, now } = tx.ctx;
  await tx.run(FREEZE, [companyId, id, number, JSON.stringify(definition), now]);
}

/** What a version asks. @throws Error when there is no such version: a form names those it has */
export async function frozenDefinition(
  tx: Tx,
  id: FormId,
  number: number,
): Promise<FormDefinition> {
  const params = [tx.ctx.companyId, id, number];
  return (await tx.one<{ definition: FormDefinition }>(FROZEN, params)).definition;
}

/** Whether a draft differs from the version that is published; a first draft always does. */
export async function differs(
  tx: Tx,
  { id, publishedVersion }: Pick<Form, 'id' | 'publishedVersion'>,
  definition: FormDefinition,
): Promise<boolean> {
  const params = [tx.ctx.companyId, id, publishedVersion, JSON.stringify(definition)];
  return (await tx.one<{ dirty: boolean }>(DIFFERS, params)).dirty;
}

/** The forms of a company. */
export const formList: ListDefinition<Form, FormView> = {
  from: 'customization.form f',
  select: COLUMNS,
  id: 'f.id',
  fields: {
    id: { sql: 'f.id', type: 'id', notNull: true },
    name: { sql: 'f.name', type: 'text', notNull: true },
    status: { sql: 'f.status', type: 'enum', values: FORM_STATUSES, notNull: true },
    publishedVersion: { sql: 'f.published_version', type: 'integer', notNull: true },
    unpublishedChanges: { sql: 'f.dirty', type: 'boolean', notNull: true },
    createdAt: { sql: 'f.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 'f.updated_at', type: 'instant', notNull: true },
  },
  search: ['f.name'],
  defaultSort: 'name',
  map: formView,
};
