import type { Type } from '@nestjs/common';
import { listOf } from '../docs/marks.js';
import { guardedResource } from './marks.js';
import type { Route } from './route-table.js';

/** Rights that operations ask for themselves, beside those of their routes, by resource. */
export type AskedWithin = Readonly<Record<string, readonly string[]>>;

/**
 * For each resource of the role matrix the actions that something of the host asks: a route, the
 * download of a list, an operation. What is not among them would be a right to nothing. Resources
 * that a path names stand under its pattern: `objects/:apiName`.
 */
export function askedActions(
  routes: readonly Route[],
  within: AskedWithin,
): ReadonlyMap<string, ReadonlySet<string>> {
  const asked = new Map<string, Set<string>>();
  const add = (resource: string, actions: readonly string[]) => {
    const known = asked.get(resource) ?? new Set<string>();
    for (const action of actions) known.add(action);
    asked.set(resource, known);
  };
  for (const { policy, controller, handler } of routes) {
    if (policy.kind === 'resource') {
      add(policy.resource, policy.actions);
      if (policy.beside) add(policy.beside.resource, [policy.beside.action]);
    }
    const listed = guardedResource({
      getClass: <T>() => controller as Type<T>,
      getHandler: () => handler,
    });
    if (listed !== null && listOf(handler)) add(listed, ['export']);
  }
  for (const [resource, actions] of Object.entries(within)) add(resource, actions);
  return asked;
}
