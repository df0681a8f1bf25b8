import type { DocumentLanguage } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { notFound, type Instant, type UserId } from '@quittance/kernel';
import type { RoleId } from '../roles/role.js';

/** A staff user as the API shows them. */
export interface UserView {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly team: string | null;
  /** Whom they report to. */
  readonly managerId: UserId | null;
  /** In which they are written to; null: that of the company's documents. */
  readonly language: DocumentLanguage | null;
  readonly active: boolean;
  /** False until the user has set a password. */
  readonly joined: boolean;
  /** While failed sign-ins keep out all devices that have not signed in before. */
  readonly lockedUntil: Instant | null;
  readonly lastSignInAt: Instant | null;
  readonly roles: readonly { readonly id: RoleId; readonly name: string }[];
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const LOCKED_UNTIL = `case when u.locked_until > now() then u.locked_until end`;

/** Of the company that is the first of what is bound, in lists as elsewhere. */
const COLUMNS = `u.id, u.email, u.name, u.team, u.manager_id as "managerId", u.language,
  u.active, u.has_password as joined,
  ${LOCKED_UNTIL} as "lockedUntil", u.last_sign_in_at as "lastSignInAt",
  coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name)
    from access.user_role h
    join access.role r on r.company_id = $1 and r.id = h.role_id
    where h.company_id = $1 and h.user_id = u.id), '[]') as roles,
  u.version, u.created_at as "createdAt", u.updated_at as "updatedAt"`;

export const userList: ListDefinition<UserView, UserView> = {
  from: 'identity.pub_user u',
  select: COLUMNS,
  id: 'u.id',
  fields: {
    id: { sql: 'u.id', type: 'id', notNull: true },
    email: { sql: 'u.email', type: 'text', notNull: true },
    name: { sql: 'u.name', type: 'text', notNull: true },
    team: { sql: 'u.team', type: 'text' },
    managerId: { sql: 'u.manager_id', type: 'id', shows: { target: 'user' } },
    language: { sql: 'u.language', type: 'text' },
    active: { sql: 'u.active', type: 'boolean', notNull: true },
    joined: { sql: 'u.has_password', type: 'boolean', notNull: true },
    lockedUntil: { sql: `(${LOCKED_UNTIL})`, type: 'instant' },
    lastSignInAt: { sql: 'u.last_sign_in_at', type: 'instant' },
    createdAt: { sql: 'u.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 'u.updated_at', type: 'instant', notNull: true },
  },
  search: ['u.name', 'u.email', 'u.team'],
  defaultSort: 'name',
  map: (row) => row,
};

const FIND = sql(`
  select ${COLUMNS} from identity.pub_user u where u.company_id = $1 and u.id = $2`);

/** @throws DomainError not_found */
export async function findUserView(tx: Tx, id: UserId): Promise<UserView> {
  const user = await tx.maybe<UserView>(FIND, [tx.ctx.companyId, id]);
  if (!user) throw notFound({ object: 'user' });
  return user;
}
