import type { SetupItem, SetupPart } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { FieldError } from '@quittance/kernel';
import { readRights, type Matrix, type Scopes } from './role.js';
import { ROLE_COLUMNS, updateRole, type Role } from './role.repository.js';
import { addRole, announceRoleChange } from './write-role.js';

const CUSTOM = /^objects\//;

const ROLES = sql(`
  select ${ROLE_COLUMNS} from access.role r
  where r.company_id = $1 and not r.built_in order by lower(r.name) for no key update`);
const READ_ROLES = sql(`
  select ${ROLE_COLUMNS} from access.role r
  where r.company_id = $1 and not r.built_in order by lower(r.name)`);

/** Whoever may customize only must not give rights by a document either. */
const NOT_A_ROLE_MANAGER: FieldError = {
  pointer: '',
  code: 'grant_required',
  message: 'needs the grant to manage roles',
};

interface Item {
  readonly role: string;
  readonly matrix: Matrix;
  readonly scopes: Scopes;
}

/** What roles may do with custom objects, by the names of the roles; their other rights stay home. */
export const customRightsPart: SetupPart = {
  name: 'roles',
  after: ['objects'],
  async read(tx) {
    const roles = await tx.rows<Role>(READ_ROLES, [tx.ctx.companyId]);
    return roles.map(itemOf).filter(({ matrix, scopes }) => isSome(matrix) || isSome(scopes));
  },
  keyOf: ({ role }) => String(role).toLowerCase(),
  check: ({ ctx }, { after }) =>
    ctx.permissions.granted('roles') ? faultsOf(after) : [NOT_A_ROLE_MANAGER],
  async apply(tx, changes) {
    const roles = await tx.rows<Role>(ROLES, [tx.ctx.companyId]);
    for (const { after } of changes) await bringIn(tx, roles, after as unknown as Item);
  },
};

function itemOf({ name, matrix, scopes }: Role): SetupItem & Item {
  return { role: name, matrix: custom(matrix), scopes: custom(scopes) };
}

function custom<T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const own = Object.entries(rows).filter(([resource]) => CUSTOM.test(resource));
  return Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isSome = (rows: object) => Object.keys(rows).length > 0;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function faultsOf(item: SetupItem): readonly FieldError[] {
  const { role, matrix, scopes, ...more } = item;
  const fault = (pointer: string, code: string, message: string) => ({ pointer, code, message });
  const errors: FieldError[] = Object.keys(more).map((name) =>
    fault(`/${part(name)}`, 'unknown_field', 'is not a member here'),
  );
  if (typeof role !== 'string' || role.trim() === '' || role.length > 100 || role.includes('\0')) {
    errors.push(fault('/role', 'type', 'must be the name of a role'));
  }
  if (!isObject(matrix)) errors.push(fault('/matrix', 'type', 'must be an object'));
  if (!isObject(scopes)) errors.push(fault('/scopes', 'type', 'must be an object'));
  if (errors.length > 0 || !isObject(matrix) || !isObject(scopes)) return errors;
  for (const [member, rows] of Object.entries({ matrix, scopes })) {
    for (const resource of Object.keys(rows).filter((each) => !CUSTOM.test(each))) {
      const at = `/${member}/${part(resource)}`;
      errors.push(fault(at, 'unknown_resource', 'is no custom object'));
    }
  }
  return [...errors, ...readRights({ matrix, scopes }).errors];
}

function part(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A role that is not there is made, with these rights and no others. */
async function bringIn(tx: Tx, roles: readonly Role[], item: Item): Promise<void> {
  const { rights } = readRights({ matrix: item.matrix, scopes: item.scopes });
  const known = roles.find(({ name }) => name.toLowerCase() === item.role.toLowerCase());
  if (!known) {
    await addRole(tx, { name: item.role, ...rights }, 'role.created');
    return;
  }
  const changed = await updateRole(tx, known, {
    matrix: { ...without(known.matrix), ...rights.matrix },
    scopes: { ...without(known.scopes), ...rights.scopes },
  });
  announceRoleChange(tx, known, changed);
}

function without<T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(rows).filter(([resource]) => !CUSTOM.test(resource)));
}
