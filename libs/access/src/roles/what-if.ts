import type { Tx } from '@quittance/database';
import { invalidFields, type FieldError, type Permissions, type UserId } from '@quittance/kernel';
import { roleBuiltIn } from '../access.errors.js';
import { unitePermissions } from '../actors/permissions.js';
import { rolesOfUser } from '../users/holders.js';
import { rightsBeyond, type BeyondRight } from './beyond-own.js';
import { readRights, type RightsInput, type RoleId, type RoleRights } from './role.js';
import { findRights } from './role.repository.js';

/** A role as it would be: a stored one with these members replaced, or a new one. */
export interface ImaginedRole extends RightsInput {
  readonly id?: RoleId;
}

/** A set of roles to think through, and whose rights to compare it with. */
export interface WhatIfInput {
  /** The user whose present rights it is compared with. */
  readonly userId?: UserId;
  /** Or the role. With neither it is compared with nothing. */
  readonly roleId?: RoleId;
  /** Roles as they are stored; those of the user, or the role, unless said. */
  readonly roleIds?: readonly RoleId[];
  /** Roles as they would be; one with an id takes the place of the stored one. */
  readonly roles?: readonly ImaginedRole[];
}

export interface WhatIf {
  readonly before: Permissions;
  readonly after: Permissions;
  /**
   * What whoever asks may not give, since they do not have it: while there is any, it is not saved.
   */
  readonly beyondOwn: readonly BeyondRight[];
}

const NOTHING = {
  version: 0,
  builtIn: false,
  matrix: {},
  scopes: {},
  fields: {},
  grants: [],
} as const;

/**
 * The rights before and after; nothing is stored.
 * @throws DomainError validation_failed, role_built_in
 */
export async function imagineRights(tx: Tx, input: WhatIfInput): Promise<WhatIf> {
  const { userId, roleId, roles = [] } = input;
  const errors = faultsOf(input);
  const held = userId === undefined ? [] : await rolesOfUser(tx, userId);
  if (!held) errors.push(unknown('/userId', 'a user'));
  const present = roleId === undefined ? (held ?? []) : [roleId];
  const wanted = input.roleIds ?? present;
  const changed = roles.flatMap(({ id }) => (id ? [id] : []));
  const known = await rightsById(tx, [...present, ...wanted, ...changed]);
  const isUnknown = (id: RoleId | undefined) => id !== undefined && !known.has(id);
  if (isUnknown(roleId)) errors.push(unknown('/roleId', 'a role'));
  for (const [i, id] of (input.roleIds ?? []).entries()) {
    if (isUnknown(id)) errors.push(unknown(`/roleIds/${i}`, 'a role'));
  }
  for (const [i, { id }] of roles.entries()) {
    if (isUnknown(id)) errors.push(unknown(`/roles/${i}/id`, 'a role'));
  }
  for (const [i, id] of changed.entries()) {
    if (changed.indexOf(id) < i) errors.push(fault('/roles', 'unique', 'must name a role once'));
  }
  if (errors.length > 0) throw invalidFields(errors);
  const stored = (ids: readonly RoleId[]) => ids.flatMap((id) => known.get(id) ?? []);
  const kept = wanted.filter((id) => !changed.includes(id));
  const after = [...stored(kept), ...roles.map((role) => imagined(role, known))];
  const own = tx.ctx.permissions;
  const beyondOwn = [
    ...stored(kept.filter((id) => !present.includes(id))).flatMap((role) =>
      rightsBeyond(own, role),
    ),
    ...roles.flatMap((role) => {
      const before = role.id && known.get(role.id);
      return rightsBeyond(own, imagined(role, known), before ? { known: before } : {});
    }),
  ];
  return { before: unitePermissions(stored(present)), after: unitePermissions(after), beyondOwn };
}

async function rightsById(tx: Tx, ids: readonly RoleId[]): Promise<Map<RoleId, RoleRights>> {
  const rights = ids.length === 0 ? [] : await findRights(tx, [...new Set(ids)]);
  return new Map(rights.map((role) => [role.id, role]));
}

function imagined({ id, ...input }: ImaginedRole, known: Map<RoleId, RoleRights>): RoleRights {
  const role = id && known.get(id);
  if (role?.builtIn) throw roleBuiltIn({ name: 'Admin' });
  return { ...NOTHING, id: '' as RoleId, ...role, ...readRights(input).rights };
}

function faultsOf({ userId, roleId, roles = [] }: WhatIfInput): FieldError[] {
  const errors = roles.flatMap((role, i) =>
    readRights(role).errors.map((error) => ({
      ...error,
      pointer: `/roles/${i}${error.pointer ?? ''}`,
    })),
  );
  if (userId === undefined || roleId === undefined) return errors;
  return [fault('/roleId', 'exclusive', 'must not be given beside userId'), ...errors];
}

function fault(pointer: string, code: string, message: string): FieldError {
  return { pointer, code, message };
}

const unknown = (pointer: string, what: string) =>
  fault(pointer, 'reference_not_found', `is not ${what} of this company`);
