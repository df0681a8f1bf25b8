import { ALL_PERMISSIONS, type Permissions } from '@quittance/kernel';
import { ACTIONS, GRANTS, RESOURCES, type Action, type Scope } from '../catalogue/resources.js';
import type { CustomResource } from '../catalogue/custom-resources.port.js';
import type { RoleRights } from '../roles/role.js';

const WIDTH: Readonly<Record<Scope, number>> = { own: 0, team: 1, all: 2 };

/** The rights of several roles as one, compiled for many questions. */
class UnitedPermissions implements Permissions {
  readonly all = false;
  private readonly actions = new Map<string, ReadonlySet<string>>();
  private readonly scopes = new Map<string, Scope>();
  private readonly grants: ReadonlySet<string>;

  constructor(roles: readonly RoleRights[]) {
    this.grants = new Set(roles.flatMap(({ grants }) => grants));
    for (const role of roles) {
      for (const [resource, actions] of Object.entries(role.matrix)) {
        if (actions.length > 0) this.add(resource, actions, role.scopes[resource] ?? 'all');
      }
    }
  }

  can(resource: string, action: string): boolean {
    return this.actions.get(resource)?.has(action) ?? false;
  }

  granted(grant: string): boolean {
    return this.grants.has(grant);
  }

  /** The widest scope of the roles that hold anything on the resource; `own` where none does. */
  scope(resource: string): Scope {
    return this.scopes.get(resource) ?? 'own';
  }

  private add(resource: string, actions: readonly Action[], scope: Scope): void {
    this.actions.set(resource, new Set([...(this.actions.get(resource) ?? []), ...actions]));
    const known = this.scopes.get(resource);
    if (!known || WIDTH[scope] > WIDTH[known]) this.scopes.set(resource, scope);
  }
}

/** The union over a user's roles; the built-in Admin role passes the matrix by. */
export function unitePermissions(roles: readonly RoleRights[]): Permissions {
  return roles.some(({ builtIn }) => builtIn) ? ALL_PERMISSIONS : new UnitedPermissions(roles);
}

/** Permissions as the API shows them. */
export interface PermissionsView {
  /** The built-in Admin role: everything, whatever the rest says. */
  readonly all: boolean;
  readonly resources: Readonly<Record<string, readonly string[]>>;
  readonly scopes: Readonly<Record<string, string>>;
  readonly grants: readonly string[];
}

/** For each resource of the catalogue, and of the company's own, what may be done there and to which records. */
export function describePermissions(
  permissions: Permissions,
  custom: readonly CustomResource[] = [],
): PermissionsView {
  const held = [...RESOURCES, ...custom.map(({ key }) => key)]
    .map((resource) => ({
      resource,
      actions: ACTIONS.filter((action) => permissions.can(resource, action)),
    }))
    .filter(({ actions }) => actions.length > 0);
  return {
    all: permissions.all,
    resources: Object.fromEntries(held.map(({ resource, actions }) => [resource, actions])),
    scopes: Object.fromEntries(held.map(({ resource }) => [resource, permissions.scope(resource)])),
    grants: GRANTS.filter((grant) => permissions.granted(grant)),
  };
}
