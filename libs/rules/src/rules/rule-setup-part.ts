import { refusalsOf, type SetupItem, type SetupPart } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { invalidFields, type FieldError } from '@quittance/kernel';
import type { CompanyModel, CompanyModels } from '@quittance/metadata';
import { definitionFaults } from '../definitions/check-definition.js';
import { readSetupRule } from '../definitions/read-setup-rule.js';
import { makeRule, missingObject } from './create-rule.js';
import { deniedFault, mayChange, requireRightsOfRule } from './rule-rights.js';
import { allRules } from './rule.repository.js';
import { isOfKind, completeDefinition, type Rule, type RuleKind } from './rule.js';
import { adaptedRule, namedActions, namesOf } from './setup-names.js';
import { changeRule } from './update-rule.js';

const NAMES: Readonly<Record<RuleKind, string>> = {
  duplicate: 'duplicateRules',
  validation: 'validationRules',
  workflow: 'workflowRules',
};

/** The rules of a kind in the document that carries a company's set-up to another. */
export function ruleSetupPart(kind: RuleKind, models: CompanyModels): SetupPart {
  return {
    name: NAMES[kind],
    after: ['emailTemplates', 'fields', 'objects', 'pipelines', 'roles'],
    async read(tx) {
      const [rules, names] = [await allRules(tx, kind), await namesOf(tx)];
      return rules.map((rule) => {
        const { object, name, active, position, definition } = rule;
        const named = isOfKind(rule, 'workflow') && {
          actions: namedActions(names, rule.definition.actions),
        };
        return { object, name, active, position, ...completeDefinition(definition), ...named };
      });
    },
    keyOf,
    ...(kind === 'workflow' && {
      rights: { resource: 'workflows', toMake: 'create' as const },
      adapt: async (tx: Tx, item: SetupItem) => adaptedRule(await namesOf(tx), item),
    }),
    async check(tx, { before, after }) {
      const action = before ? 'update' : 'create';
      if (!mayChange(tx.ctx, kind, action)) return [deniedFault(action)];
      const { rule, errors } = readSetupRule(kind, after, await namesOf(tx));
      if (!rule) return errors;
      const object = (await modelOf(tx, models)).objects.get(rule.object);
      if (!object) return [missingObject(rule.object)];
      const faults = await definitionFaults(tx, kind, object, { active: true, ...rule });
      if (faults.length > 0) return faults;
      return refusalsOf(() => requireRightsOfRule(tx.ctx, kind, object, rule.definition));
    },
    async apply(tx, changes) {
      const model = await modelOf(tx, models);
      const known = new Map((await allRules(tx, kind)).map((rule) => [keyOf(rule), rule]));
      for (const { after } of changes) {
        await applyRule(tx, model, kind, { item: after, known: known.get(keyOf(after)) });
      }
    },
    dangling: (tx) => danglingRules(tx, kind, models),
  };
}

/** Rules that name what their object does not have any more. */
async function danglingRules(
  tx: Tx,
  kind: RuleKind,
  models: CompanyModels,
): Promise<ReadonlyMap<string, readonly FieldError[]>> {
  const { objects } = await models.of(tx);
  const found = new Map<string, readonly FieldError[]>();
  for (const rule of await allRules(tx, kind)) {
    const object = objects.get(rule.object);
    const faults = object
      ? await definitionFaults(tx, kind, object, rule)
      : [missingObject(rule.object)];
    if (faults.length > 0) found.set(keyOf(rule), faults);
  }
  return found;
}

/** In any case of the name. */
function keyOf({ object, name }: { readonly object?: unknown; readonly name?: unknown }): string {
  return `${String(object)}.${String(name).toLowerCase()}`;
}

/**
 * Rules come behind all that the model is made of: it is read once for the transaction of an
 * import.
 */
const modelsOfImports = new WeakMap<Tx, Promise<CompanyModel>>();

function modelOf(tx: Tx, source: CompanyModels): Promise<CompanyModel> {
  const found = modelsOfImports.get(tx) ?? source.of(tx);
  modelsOfImports.set(tx, found);
  return found;
}

interface BroughtRule<K extends RuleKind> {
  readonly item: SetupItem;
  readonly known: Rule<K> | undefined;
}

async function applyRule<K extends RuleKind>(
  tx: Tx,
  model: CompanyModel,
  kind: K,
  { item, known }: BroughtRule<K>,
): Promise<void> {
  const { rule, errors } = readSetupRule(kind, item, await namesOf(tx));
  if (!rule) throw invalidFields(errors);
  if (!known) {
    await makeRule(tx, model, kind, rule);
    return;
  }
  const { object: _, ...patch } = rule;
  await changeRule(tx, model, known, patch);
}
