import type { Permissions } from '@quittance/kernel';
import { ACTIONS, GRANTS, RESOURCES, hasOwners } from '../catalogue/resources.js';
import { narrowestScope, shownScope } from './permissions.js';

/** Which records of a resource are reached before and after. */
export interface ScopeChange {
  readonly resource: string;
  /** What is done to them, where that reaches others than are shown. */
  readonly action?: string;
  readonly before: string;
  readonly after: string;
}

export interface PermissionChanges {
  /** Resources of whose records more or fewer are reached; `none` without any right there. */
  readonly scopes: readonly ScopeChange[];
  readonly grants: { readonly gained: readonly string[]; readonly lost: readonly string[] };
}

/** How records reached and grants differ; `custom` names the custom objects of the company. */
export function comparePermissions(
  before: Permissions,
  after: Permissions,
  custom: readonly string[] = [],
): PermissionChanges {
  const reach = (permissions: Permissions, resource: string) =>
    ACTIONS.some((action) => permissions.can(resource, action))
      ? shownScope(permissions, resource)
      : 'none';
  const scopes = [...RESOURCES.filter(hasOwners), ...custom].flatMap((resource) => {
    const shown = { resource, before: reach(before, resource), after: reach(after, resource) };
    const acted = ACTIONS.filter(
      (action) => before.can(resource, action) && after.can(resource, action),
    )
      .map((action) => {
        const of = (permissions: Permissions) =>
          narrowestScope(permissions, resource, ['view', action]);
        return { resource, action, before: of(before), after: of(after) };
      })
      .filter((each) => each.before !== shown.before || each.after !== shown.after);
    return differs(shown) ? [shown, ...acted] : acted.filter(differs);
  });
  const more = (than: Permissions, held: Permissions) =>
    GRANTS.filter((grant) => held.granted(grant) && !than.granted(grant));
  return { scopes, grants: { gained: more(before, after), lost: more(after, before) } };
}

function differs({ before, after }: ScopeChange): boolean {
  return before !== after;
}
