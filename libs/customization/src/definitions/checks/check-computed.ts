import { sight } from '@quittance/lists';
import {
  FormulaError,
  checkFormula,
  type CheckedFormula,
  type FormulaType,
} from '@quittance/formula';
import { reachedResources, type CompanyObject, inFormula, formulaGraph } from '@quittance/metadata';
import { rollupFilterFaults } from '@quittance/objects';
import type { Field } from '@quittance/fields';
import type { Permissions } from '@quittance/kernel';
import type { FieldPlace, Faults } from './field-input.js';
import { isDeepStrictEqual } from 'node:util';
import { MAX_FORMULAS, type FieldDefinition } from '../definition.js';
import { fieldLimitReached } from '../definitions.errors.js';

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'number', 'currency', 'percent']);
const ORDERED: ReadonlySet<string> = new Set([...NUMERIC, 'date', 'datetime']);

/** The formula with its faults told at their pointer; the message says the place in the text. */
function checked(
  { object, model }: FieldPlace,
  text: string,
  pointer: string,
  faults: Faults,
  results?: readonly FormulaType[],
): CheckedFormula | undefined {
  try {
    return checkFormula(text, inFormula.scope(object, model.objects), results);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    for (const { code, position, message } of error.faults) {
      const at = `line ${position.line}, column ${position.column}`;
      faults.add(pointer, `formula_${code}`, `${message} (${at})`);
    }
    return undefined;
  }
}

/** The condition under which a field is required is a formula that is true or false. */
export function checkRequiredWhen(
  place: FieldPlace,
  { requiredWhen }: FieldDefinition,
  faults: Faults,
): void {
  if (requiredWhen === null) return;
  const formula = checked(place, requiredWhen, '/requiredWhen', faults, ['boolean']);
  if (formula?.paths.some((path) => !isStoredHere(place, path))) {
    faults.add('/requiredWhen', 'conflict', 'can name stored fields of the record itself only');
  }
}

function isStoredHere({ object }: FieldPlace, [name = '', ...more]: readonly string[]): boolean {
  const field = object.fields.get(name);
  return more.length === 0 && field !== undefined && field.storage.kind !== 'computed';
}

/** @throws DomainError field_limit_reached */
export function checkFormulaField(
  place: FieldPlace,
  field: FieldDefinition,
  faults: Faults,
): FieldDefinition {
  const { object, before } = place;
  const formulas = [...object.fields.values()].filter(
    ({ type, storage }) => type === 'formula' && storage.kind !== 'column',
  );
  if (!before && formulas.length >= MAX_FORMULAS) {
    throw fieldLimitReached({ object: object.name, most: MAX_FORMULAS, what: 'formulas' });
  }
  const { formula: text = '', resultType } = field.settings;
  const wanted: FormulaType[] | undefined = resultType && [resultType];
  const formula = checked(place, text, '/settings/formula', faults, wanted);
  if (!formula) return field;
  checkReach(place, field, '/settings/formula', faults);
  checkCycle(place, field, '/settings/formula', faults);
  if (field.settings.stored) checkStored(place, formula, faults);
  const result = resultType ?? inFormula.resultType(formula.type);
  checkSameResult(place, result, faults);
  const { blankAs = 'zero' } = field.settings;
  return { ...field, settings: { ...field.settings, resultType: result, blankAs } };
}

/**
 * What a formula or roll-up tells of records is narrowed to what its reader may see, but not
 * where a rule reads it, and users' addresses nowhere: it is made by who may view all records that
 * it reaches, those of its own object included.
 */
function checkReach(
  { object, author, before }: FieldPlace,
  field: FieldDefinition,
  pointer: string,
  faults: Faults,
): void {
  if (before && isDeepStrictEqual(made(before), made(field))) return;
  const unseen = [...reachedResources(object, [field])].filter((of) => !sight.whole(author, of));
  // Objects of the company's own are shown by a role only once they are there: what is first said
  // of one is said by whoever makes it, before anything is made of that.
  const isFirst = object.custom && !before;
  if (!isFirst && readsOwn(object, field) && !seesAll(author, object)) {
    unseen.unshift(object.resource);
  }
  for (const resource of unseen) {
    const message = `is made of ${resource}, not all of which you may view`;
    faults.add(pointer, 'permission_denied', message);
  }
}

/** Whether it is made of fields of the record itself. */
function readsOwn(object: CompanyObject, field: FieldDefinition): boolean {
  const own = `${object.name}.`;
  return formulaGraph.ofField(object, field).some((path) => path.startsWith(own));
}

/** Every record; which of its fields are hidden, `requireSight` asks of each that is named. */
function seesAll(author: Permissions, { resource }: CompanyObject): boolean {
  return author.can(resource, 'view') && author.scope(resource, 'view') === 'all';
}

/** What a computed field is made of. */
function made({
  settings: { formula, child, childField, function: what, of, filter },
}: FieldDefinition) {
  return [formula, child, childField, what, of, filter];
}

function checkCycle(
  { model, object }: FieldPlace,
  field: FieldDefinition,
  pointer: string,
  faults: Faults,
): void {
  const cycle = formulaGraph.circleWith(model.objects, object, field);
  if (cycle) faults.add(pointer, 'cycle', `is computed from itself: ${cycle.join(' → ')}`);
}

/** What is stored changes only when the record does. */
function checkStored(place: FieldPlace, formula: CheckedFormula, faults: Faults): void {
  const add = (message: string) => faults.add('/settings/stored', 'conflict', message);
  if (formula.usesClock) add('is not possible for a formula that asks for the time');
  const foreign = formula.paths.find((path) => {
    const field = place.object.fields.get(path[0] ?? '');
    return path.length > 1 || field?.type === 'rollup' || !isStoredHere(place, path);
  });
  if (foreign) add(`is not possible with ${foreign.join('.')}, which is not stored on the record`);
}

function checkSameResult({ before }: FieldPlace, result: string, faults: Faults): void {
  const known = before?.settings.resultType;
  if (known !== undefined && known !== result) {
    faults.add('/settings/resultType', 'immutable', `is ${known} and cannot be changed`);
  }
}

/** The relationship it goes back over, what it takes of the children, and which of them. */
export function checkRollup(
  place: FieldPlace,
  field: FieldDefinition,
  faults: Faults,
): FieldDefinition {
  const { model, object } = place;
  const { child: name = '', childField = '', function: what, of, filter } = field.settings;
  const child = model.objects.get(name);
  if (!child) {
    faults.add('/settings/child', 'reference', 'is no object');
    return field;
  }
  const relation = child.fields.get(childField);
  const points = relation?.type === 'lookup' || relation?.type === 'master_detail';
  if (!points || relation.settings.target !== object.name) {
    faults.add('/settings/childField', 'reference', `is no field of ${name} that points here`);
  }
  const taken = of === undefined ? undefined : child.fields.get(of);
  if (of !== undefined && !isTakeable(taken, what)) {
    faults.add('/settings/of', 'reference', `is no stored field of ${name} for ${what}`);
  }
  if (filter !== undefined) faults.addAll('/settings/filter', rollupFilterFaults(child, filter));
  if (field.settings.stored) checkStoredRollup(child, field, faults);
  checkReach(place, field, '/settings/child', faults);
  checkCycle(place, field, '/settings/of', faults);
  const result = what === 'min' || what === 'max' ? resultOf(taken) : 'number';
  checkSameResult(place, result, faults);
  return { ...field, settings: { ...field.settings, resultType: result } };
}

/** What is stored of it changes with a child; a formula of the child also with its definition. */
function checkStoredRollup(
  child: CompanyObject,
  { settings: { of, filter } }: FieldDefinition,
  faults: Faults,
): void {
  const names = [...(of === undefined ? [] : [of]), ...formulaGraph.ofFilter(filter)];
  const computed = names.find((name) => child.fields.get(name)?.type === 'formula');
  if (computed === undefined) return;
  faults.add('/settings/stored', 'conflict', `is not possible with the formula ${computed}`);
}

function isTakeable(field: Field | undefined, what: string | undefined): boolean {
  if (!field || field.storage.kind === 'computed' || field.type === 'rollup') return false;
  const type = field.type === 'formula' ? field.settings.resultType : field.type;
  return (what === 'min' || what === 'max' ? ORDERED : NUMERIC).has(type ?? '');
}

function resultOf(field: Field | undefined) {
  const type = field && inFormula.type(field);
  return type === 'date' || type === 'datetime' ? type : 'number';
}
