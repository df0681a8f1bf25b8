import type { FieldError, Permissions } from '@quittance/kernel';
import { narrowestScope, scopeWidth } from '../actors/permissions.js';
import type { Action, Scope } from '../catalogue/resources.js';
import type { Matrix, Scopes } from './role.js';

/** The part of a role's rights that is compared row by row. */
export interface MatrixRights {
  readonly matrix?: Matrix;
  readonly scopes?: Scopes;
}

/** One right that reaches further than that of whoever would give it. */
export interface BeyondRight {
  readonly resource: string;
  readonly action: Action;
  /** Which records it would reach. */
  readonly scope: Scope;
  /** Which ones the giver reaches; `none` without the right. */
  readonly own: Scope | 'none';
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
  { matrix = {}, scopes = {} }: MatrixRights,
  { known = {}, reach = (scope) => scope }: Comparison = {},
): BeyondRight[] {
  if (own.all) return [];
  return Object.entries(matrix).flatMap(([resource, actions]) => {
    const stored = scopes[resource] ?? 'all';
    const scope = reach(stored);
    return actions
      .filter((action) => !holds(known, { resource, action, scope: stored }))
      .map((action) => ({ resource, action, scope, own: ownReach(own, resource, action) }))
      .filter((right) => right.own === 'none' || scopeWidth(right.own) < scopeWidth(scope));
  });
}

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
export function sayBeyond({ resource, action, scope, own }: BeyondRight): string {
  return own === 'none'
    ? `the right to ${action} on ${resource}`
    : `the right to ${action} on ${resource} with the scope ${scope}, where the own one is ${own}`;
}

/** Each as an error of a role's body. */
export function beyondErrors(beyond: readonly BeyondRight[]): FieldError[] {
  return beyond.map((right) => ({
    pointer: `/${right.own === 'none' ? 'matrix' : 'scopes'}/${escapePointer(right.resource)}`,
    code: 'right_beyond_own',
    message: `gives ${sayBeyond(right)}`,
  }));
}

/** One step of a JSON Pointer. */
function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
