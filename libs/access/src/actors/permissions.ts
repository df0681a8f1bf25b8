import { type FieldRights, sight } from '@quittance/lists';
import { ALL_PERMISSIONS, type Permissions } from '@quittance/kernel';
import { ACTIONS, GRANTS, RESOURCES, type Action, type Scope } from '../catalogue/resources.js';
import type { CustomResource } from '../catalogue/custom-resources.port.js';
import type { FieldLimit, RoleRights } from '../roles/role.js';
import { fieldResources, underEveryName, unitedFields } from './field-rights.js';

const WIDTH: Readonly<Record<Scope, number>> = { own: 0, team: 1, all: 2 };

/** To compare scopes: the wider one is the greater. */
export function scopeWidth(scope: Scope): number {
  return WIDTH[scope];
}

/** Any action whatever. */
const ANYTHING = '*';

/** What a role says, whichever it is. */
type HeldRights = Pick<RoleRights, 'matrix' | 'scopes' | 'fields' | 'grants'>;

/** The rights of several roles as one, compiled for many questions. */
class UnitedPermissions implements Permissions {
  readonly all = false;
  private readonly actions = new Map<string, ReadonlySet<string>>();
  /** By resource, then by action. */
  private readonly scopes = new Map<string, Map<string, Scope>>();
  private readonly grants: ReadonlySet<string>;
  private bound: ReadonlyMap<string, FieldRights>;
  /** What is made of hidden fields is hidden with them, also of rights that are compared. */
  private closing: Closing | undefined;

  constructor(roles: readonly HeldRights[]) {
    this.grants = new Set(roles.flatMap(({ grants }) => grants));
    this.bound = new Map(
      fieldResources(roles).flatMap((resource) => {
        const fields = unitedFields(roles, resource);
        return fields ? [[resource, fields] as const] : [];
      }),
    );
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

  /**
   * The widest scope of the roles that hold the action, or anything, on the resource; `own` where
   * none does.
   */
  scope(resource: string, action = ANYTHING): Scope {
    return this.scopes.get(resource)?.get(action) ?? 'own';
  }

  fields(resource: string): FieldRights | undefined {
    return this.bound.get(resource);
  }

  get fieldBound(): readonly string[] {
    return [...this.bound.keys()].filter((resource) => resource !== '*');
  }

  /** The same rights with more of the fields kept. */
  boundBy(fields: ReadonlyMap<string, FieldRights>, closing?: Closing): UnitedPermissions {
    const copy = Object.assign(Object.create(UnitedPermissions.prototype), this);
    (copy as UnitedPermissions).bound = underEveryName(fields);
    (copy as UnitedPermissions).closing = closing;
    return copy as UnitedPermissions;
  }

  /** What rights that somebody would give keep, to its end, as it was found for these. */
  keptBy(
    rights: Pick<RoleRights, 'matrix' | 'fields'>,
  ): (resource: string) => FieldRights | undefined {
    const given = new UnitedPermissions([{ scopes: {}, grants: [], ...rights }]);
    const closed = this.closing ? given.boundBy(this.closing(given)) : given;
    return (resource) => closed.fields(resource);
  }

  /** What may be done to which records, in one order: the same text for the same rights. */
  said(): string {
    const { actions, scopes, grants } = this;
    const held = [...actions].map(([resource, all]) => [
      resource,
      [...all].sort(),
      [...(scopes.get(resource) ?? [])].sort(),
    ]);
    return JSON.stringify([held.sort(), [...grants].sort()]);
  }

  /** The first resource of which less than all records are shown, or less than all of each. */
  narrowed(): string | undefined {
    return [...this.actions.keys()].find(
      (resource) => shownScope(this, resource) !== 'all' || sight.hides(this, resource),
    );
  }

  private add(resource: string, actions: readonly Action[], scope: Scope): void {
    this.actions.set(resource, new Set([...(this.actions.get(resource) ?? []), ...actions]));
    const scopes = this.scopes.get(resource) ?? new Map<string, Scope>();
    this.scopes.set(resource, scopes);
    for (const action of [ANYTHING, ...actions]) {
      const known = scopes.get(action);
      if (!known || WIDTH[scope] > WIDTH[known]) scopes.set(action, scope);
    }
  }
}

/** The union over a user's roles; the built-in Admin role passes the matrix by. */
export function unitePermissions(roles: readonly RoleRights[]): Permissions {
  return roles.some(({ builtIn }) => builtIn) ? ALL_PERMISSIONS : new UnitedPermissions(roles);
}

/** The same rights, while a request does something to the records of one resource. */
class ActingPermissions implements Permissions {
  constructor(
    readonly whole: Permissions,
    private readonly resource: string,
    private readonly actions: readonly string[],
  ) {}

  get all(): boolean {
    return this.whole.all;
  }

  can(resource: string, action: string): boolean {
    return this.whole.can(resource, action);
  }

  granted(grant: string): boolean {
    return this.whole.granted(grant);
  }

  fields(resource: string): FieldRights | undefined {
    return this.whole.fields?.(resource);
  }

  get fieldBound(): readonly string[] {
    return this.whole.fieldBound ?? [];
  }

  scope(resource: string, action?: string): Scope {
    if (action !== undefined) return this.whole.scope(resource, action);
    return resource === this.resource
      ? narrowestScope(this.whole, resource, this.actions)
      : shownScope(this.whole, resource);
  }
}

/** Where several actions are asked, a record must be within reach of each that is held. */
export function narrowestScope(
  permissions: Permissions,
  resource: string,
  actions: readonly string[],
): Scope {
  const held = actions.filter((action) => permissions.can(resource, action));
  if (held.length === 0) return shownScope(permissions, resource);
  const scopes = held.map((action) => permissions.scope(resource, action));
  return scopes.reduce((a, b) => (WIDTH[b] < WIDTH[a] ? b : a));
}

/** Which records may be looked at; of a resource that is only written to, which may be written. */
export function shownScope(permissions: Permissions, resource: string): Scope {
  return permissions.can(resource, 'view')
    ? permissions.scope(resource, 'view')
    : permissions.scope(resource);
}

/**
 * The rights with which a request acts on a resource: the scope reaches the records that may be
 * looked at and had for all of these actions. One role may show everybody's records and another let
 * their holder change his own: together they let him change no more.
 */
export function actingBy(
  permissions: Permissions,
  resource: string,
  actions: readonly string[],
): Permissions {
  if (permissions.all) return permissions;
  const whole = permissions instanceof ActingPermissions ? permissions.whole : permissions;
  return new ActingPermissions(whole, resource, ['view', ...actions]);
}

/**
 * A resource of which somebody may look at less than all; undefined where there is none. What tells
 * of records of every kind is for whoever is bound nowhere.
 */
export function narrowedResource(permissions: Permissions): string | undefined {
  const whole = permissions instanceof ActingPermissions ? permissions.whole : permissions;
  return whole instanceof UnitedPermissions ? whole.narrowed() : undefined;
}

const ALL_SAID = 'all';

/**
 * What these rights are, as text that is another for others: actions, scopes and grants. Fields
 * that are kept are left out of each answer anew.
 */
export function saidByRights(permissions: Permissions): string {
  const whole = permissions instanceof ActingPermissions ? permissions.whole : permissions;
  if (whole.all) return ALL_SAID;
  return whole instanceof UnitedPermissions ? whole.said() : '';
}

/** All that somebody's roles keep from them, with what is made of it in their company. */
export type Closing = (permissions: Permissions) => ReadonlyMap<string, FieldRights>;

/** The same rights with what is made of hidden fields kept from their holder as well. */
export function closedBy(permissions: Permissions, closing: Closing): Permissions {
  if (!(permissions instanceof UnitedPermissions)) return permissions;
  return permissions.boundBy(closing(permissions), closing);
}

/** What these rights would keep from their holder, as far as whoever has the `own` ones knows. */
export function keptByRights(
  own: Permissions,
  rights: Pick<RoleRights, 'matrix' | 'fields'>,
): (resource: string) => FieldRights | undefined {
  const whole = own instanceof ActingPermissions ? own.whole : own;
  const known = whole instanceof UnitedPermissions ? whole : new UnitedPermissions([]);
  return known.keptBy(rights);
}

/** Permissions as the API shows them. */
export interface PermissionsView {
  /** The built-in Admin role: everything, whatever the rest says. */
  readonly all: boolean;
  readonly resources: Readonly<Record<string, readonly string[]>>;
  /** Which records are shown. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Actions that reach fewer records than are shown, by resource; absent where none does. */
  readonly narrower?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Members of records that are not shown, or not written, by resource; absent where none is. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, FieldLimit>>>>;
  readonly grants: readonly string[];
}

/**
 * For each resource of the catalogue, and of the company's own, what may be done there and to which
 * records.
 */
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
  const shown = (resource: string) => shownScope(permissions, resource);
  const narrower = held.flatMap(({ resource, actions }) => {
    const scopes = actions
      .map((action) => [action, narrowestScope(permissions, resource, ['view', action])] as const)
      .filter(([, scope]) => scope !== shown(resource));
    return scopes.length > 0 ? [[resource, Object.fromEntries(scopes)] as const] : [];
  });
  return {
    all: permissions.all,
    resources: Object.fromEntries(held.map(({ resource, actions }) => [resource, actions])),
    scopes: Object.fromEntries(held.map(({ resource }) => [resource, shown(resource)])),
    ...(narrower.length > 0 && { narrower: Object.fromEntries(narrower) }),
    ...describeFields(permissions),
    grants: GRANTS.filter((grant) => permissions.granted(grant)),
  };
}

function describeFields(permissions: Permissions): Pick<PermissionsView, 'fields'> {
  const kept = (permissions.fieldBound ?? []).map((resource) => {
    const { hidden, unwritten } = permissions.fields?.(resource) ?? NO_FIELDS;
    const limits = [...unwritten].map((name): [string, FieldLimit] => [
      name,
      hidden.has(name) ? 'hidden' : 'read_only',
    ]);
    return [resource, Object.fromEntries(limits)] as const;
  });
  return kept.length > 0 ? { fields: Object.fromEntries(kept) } : {};
}

const NO_FIELDS: FieldRights = { hidden: new Set(), unwritten: new Set() };
