import { logConfiguration } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { isDeepStrictEqual } from 'node:util';
import type { FieldDefinition, ObjectDefinition } from './definition.js';

/** The kinds of configuration that definitions are. */
export const FIELD_KIND = 'custom_field';
export const OBJECT_KIND = 'custom_object';

type State = Readonly<Record<string, unknown>>;

/** Members in one order, so that the same state is the same text wherever it comes from. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, canonical((value as State)[name])]));
}

/** A field or object without what only says when it was changed; null for one that is deleted. */
export function definitionState(
  definition: FieldDefinition | ObjectDefinition | null,
): State | null {
  if (!definition || definition.deletedAt !== null) return null;
  const { version: _, createdAt: __, updatedAt: ___, deletedAt: ____, ...state } = definition;
  return canonical(state) as State;
}

/** Whether two states of a definition differ in nothing but their times and versions. */
export function isSameDefinition<D extends FieldDefinition | ObjectDefinition>(
  before: D,
  after: D,
): boolean {
  return isDeepStrictEqual(definitionState(before), definitionState(after));
}

/** Logs a change of a field and keeps it as a revision. */
export function logField(
  tx: Tx,
  before: FieldDefinition | null,
  after: FieldDefinition | null,
): void {
  const { id, object, name } = (after ?? before) as FieldDefinition;
  const subject = { kind: FIELD_KIND, subjectId: id, object, name: `${object}.${name}` };
  logConfiguration(tx, { ...subject, ...statesOf(before, after) });
}

/** Logs a change of an object and keeps it as a revision. */
export function logObject(
  tx: Tx,
  before: ObjectDefinition | null,
  after: ObjectDefinition | null,
): void {
  const { id, name } = (after ?? before) as ObjectDefinition;
  const subject = { kind: OBJECT_KIND, subjectId: id, object: name, name };
  logConfiguration(tx, { ...subject, ...statesOf(before, after) });
}

function statesOf<D extends FieldDefinition | ObjectDefinition>(before: D | null, after: D | null) {
  return { before: definitionState(before), after: definitionState(after) };
}
