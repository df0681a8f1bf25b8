import {
  listShape,
  membersShape,
  nullableShape,
  objectShape,
  refusalsOf,
  textShape,
  type SetupPart,
} from '@quittance/configuration';
import { sql, type Tx } from '@quittance/database';
import { GRANTS, type Grant } from '../catalogue/resources.js';
import { checkRights, type FieldRules, type Matrix, type Scopes } from './role.js';
import { ROLE_COLUMNS, updateRole, type Role } from './role.repository.js';
import { refuseOwnRole } from './within-own.js';
import { addRole, announceRoleChange, requireRoleManager } from './write-role.js';

const READ_ROLES = sql(`
  select ${ROLE_COLUMNS} from access.role r
  where r.company_id = $1 and not r.built_in order by lower(r.name)`);
const LOCK_ROLES = sql(`${READ_ROLES.text} for no key update`);

const NAMED_ROLE = sql(`
  select r.id, r.name from access.role r where r.company_id = $1 and lower(r.name) = lower($2)`);

/** What a role holds that is not there yet. */
const NOTHING = { matrix: {}, scopes: {}, fields: {}, grants: [] } as const;

interface Item {
  readonly role: string;
  readonly description: string | null;
  readonly matrix: Matrix;
  readonly scopes: Scopes;
  /** Absent where nothing is kept. */
  readonly fields?: FieldRules;
  readonly grants: readonly Grant[];
}

const SHAPE = membersShape({
  role: textShape(100, 1),
  description: nullableShape(textShape(1000)),
  matrix: objectShape,
  scopes: objectShape,
  fields: objectShape,
  grants: listShape(GRANTS.length, textShape(100, 1)),
});

/**
 * Roles with all their rights, by name; who holds them stays home. The Admin role is everywhere.
 * What it takes to change a role by hand it takes here: whoever may customize only gives no rights
 * by a document either.
 */
export const rolePart: SetupPart = {
  name: 'roles',
  rights: { resource: 'roles', toMake: 'create' },
  after: ['objects'],
  async read(tx) {
    const roles = await tx.rows<Role>(READ_ROLES, [tx.ctx.companyId]);
    return roles.map((role) => ({ ...itemOf(role) }));
  },
  keyOf: ({ role }) => String(role).toLowerCase(),
  async check(tx, { before, after }) {
    const item = { fields: {}, ...after };
    const faults = SHAPE(item, '');
    if (faults.length > 0) return faults;
    const known = before as unknown as Item | null;
    return refusalsOf(async () => {
      requireRoleManager(tx.ctx, checkRights(item), known ?? NOTHING);
      if (known) await refuseOwnRole(tx, await namedRole(tx, known.role));
    });
  },
  async apply(tx, changes) {
    const roles = await tx.rows<Role>(LOCK_ROLES, [tx.ctx.companyId]);
    for (const { after } of changes) await bringIn(tx, roles, after as unknown as Item);
  },
};

function itemOf({ name, description, matrix, scopes, fields, grants }: Role): Item {
  const kept = Object.keys(fields).length > 0 ? { fields: inOrder(fields) } : {};
  const rights = { matrix: inOrder(matrix), scopes: inOrder(scopes), ...kept };
  return { role: name, description, ...rights, grants };
}

function inOrder<T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(rows).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function namedRole(tx: Tx, name: string): Promise<Pick<Role, 'id' | 'name'>> {
  return tx.one<Pick<Role, 'id' | 'name'>>(NAMED_ROLE, [tx.ctx.companyId, name]);
}

/** Judged again with the role locked: it may have been changed since it was compared. */
async function bringIn(tx: Tx, roles: readonly Role[], item: Item): Promise<void> {
  const { role: name, description } = item;
  const rights = checkRights({ fields: {}, ...item });
  const patch = { name, description, ...rights };
  const known = roles.find((role) => role.name.toLowerCase() === name.toLowerCase());
  requireRoleManager(tx.ctx, rights, known ?? NOTHING);
  if (!known) await addRole(tx, patch, 'role.created');
  else announceRoleChange(tx, known, await updateRole(tx, known, patch));
}
