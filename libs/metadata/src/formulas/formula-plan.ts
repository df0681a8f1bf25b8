import {
  blanksAs,
  checkFormula,
  findCycle,
  readAhead,
  type CheckedFormula,
  type FormulaInput,
} from '@quittance/formula';
import { dateAt } from '@quittance/calendar';
import { mapInTurns, yieldIfDue, type WorkBudget } from '@quittance/work';
import type { Ctx, Instant } from '@quittance/kernel';
import type { FieldValues, Field, FieldValue, ReadOptions } from '@quittance/fields';
import type { CompanyObject } from '../catalogue/object.js';
import { formulaScope, fromFormula, lookupOf, toFormula } from './formula-values.js';
import { reachedObject } from './reached-object.js';

/**
 * A formula field ready to be evaluated; one that does not fit its fields any longer is always
 * null.
 */
export interface FormulaStep {
  readonly field: Field;
  readonly formula: CheckedFormula | null;
}

/** The records of another object that formulas reach over a lookup. */
export interface FormulaHop {
  readonly lookup: Field;
  readonly target: CompanyObject;
}

/** What is computed of an object's records, made once for each version of it. */
export interface FormulaPlan {
  /** Those that others name come first. */
  readonly steps: readonly FormulaStep[];
  readonly stored: readonly FormulaStep[];
  /** By the first of two names, as formulas write it. */
  readonly hops: ReadonlyMap<string, FormulaHop>;
  readonly rollups: readonly Field[];
  /** Roll-ups whose value is stored with the record, over all children whoever sees them. */
  readonly keptRollups: readonly Field[];
  readonly conditions: ReadonlyMap<string, CheckedFormula>;
}

const plans = new WeakMap<CompanyObject, FormulaPlan>();

export function formulaPlan(object: CompanyObject): FormulaPlan {
  let plan = plans.get(object);
  if (!plan) {
    plan = makePlan(object);
    plans.set(object, plan);
  }
  return plan;
}

/** Formulas over an object by their text; null for those that cannot be evaluated. */
const compiled = new WeakMap<CompanyObject, Map<string, CheckedFormula | null>>();

function compile(object: CompanyObject, text: string): CheckedFormula | null {
  const known = compiled.get(object) ?? new Map<string, CheckedFormula | null>();
  compiled.set(object, known);
  let formula = known.get(text);
  if (formula === undefined) {
    formula = compiledNow(object, text);
    known.set(text, formula);
  }
  return formula;
}

function compiledNow(object: CompanyObject, text: string): CheckedFormula | null {
  try {
    return checkFormula(text, formulaScope(object, object.model.objects));
  } catch {
    // A field it names was deleted or is of another kind: it cannot be evaluated, and so is empty.
    return null;
  }
}

/** Every formula and condition that the fields of an object are defined by. */
export function formulaTexts({ fields }: Pick<CompanyObject, 'fields'>): readonly string[] {
  return [...fields.values()].flatMap(({ type, settings, requiredWhen }) => [
    ...(type === 'formula' && settings.formula !== undefined ? [settings.formula] : []),
    ...(requiredWhen === null ? [] : [requiredWhen]),
  ]);
}

/**
 * Compiles them beforehand, with rests between them: the plan of the object is then made at once.
 */
export async function compileAhead(object: CompanyObject): Promise<void> {
  const texts = formulaTexts(object);
  await readAhead(texts);
  await mapInTurns(texts, (text) => compile(object, text));
}

function makePlan(object: CompanyObject): FormulaPlan {
  const fields = [...object.fields.values()];
  const steps = inOrder(
    fields
      .filter(({ type }) => type === 'formula')
      .map((field) => ({ field, formula: compile(object, field.settings.formula ?? '') })),
  );
  const conditions = new Map<string, CheckedFormula>();
  for (const { name, requiredWhen } of fields) {
    const formula = requiredWhen === null ? null : compile(object, requiredWhen);
    if (formula) conditions.set(name, formula);
  }
  return {
    steps,
    stored: steps.filter(({ field }) => field.settings.stored === true),
    hops: hopsOf(object, steps),
    rollups: fields.filter((field) => field.type === 'rollup' && !isKept(field)),
    keptRollups: fields.filter((field) => field.type === 'rollup' && isKept(field)),
    conditions,
  };
}

function isKept({ storage }: Field): boolean {
  return storage.kind === 'custom' && storage.index === 'ready';
}

function hopsOf(object: CompanyObject, steps: readonly FormulaStep[]) {
  const hops = new Map<string, FormulaHop>();
  for (const { formula } of steps) {
    for (const [first = '', second] of formula?.paths ?? []) {
      const lookup = second === undefined ? undefined : lookupOf(object, first);
      const target = lookup && reachedObject(object.model, lookup);
      if (lookup && target) hops.set(first, { lookup, target });
    }
  }
  return hops;
}

/** Formulas behind those that they name. Those in a circle, should there be one, are empty. */
function inOrder(steps: readonly FormulaStep[]): readonly FormulaStep[] {
  const byName = new Map(steps.map((step) => [step.field.name, step]));
  const uses = (step: FormulaStep) =>
    (step.formula?.paths ?? []).flatMap(([name = '', second]) =>
      second === undefined && byName.has(name) ? [name] : [],
    );
  const graph = new Map(steps.map((step) => [step.field.name, uses(step)]));
  if (findCycle(graph)) return steps.map(({ field }) => ({ field, formula: null }));
  const ordered = new Set<FormulaStep>();
  const visit = (step: FormulaStep): void => {
    for (const name of graph.get(step.field.name) ?? []) {
      const used = byName.get(name);
      if (used && !ordered.has(used)) visit(used);
    }
    ordered.add(step);
  };
  for (const step of steps) visit(step);
  return [...ordered];
}

/** The other record that a hop leads to; undefined where there is none, or none to be seen. */
export type Reach = (first: string) => FieldValues | undefined;

const NOWHERE: Reach = () => undefined;

/** What formulas over one record are evaluated by, beside the record. */
export interface FormulaTerms {
  readonly reach?: Reach;
  /** What they share with the other formulas of the request. */
  readonly budget?: WorkBudget | undefined;
}

/** What a formula is evaluated on: a record and those it points at. */
export function formulaInput(
  object: CompanyObject,
  record: FieldValues,
  now: Instant,
  { reach = NOWHERE, budget }: FormulaTerms = {},
): FormulaInput {
  const { timeZone } = object.model.terms;
  const plan = formulaPlan(object);
  return {
    now,
    timeZone,
    today: dateAt(now, timeZone),
    ...(budget && { budget }),
    value([first = '', second]) {
      const field = object.fields.get(first);
      if (second === undefined) return field ? toFormula(field, record[first]) : null;
      const other = plan.hops.get(first)?.target.fields.get(second);
      return other ? toFormula(other, reach(first)?.[second]) : null;
    },
  };
}

/**
 * The values of formulas over one record; they see each other's. Those that cost more than is left
 * are empty. Lets others have their turn where it takes long.
 */
export async function evaluateSteps(
  object: CompanyObject,
  steps: readonly FormulaStep[],
  record: FieldValues,
  now: Instant,
  terms?: FormulaTerms,
): Promise<Record<string, FieldValue>> {
  const values: Record<string, FieldValue> = { ...record };
  const input = formulaInput(object, values, now, terms);
  const zeroed = { ...input, ...blanksAs('zero') };
  const { hops } = formulaPlan(object);
  for (const { field, formula } of steps) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    if (!formula) values[field.name] = null;
    else {
      const keepsBlanks =
        field.settings.blankAs === 'blank' || isCutOff(formula, hops, values, terms);
      values[field.name] = fromFormula(formula.evaluate(keepsBlanks ? input : zeroed));
    }
  }
  return values;
}

/** Whether it reaches for a record that there is and that is out of sight: no zero stands for it. */
function isCutOff(
  { paths }: CheckedFormula,
  hops: ReadonlyMap<string, FormulaHop>,
  record: FieldValues,
  { reach = NOWHERE }: FormulaTerms = {},
): boolean {
  if (hops.size === 0) return false;
  return paths.some(([first = '', second]) => {
    const hop = second === undefined ? undefined : hops.get(first);
    return hop !== undefined && typeof record[hop.lookup.name] === 'string' && !reach(first);
  });
}

/** Values of formulas that are stored, of a record as it is about to be written. */
export async function storedFormulas(
  object: CompanyObject,
  record: FieldValues,
  { now, work }: Pick<Ctx, 'now' | 'work'>,
): Promise<FieldValues> {
  const { stored } = formulaPlan(object);
  if (stored.length === 0) return {};
  const values = await evaluateSteps(object, stored, record, now, { budget: work });
  return Object.fromEntries(stored.map(({ field: { name } }) => [name, values[name] ?? null]));
}

/** Whether a condition makes a field required of a record: for `readValues`. */
export function requiredByCondition(
  object: CompanyObject,
  now: Instant,
): NonNullable<ReadOptions['requiredWhen']> {
  const { conditions } = formulaPlan(object);
  return ({ name }, record, budget) => {
    const input = { ...formulaInput(object, record, now, { budget }), ...blanksAs('zero') };
    const outcome = conditions.get(name)?.outcome(input);
    if (outcome?.unaffordable) return 'unaffordable';
    return outcome?.value === true;
  };
}
