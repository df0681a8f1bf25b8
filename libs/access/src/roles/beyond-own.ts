import type { FieldError, Permissions } from '@quittance/kernel';
import { keptByRights, narrowestScope, scopeWidth } from '../actors/permissions.js';
import type { Action, Scope } from '../catalogue/resources.js';
import type { FieldLimit, FieldRules, Matrix, Scopes } from './role.js';
import { isWriting } from '../actors/field-rights.js';

/** The part of a role's rights that is compared row by row. */
export interface MatrixRights {
  readonly matrix?: Matrix;
  readonly scopes?: Scopes;
  readonly fields?: FieldRules;
}

/** One right that reaches further than that of whoever would give it. */
export interface BeyondRight {
  readonly resource: string;
  readonly action: Action;
  /** Which records it would reach. */
  readonly scope: Scope;
  /** Which ones the giver reaches; `none` without the right. */
  readonly own: Scope | 'none';
  /** The member of records that it would show, or let be written, and the own rights do not. */
  readonly field?: string;
}

export interface Comparison {
  /** What is there already: nothing of it is given. */
  readonly known?: MatrixRights;
  /** Where a scope of the person reaches, as the giver names it; the same unless said. */
  readonly reach?: (scope: Scope) => Scope;
}

/**
 * What of these rights whoever has the `own` ones may not give: actions they do not hold, and
 * scopes wider than the one that action has for them. An administrator may give everything.
 */
export function rightsBeyond(
  own: Permissions,
  rights: MatrixRights,
  { known = {}, reach = (scope) => scope }: Comparison = {},
): BeyondRight[] {
  if (own.all) return [];
  const { matrix = {}, scopes = {} } = rights;
  const beyond = Object.entries(matrix).flatMap(([resource, actions]) => {
    const stored = scopes[resource] ?? 'all';
    const scope = reach(stored);
    return actions
      .filter((action) => !holds(known, { resource, action, scope: stored }))
      .map((action) => ({ resource, action, scope, own: ownReach(own, resource, action) }))
      .filter((right) => right.own === 'none' || scopeWidth(right.own) < scopeWidth(scope));
  });
  return [...beyond, ...fieldsBeyond(own, rights, known)];
}

/**
 * The members of records that these rights show or let be written and the own ones do not. Of what
 * is made of hidden fields both say nothing, and both keep it.
 */
function fieldsBeyond(own: Permissions, rights: MatrixRights, known: MatrixRights): BeyondRight[] {
  const limitOf = limitsOf(own, rights);
  const limitBefore = limitsOf(own, known);
  return Object.entries(rights.matrix ?? {}).flatMap(([resource, actions]) => {
    const kept = own.fields?.(resource);
    if (!kept || actions.length === 0) return [];
    const action = actions.find(isWriting) ?? actions[0] ?? 'view';
    const scope = rights.scopes?.[resource] ?? 'all';
    const held = known.matrix?.[resource]?.includes(action) === true;
    return [...kept.unwritten]
      .filter((name) => kept.hidden.has(name) || isWriting(action))
      .filter((name) => {
        const needed = kept.hidden.has(name) ? 2 : 1;
        const given = strictness(limitOf(resource, name));
        const before = held ? strictness(limitBefore(resource, name)) : 2;
        return given < needed && given < before;
      })
      .map((field) => ({ resource, action, scope, own: 'none', field }));
  });
}

/** How rights keep a member of records, to the end of what is made of it. */
function limitsOf(own: Permissions, { matrix = {}, fields }: MatrixRights) {
  if (!own.fieldBound?.length || !fields) return () => undefined;
  const kept = keptByRights(own, { matrix, fields });
  return (resource: string, name: string): FieldLimit | undefined => {
    if (kept(resource)?.hidden.has(name)) return 'hidden';
    return kept(resource)?.unwritten.has(name) ? 'read_only' : undefined;
  };
}

const strictness = (limit: FieldLimit | undefined) =>
  limit === 'hidden' ? 2 : limit === 'read_only' ? 1 : 0;

/** The records that one reaches with an action: those that are shown and had for it. */
export function ownReach(own: Permissions, resource: string, action: Action): Scope | 'none' {
  if (!own.can(resource, action)) return 'none';
  return narrowestScope(own, resource, ['view', action]);
}

function holds(
  { matrix = {}, scopes = {} }: MatrixRights,
  { resource, action, scope }: { resource: string; action: Action; scope: Scope },
): boolean {
  const held = Object.hasOwn(matrix, resource) && matrix[resource]?.includes(action);
  return held === true && scopeWidth(scopes[resource] ?? 'all') >= scopeWidth(scope);
}

/** In words that complete "Nobody gives what they do not have: …". */
export function sayBeyond({ resource, action, scope, own, field }: BeyondRight): string {
  if (field !== undefined) return `the right to ${action} ${field} of ${resource}`;
  return own === 'none'
    ? `the right to ${action} on ${resource}`
    : `the right to ${action} on ${resource} with the scope ${scope}, where the own one is ${own}`;
}

/** Each as an error of a role's body. */
export function beyondErrors(beyond: readonly BeyondRight[]): FieldError[] {
  return beyond.map((right) => ({
    pointer: pointerOf(right),
    code: 'right_beyond_own',
    message: `gives ${sayBeyond(right)}`,
  }));
}

/** One step of a JSON Pointer. */
function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function pointerOf({ own, field, resource }: BeyondRight): string {
  if (field !== undefined) return `/fields/${escapePointer(resource)}/${field}`;
  return `/${own === 'none' ? 'matrix' : 'scopes'}/${escapePointer(resource)}`;
}
