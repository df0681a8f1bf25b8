import { findCycle, formulaDependencies } from '@quittance/formula';
import type { RecordObject } from '../catalogue/object.js';
import type { Field } from '@quittance/fields';
import { lookupOf, type ObjectsByName } from './formula-values.js';

/** Names of the fields that a filter tree names, whatever is wrong with it otherwise. */
export function filterFields(tree: unknown): readonly string[] {
  const names: string[] = [];
  const visit = (node: unknown, depth: number): void => {
    if (depth > 10 || typeof node !== 'object' || node === null) return;
    const { field, and, or, not } = node as Record<string, unknown>;
    if (typeof field === 'string') names.push(field);
    for (const list of [and, or])
      if (Array.isArray(list)) for (const each of list) visit(each, depth + 1);
    if (not !== undefined) visit(not, depth + 1);
  };
  visit(tree, 0);
  return [...new Set(names)];
}

/**
 * `object.field` of everything a computed field is made of; a formula that is none depends on
 * nothing.
 */
export function dependenciesOf(
  object: RecordObject,
  { type, settings }: Pick<Field, 'type' | 'settings'>,
): readonly string[] {
  if (type === 'rollup') {
    const { child = '', childField = '', of } = settings;
    const names = [childField, ...(of === undefined ? [] : [of]), ...filterFields(settings.filter)];
    return names.map((name) => `${child}.${name}`);
  }
  if (type !== 'formula' || settings.formula === undefined) return [];
  return formulaFields(object, settings.formula);
}

/**
 * The fields that a formula over an object names, as `object.field`; lookups it goes through too.
 */
export function formulaFields(object: RecordObject, formula: string): readonly string[] {
  try {
    return formulaDependencies(formula).flatMap(([first = '', second]) => {
      if (second === undefined) return [`${object.name}.${first}`];
      const lookup = lookupOf(object, first);
      if (!lookup) return [];
      return [`${object.name}.${lookup.name}`, `${lookup.settings.target}.${second}`];
    });
  } catch {
    return [];
  }
}

/**
 * A circle among the computed fields of a company's objects if the given field were one of them:
 * the names along it. Over lookups and roll-ups too.
 */
export function cycleWith(
  objects: ObjectsByName,
  object: RecordObject,
  added: Pick<Field, 'name' | 'type' | 'settings'>,
): readonly string[] | undefined {
  const graph = new Map<string, readonly string[]>();
  for (const each of objects.values()) {
    for (const field of each.fields.values()) {
      if (field.type !== 'formula' && field.type !== 'rollup') continue;
      graph.set(`${each.name}.${field.name}`, dependenciesOf(each, field));
    }
  }
  graph.set(`${object.name}.${added.name}`, dependenciesOf(object, added));
  return findCycle(graph);
}

/** Which fields what is computed is made of. */
export const formulaGraph = {
  ofField: dependenciesOf,
  ofFormula: formulaFields,
  ofFilter: filterFields,
  circleWith: cycleWith,
} as const;
