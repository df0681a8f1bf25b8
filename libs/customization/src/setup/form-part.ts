import {
  anyShape,
  flagShape,
  listShape,
  membersShape,
  nullableShape,
  objectShape,
  oneOfShape,
  orTextShape,
  refusalsOf,
  textShape,
  type SetupItem,
  type SetupPart,
} from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { MAX_FORMULA_LENGTH } from '@quittance/formula';
import { DomainError, newId, type FieldError } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import { requireRightsOfForm } from '../forms/form-rights.js';
import { definitionOf } from '../forms/form-terms.js';
import {
  FORM_ACTIONS,
  FORM_FIELD_TYPES,
  FORM_STATUSES,
  MOST_FORM_FIELDS,
  MOST_FORM_RULES,
  MOST_FORM_SECTIONS,
  MOST_RULE_ACTIONS,
  type FormDefinition,
  type FormStatus,
} from '../forms/form.js';
import type { Form } from '../forms/form.entity.js';
import {
  addForm,
  allForms,
  formRows,
  freezeVersion,
  frozenDefinition,
  latestVersion,
} from '../forms/form.repository.js';
import { sameJson } from './setup-document.js';

interface Item {
  readonly name: string;
  readonly status: FormStatus;
  readonly draft: FormDefinition;
  /** What submissions are filled against; null when it never was published. */
  readonly published: FormDefinition | null;
}

const FIELD = membersShape({
  name: textShape(60, 1),
  label: textShape(200, 1),
  help: nullableShape(textShape(4000)),
  type: oneOfShape(FORM_FIELD_TYPES),
  required: flagShape,
  default: anyShape,
  settings: objectShape,
});
const ACTION = membersShape({
  action: oneOfShape(FORM_ACTIONS),
  field: textShape(60, 1),
  value: anyShape,
  options: nullableShape(listShape(500, textShape(100))),
});
const DEFINITION = membersShape({
  title: textShape(200, 1),
  description: nullableShape(textShape(4000)),
  sections: listShape(
    MOST_FORM_SECTIONS,
    membersShape({ title: textShape(200), fields: listShape(MOST_FORM_FIELDS, FIELD) }),
  ),
  rules: listShape(
    MOST_FORM_RULES,
    membersShape({
      when: orTextShape(objectShape, MAX_FORMULA_LENGTH),
      actions: listShape(MOST_RULE_ACTIONS, ACTION),
    }),
  ),
  mapping: nullableShape(membersShape({ object: textShape(100, 1), fields: objectShape })),
});
const SHAPE = membersShape({
  name: textShape(100, 1),
  status: oneOfShape(FORM_STATUSES),
  draft: DEFINITION,
  published: nullableShape(DEFINITION),
});

/** Forms with their drafts and what is published; submissions stay where they were made. */
export function formPart(models: CompanyModels): SetupPart {
  return {
    name: 'forms',
    after: ['objects', 'fields', 'masters', 'pipelines'],
    async read(tx) {
      const items: SetupItem[] = [];
      for (const form of await allForms(tx)) items.push({ ...(await itemOf(tx, form)) });
      return items;
    },
    keyOf,
    async check(tx, { after }) {
      const faults = SHAPE(after, '');
      if (faults.length > 0) return faults;
      const item = after as unknown as Item;
      if (item.status === 'published' && !item.published) {
        return [{ pointer: '/published', code: 'required', message: 'is required' }];
      }
      const drafted = await definitionFaults(tx, models, item.draft, '/draft');
      if (!item.published) return drafted;
      return [...drafted, ...(await definitionFaults(tx, models, item.published, '/published'))];
    },
    async apply(tx, changes) {
      const forms = await allForms(tx);
      for (const { after } of changes) {
        const item = after as unknown as Item;
        const named = ({ name }: Form) => name.toLowerCase() === item.name.toLowerCase();
        await bringIn(tx, item, forms.find(named));
      }
    },
    dangling: (tx) => danglingForms(tx, models),
  };
}

function keyOf({ name }: { readonly name?: unknown }): string {
  return String(name).toLowerCase();
}

/** Forms that make records of an object that is gone. */
async function danglingForms(
  tx: Tx,
  models: CompanyModels,
): Promise<ReadonlyMap<string, readonly FieldError[]>> {
  const { objects } = await models.of(tx);
  const found = new Map<string, readonly FieldError[]>();
  for (const form of await allForms(tx)) {
    const { draft, published } = await itemOf(tx, form);
    const faults = Object.entries({ draft, published }).flatMap(([name, definition]) => {
      const object = definition?.mapping?.object;
      if (object === undefined || objects.has(object)) return [];
      const pointer = `/${name}/mapping/object`;
      return [{ pointer, code: 'unknown_object', message: 'is no object here' }];
    });
    if (faults.length > 0) found.set(keyOf(form), faults);
  }
  return found;
}

async function itemOf(tx: Tx, form: Form): Promise<Item> {
  const { id, name, status, definition: draft, publishedVersion } = form;
  const published = publishedVersion > 0 ? await frozenDefinition(tx, id, publishedVersion) : null;
  return { name, status, draft, published };
}

async function definitionFaults(
  tx: Tx,
  models: CompanyModels,
  definition: FormDefinition,
  at: string,
): Promise<readonly FieldError[]> {
  const model = await models.of(tx);
  try {
    const checked = await definitionOf(tx, model, definition);
    if (sameJson(checked, definition)) {
      return await refusalsOf(() => requireRightsOfForm(tx.ctx, model, checked));
    }
    return [{ pointer: at, code: 'format', message: 'is not written as an export writes it' }];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { errors = [] } = error.options;
    return errors.map((each) => ({ ...each, pointer: `${at}${each.pointer ?? ''}` }));
  }
}

async function bringIn(tx: Tx, item: Item, known: Form | undefined): Promise<void> {
  const { name, status, draft, published } = item;
  const { now } = tx.ctx;
  const form: Form = known ?? {
    id: newId<'form'>(),
    name,
    status: 'draft',
    definition: draft,
    publishedVersion: 0,
    dirty: true,
    publicHash: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  if (!known) await addForm(tx, form);
  const publishedVersion = await versionOf(tx, form, published);
  const dirty = published === null || !sameJson(draft, published);
  const change = { name, status, definition: draft, publishedVersion, dirty };
  await formRows.change(tx, form, change);
}

/** The version that holds what is published: the one there is, or a new one. */
async function versionOf(
  tx: Tx,
  { id, publishedVersion }: Form,
  published: FormDefinition | null,
): Promise<number> {
  if (!published) return 0;
  const same =
    publishedVersion > 0 && sameJson(await frozenDefinition(tx, id, publishedVersion), published);
  if (same) return publishedVersion;
  const number = (await latestVersion(tx, id)) + 1;
  await freezeVersion(tx, id, number, published);
  return number;
}
