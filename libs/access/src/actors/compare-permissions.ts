import type { Permissions } from '@quittance/kernel';
import { ACTIONS, GRANTS, RESOURCES, hasOwners } from '../catalogue/resources.js';

export interface PermissionChanges {
  /** Resources of whose records more or fewer are reached; `none` without any right there. */
  readonly scopes: readonly {
    readonly resource: string;
    readonly before: string;
    readonly after: string;
  }[];
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
      ? permissions.scope(resource)
      : 'none';
  const scopes = [...RESOURCES.filter(hasOwners), ...custom]
    .map((resource) => ({
      resource,
      before: reach(before, resource),
      after: reach(after, resource),
    }))
    .filter((each) => each.before !== each.after);
  const more = (than: Permissions, held: Permissions) =>
    GRANTS.filter((grant) => held.granted(grant) && !than.granted(grant));
  return { scopes, grants: { gained: more(before, after), lost: more(after, before) } };
}
