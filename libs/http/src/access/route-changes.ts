import type { Permissions } from '@quittance/kernel';
import { listOf, summaryOf } from '../docs/marks.js';
import { guardedResource, resourceOf } from './marks.js';
import { missingRight } from './missing-right.js';
import { rightOf } from './right-of.js';
import type { RoutePolicy } from './route-policy.js';
import type { Route } from './route-table.js';

/** A route that needs a right, as it stands for one resource. */
export interface RouteRight {
  readonly method: string;
  /** `/invoices/:id/send`, `/objects/project__c/:id` */
  readonly path: string;
  readonly summary: string;
  /** The list of the path as a file, which needs the right to export. */
  readonly download: boolean;
  /** The guarded resource; null where a grant alone is asked. */
  readonly resource: string | null;
  /** What it needs, in words. */
  readonly needs: string;
}

export interface RouteChanges {
  readonly gained: readonly RouteRight[];
  readonly lost: readonly RouteRight[];
  /** How many guarded routes may be called before and after. */
  readonly kept: number;
}

interface Guarded {
  readonly shown: RouteRight;
  readonly policy: RoutePolicy;
  readonly parameters: Readonly<Record<string, string>>;
}

type Known = Pick<Route, 'method' | 'path' | 'controller' | 'handler' | 'policy'>;

/**
 * What other permissions mean in routes. Those of custom objects are named for each of the
 * company's (`objects/project__c`). Beyond routes an operation may ask more of particular records,
 * which is not seen here: an administrator is changed by administrators only.
 */
export function routeChanges(
  routes: readonly Known[],
  custom: readonly string[],
  { before, after }: { readonly before: Permissions; readonly after: Permissions },
): RouteChanges {
  const guarded = routes.flatMap((route) => guardedOf(route, custom)).sort(byPath);
  const may = (permissions: Permissions) => (each: Guarded) =>
    missingRight(permissions, each.policy, each.parameters) === undefined;
  const [could, can] = [guarded.filter(may(before)), guarded.filter(may(after))];
  const [was, is] = [new Set(could), new Set(can)];
  return {
    gained: can.filter((each) => !was.has(each)).map(({ shown }) => shown),
    lost: could.filter((each) => !is.has(each)).map(({ shown }) => shown),
    kept: can.filter((each) => was.has(each)).length,
  };
}

function guardedOf(route: Known, custom: readonly string[]): Guarded[] {
  const { policy, handler } = route;
  const asked: Guarded[] = [];
  if (policy.kind === 'resource' || policy.kind === 'grant') {
    asked.push(...namedFor(route, policy, custom, false));
  }
  const resource = guardedResource({
    getClass: <T>() => route.controller as new (...args: unknown[]) => T,
    getHandler: () => handler,
  });
  if (resource !== null && listOf(handler)) {
    const { actions = [], beside } = policy.kind === 'resource' ? policy : {};
    const download = { resource, actions: [...actions, 'export'], ...(beside && { beside }) };
    asked.push(...namedFor(route, { kind: 'resource', ...download }, custom, true));
  }
  return asked;
}

/** One for each resource that the parameter may name. */
function namedFor(
  { method, path, handler }: Known,
  policy: RoutePolicy,
  custom: readonly string[],
  download: boolean,
): Guarded[] {
  const resource = policy.kind === 'resource' ? policy.resource : null;
  const at = resource?.indexOf(':') ?? -1;
  const summary = summaryOf(handler) ?? '';
  const entry = (named: string | null, parameters: Readonly<Record<string, string>>): Guarded => {
    const filled = path.replace(/:(\w+)/g, (text, name: string) => parameters[name] ?? text);
    const needs = rightOf(
      named !== null && policy.kind === 'resource' ? { ...policy, resource: named } : policy,
    );
    const shown = { method, path: filled, summary, download, resource: named, needs: needs ?? '' };
    return { shown, policy, parameters };
  };
  if (resource === null || at < 0) return [entry(resource, {})];
  const [prefix, parameter] = [resource.slice(0, at), resource.slice(at + 1)];
  return custom
    .filter((each) => each.startsWith(prefix))
    .map((each) => {
      const parameters = { [parameter]: each.slice(prefix.length) };
      return entry(resourceOf(resource, parameters), parameters);
    });
}

function byPath({ shown: a }: Guarded, { shown: b }: Guarded): number {
  const [x, y] = [`${a.path} ${a.method}`, `${b.path} ${b.method}`];
  return x < y ? -1 : x > y ? 1 : 0;
}
