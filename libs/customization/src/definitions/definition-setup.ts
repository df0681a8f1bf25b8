import {
  ItemsRefused,
  refusalErrors,
  refusalsOf,
  type SetupChange,
  type SetupItem,
  type SetupPart,
} from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { DomainError, type FieldError } from '@quittance/kernel';
import { type FieldSettings, type FieldType, fieldTypes } from '@quittance/fields';
import type { CompanyModel, CompanyModels } from '@quittance/metadata';
import { MAX_FIELDS, type FieldDefinition } from './definition.js';
import { allFields, allObjects, findField, findObject } from './definition.repository.js';
import { checkField } from './checks/check-field.js';
import { Faults, sentSettings, type NewField } from './checks/field-input.js';
import { defineField, fieldPlace, planField, redefineField } from './field-changes.js';
import { logField, logObject } from './log-definition.js';
import { defineNewObject, redefineObject, requireTargets, reviveObject } from './object-changes.js';
import { restoreField } from './restore-field.js';
import {
  fieldItem,
  fieldItemFaults,
  newFieldOf,
  newObjectOf,
  objectItem,
  objectItemFaults,
} from './setup-items.js';

/** Custom objects of a company in its set-up document. */
export function objectsPart(models: CompanyModels): SetupPart {
  return {
    name: 'objects',
    after: [],
    read: async (tx) => (await allObjects(tx)).map(objectItem),
    keyOf: ({ name }) => String(name),
    check: (_, { after }) => objectItemFaults(after),
    apply: (tx, changes) => applyObjects(tx, models, changes),
  };
}

/**
 * What fields point at may be brought back behind them, so that is asked at the end.
 * @throws ItemsRefused
 */
async function applyObjects(
  tx: Tx,
  models: CompanyModels,
  changes: readonly SetupChange[],
): Promise<void> {
  for (const { after } of changes) await applyObject(tx, models, after);
  const model = await models.of(tx);
  const refused = new Map<SetupItem, readonly FieldError[]>();
  for (const { before, after } of changes) {
    if (before) continue;
    const errors = await refusalsOf(() => requireTargets(tx, model, newObjectOf(after).name));
    if (errors.length > 0) refused.set(after, errors);
  }
  if (refused.size > 0) throw new ItemsRefused(refused);
}

async function applyObject(tx: Tx, models: CompanyModels, item: SetupItem): Promise<void> {
  const input = newObjectOf(item);
  const before = await findObject(tx, input.name);
  if (!before) {
    logObject(tx, null, await defineNewObject(tx, await models.of(tx), input));
    return;
  }
  const { name: _, ...patch } = input;
  const after = await redefineObject(tx, before, patch);
  if (before.deletedAt !== null) await reviveObject(tx, after);
  logObject(tx, before, { ...after, deletedAt: null });
}

/** Custom fields of a company in its set-up document, those of built-in objects included. */
export function fieldsPart(models: CompanyModels): SetupPart {
  return {
    name: 'fields',
    after: ['objects', 'masters', 'states', 'cities', 'pipelines'],
    async read(tx) {
      const { objects } = await models.of(tx);
      // Those of an object that is gone are kept for its return, and nobody reaches them.
      const reached = (await allFields(tx)).filter(({ object }) => objects.has(object));
      const items = reached.map(fieldItem);
      return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    },
    keyOf,
    check: (_, change) => checkFieldItem(change),
    apply: (tx, changes) => applyFields(tx, models, changes),
    dangling: (tx) => danglingFields(tx, models),
  };
}

function keyOf({ object, name }: SetupItem): string {
  return `${String(object)}.${String(name)}`;
}

function checkFieldItem({ before, after }: SetupChange) {
  const faults = fieldItemFaults(after);
  if (faults.length > 0 || !before || before['type'] === after['type']) return faults;
  return [{ pointer: '/type', code: 'immutable', message: `is ${String(before['type'])} here` }];
}

/**
 * Formulas name fields that stand behind them in the document, so what is refused is tried again
 * after the others, until nothing more can be made.
 * @throws ItemsRefused
 */
async function applyFields(
  tx: Tx,
  models: CompanyModels,
  changes: readonly SetupChange[],
): Promise<void> {
  let left = changes.map(({ after }) => after);
  const company = new ModelWhileDefining(tx, models);
  while (left.length > 0) {
    const refused = new Map<SetupItem, readonly FieldError[]>();
    for (const item of left) {
      try {
        await applyField(tx, company, item);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refused.set(item, refusalErrors(error));
      }
    }
    if (refused.size === left.length) throw new ItemsRefused(refused);
    left = [...refused.keys()];
  }
}

/** Fields that are not what could be defined today: their formulas name what is gone. */
async function danglingFields(
  tx: Tx,
  models: CompanyModels,
): Promise<ReadonlyMap<string, readonly FieldError[]>> {
  const model = await models.of(tx);
  const found = new Map<string, readonly FieldError[]>();
  for (const definition of await allFields(tx)) {
    const object = model.objects.get(definition.object);
    if (!object) continue;
    const faults = new Faults();
    const sent = sentSettings(definition.type, definition.settings);
    checkField(fieldPlace(tx, model, object, definition), definition, sent, faults);
    if (faults.any) found.set(keyOf(fieldItem(definition)), faults.errors);
  }
  return found;
}

/**
 * The company's objects while fields are brought in. To read them anew behind each field would cost
 * as much as there are fields, for each: they are read again where a field may hang on those before
 * it.
 */
class ModelWhileDefining {
  private known: CompanyModel | null = null;
  /** Fields that were made since, by object. */
  private readonly made = new Map<string, number>();

  constructor(
    private readonly tx: Tx,
    private readonly models: CompanyModels,
  ) {}

  /** For a new field; one that stands alone only counts those before it. */
  async forNew(object: string, field: NewField): Promise<CompanyModel> {
    const count = (this.known?.objects.get(object)?.fields.size ?? 0) + this.countOf(object);
    const standsAlone = !hangsOnOthers(field) && count < MAX_FIELDS;
    return standsAlone && this.known ? this.known : this.asItIs();
  }

  /** With everything that was made so far. */
  async asItIs(): Promise<CompanyModel> {
    if (!this.known || this.made.size > 0) this.known = await this.models.of(this.tx);
    this.made.clear();
    return this.known;
  }

  /** Says that a field of the object was made or changed. */
  written(object: string): void {
    this.made.set(object, this.countOf(object) + 1);
  }

  private countOf(object: string): number {
    return this.made.get(object) ?? 0;
  }
}

const ALONE: ReadonlySet<FieldType> = new Set(
  fieldTypes.all.filter((type) => !['formula', 'rollup', 'master_detail'].includes(type)),
);

/** Whether other fields decide on whether this one may be defined. */
function hangsOnOthers({ type, requiredWhen = null, settings = {} }: NewField): boolean {
  return !ALONE.has(type) || requiredWhen !== null || 'dependsOn' in settings;
}

/** Everything is checked before anything is written, so that a refusal leaves nothing behind. */
async function applyField(tx: Tx, company: ModelWhileDefining, item: SetupItem): Promise<void> {
  const { object, field } = newFieldOf(item);
  const before = await findField(tx, object, field.name);
  const model = await (before ? company.asItIs() : company.forNew(object, field));
  await bringIn(tx, model, { object, field, before });
  company.written(object);
}

interface BroughtField {
  readonly object: string;
  readonly field: NewField;
  readonly before: FieldDefinition | undefined;
}

async function bringIn(tx: Tx, model: CompanyModel, { object, field, before }: BroughtField) {
  if (!before) {
    const settings = sentSettings(field.type, (field.settings ?? {}) as FieldSettings);
    logField(tx, null, await defineField(tx, model, object, { ...field, settings }));
  } else if (before.deletedAt !== null) {
    const state = { ...before, ...field } as FieldDefinition;
    logField(tx, null, await restoreField(tx, model, state));
  } else {
    const { name: _, type: __, ...patch } = field;
    const sent = sentSettings(field.type, (field.settings ?? {}) as FieldSettings);
    const settings = { ...cleared(before), ...sent };
    const planned = await planField(tx, model, before, { ...patch, settings });
    logField(tx, before, await redefineField(tx, model, before, planned));
  }
}

/** The settings that the field has here and that the document may not have. */
function cleared({ type, settings }: FieldDefinition): Record<string, null> {
  const names = Object.keys(sentSettings(type, settings));
  return Object.fromEntries(names.map((name) => [name, null]));
}
