import { readAhead, type CheckedFormula } from '@quittance/formula';
import { yieldIfDue } from '@quittance/work';
import type { Tx } from '@quittance/database';
import type { CompanyModel, CompanyObject } from '@quittance/metadata';
import { mergeText, type MergeText } from '../formulas/merge-text.js';
import { compileFormula } from '../formulas/record-formulas.js';
import { namesPeople } from '../workflows/recipients.js';
import { listedPerson, otherObject } from './relation.js';
import { ruleFormulas, textsOf, valuesOf } from './rule-formulas.js';
import { asksApproval, isOfKind, type Rule, type RuleKind, type WorkflowAction } from './rule.js';
import { activeRules } from './rule.repository.js';

/** A rule whose formula must be true, ready to be asked. */
export interface CompiledValidation {
  readonly rule: Rule<'validation'>;
  readonly formula: CheckedFormula;
}

export interface CompiledWorkflow {
  readonly rule: Rule<'workflow'>;
  /** Null where there is no condition. */
  readonly condition: CheckedFormula | null;
  /** The formulas of `set_field` and `set_related`, by the position of the action. */
  readonly values: ReadonlyMap<number, CheckedFormula>;
  /** Texts that show values, by the position of the action and the member. */
  readonly texts: ReadonlyMap<string, MergeText>;
  /** What `create_record` makes, by the position of the action. */
  readonly made: ReadonlyMap<number, readonly CompiledValue[]>;
}

/** A field of another record and what it is set to. */
export interface CompiledValue {
  readonly field: string;
  readonly formula: CheckedFormula;
}

/** The active rules of one object, in their order. Those that name fields which are gone rest. */
export interface ObjectRules {
  readonly duplicates: readonly Rule<'duplicate'>[];
  readonly validations: readonly CompiledValidation[];
  /** Those that run once a record is saved. */
  readonly workflows: readonly CompiledWorkflow[];
  /** Those that set fields of a record that is being saved. */
  readonly before: readonly CompiledWorkflow[];
  /** Those that run a time before or after what a field says. */
  readonly timed: readonly CompiledWorkflow[];
  /** Some rule sends records for approval, though it may rest by now. */
  readonly asksApproval: boolean;
}

const NONE: ObjectRules = {
  duplicates: [],
  validations: [],
  workflows: [],
  before: [],
  timed: [],
  asksApproval: false,
};

/**
 * By company and version of its metadata: the model is one object for as long as nothing changes.
 */
const known = new WeakMap<CompanyModel, ReadonlyMap<string, ObjectRules>>();

/**
 * The rules of an object. One statement for a company and version of its metadata, none afterwards.
 */
export async function rulesOf(tx: Tx, object: CompanyObject): Promise<ObjectRules> {
  return (await allRulesOf(tx, object.model)).get(object.name) ?? NONE;
}

/** The same by the names of the objects that have any. */
export async function allRulesOf(
  tx: Tx,
  model: CompanyModel,
): Promise<ReadonlyMap<string, ObjectRules>> {
  const found = known.get(model);
  if (found) return found;
  const rules = await activeRules(tx);
  await readAhead(rules.flatMap(ruleFormulas));
  const made = new Map<string, ObjectRules>();
  for (const name of new Set(rules.map((rule) => rule.object))) {
    const object = model.objects.get(name);
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    const own = rules.filter((rule) => rule.object === name);
    if (object) made.set(name, compiled(object, own));
  }
  known.set(model, made);
  return made;
}

function compiled(object: CompanyObject, rules: readonly Rule[]): ObjectRules {
  const of = <K extends RuleKind>(kind: K) =>
    rules.filter((rule): rule is Rule<K> => isOfKind(rule, kind));
  const workflows = of('workflow').flatMap((rule) => compiledWorkflow(object, rule) ?? []);
  return {
    duplicates: of('duplicate').filter(({ definition }) =>
      definition.fields.every(({ field }) => object.fields.has(field)),
    ),
    validations: of('validation').flatMap((rule) => {
      const formula = compileFormula(object, rule.definition.formula, ['boolean']);
      return formula && hasNamed(object, rule.definition.field) ? [{ rule, formula }] : [];
    }),
    workflows: workflows.filter((each) => timingOf(each) === 'after_save'),
    before: workflows.filter((each) => timingOf(each) === 'before_save'),
    timed: workflows.filter((each) => timingOf(each) === 'timed'),
    asksApproval: of('workflow').some(({ definition }) => asksApproval(definition)),
  };
}

/** A workflow rule, active or not, ready to be run; undefined for one that rests. */
export function compiledWorkflow(
  object: CompanyObject,
  rule: Rule<'workflow'>,
): CompiledWorkflow | undefined {
  const { field: named, condition, actions } = rule.definition;
  if (!hasNamed(object, named)) return undefined;
  const formula = condition === null ? null : compileFormula(object, condition, ['boolean']);
  if (condition !== null && formula === null) return undefined;
  const values = new Map<number, CheckedFormula>();
  const texts = new Map<string, MergeText>();
  const made = new Map<number, readonly CompiledValue[]>();
  for (const [i, action] of actions.entries()) {
    for (const [member, text] of Object.entries(textsOf(action))) {
      const merged = mergeText.compile(object, text);
      if (!merged) return undefined;
      texts.set(`${i}.${member}`, merged);
    }
    const compiledValues = valuesOf(action).map(({ field, formula: text }) => ({
      field,
      formula: compileFormula(object, text),
    }));
    if (!compiledValues.every(isWhole) || !isThere(object, action)) return undefined;
    if (action.kind === 'create_record') made.set(i, compiledValues);
    else for (const { formula: value } of compiledValues) values.set(i, value);
  }
  return { rule, condition: formula, values, texts, made };
}

function isWhole(value: {
  readonly field: string;
  readonly formula: CheckedFormula | null;
}): value is CompiledValue {
  return value.formula !== null;
}

/** Whether the fields that an action names, of whichever record, are still there. */
function isThere(object: CompanyObject, action: WorkflowAction): boolean {
  switch (action.kind) {
    case 'set_field':
      return object.fields.has(action.field);
    case 'request_approval':
      return hasNamed(object, action.field);
    case 'send_email':
      return object.fields.has(action.to) || namesPeople(action);
    case 'add_to_campaign':
      return listedPerson(object, action) !== undefined;
    case 'set_related':
    case 'create_record': {
      const target = otherObject(object, action);
      return (
        target !== undefined && valuesOf(action).every(({ field }) => target.fields.has(field))
      );
    }
    case 'create_task':
    case 'send_webhook':
      return true;
  }
}

/** Whether a field is there that may be named. */
function hasNamed({ fields }: CompanyObject, field: string | null): boolean {
  return field === null || fields.has(field);
}

function timingOf({ rule }: CompiledWorkflow) {
  if (rule.definition.trigger === 'date') return 'timed';
  return rule.definition.timing ?? 'after_save';
}

/** What is evaluated of a rule on the record that it is about. */
export function formulasOfWorkflow({ condition, values, texts, made }: CompiledWorkflow) {
  const shown = [...texts.values()].flatMap(({ parts }) =>
    parts.filter((part) => typeof part !== 'string'),
  );
  const ofMade = [...made.values()].flat().map(({ formula }) => formula);
  return [...(condition ? [condition] : []), ...values.values(), ...shown, ...ofMade];
}
