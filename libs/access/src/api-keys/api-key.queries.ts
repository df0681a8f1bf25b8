import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { notFound, type Id, type Instant, type UserId } from '@quittance/kernel';
import type { RoleId } from '../roles/role.js';

export type ApiKeyId = Id<'api-key'>;

/** An API key as the API shows it: never the secret, only how it ends. */
export interface ApiKeyView {
  readonly id: ApiKeyId;
  readonly name: string;
  readonly lastCharacters: string;
  readonly roleId: RoleId;
  readonly roleName: string;
  readonly createdBy: UserId | null;
  readonly expiresAt: Instant | null;
  readonly revokedAt: Instant | null;
  readonly createdAt: Instant;
}

const FROM = `access.api_key k join access.role r on r.company_id = $1
  and r.id = k.role_id`;
const COLUMNS = `k.id, k.name, k.last_characters as "lastCharacters", k.role_id as "roleId",
  r.name as "roleName", k.created_by as "createdBy", k.expires_at as "expiresAt",
  k.revoked_at as "revokedAt", k.created_at as "createdAt"`;

export const apiKeyList: ListDefinition<ApiKeyView, ApiKeyView> = {
  from: FROM,
  select: COLUMNS,
  id: 'k.id',
  fields: {
    id: { sql: 'k.id', type: 'id', notNull: true },
    name: { sql: 'k.name', type: 'text', notNull: true },
    roleId: { sql: 'k.role_id', type: 'id', shows: { target: 'role' }, notNull: true },
    createdBy: { sql: 'k.created_by', type: 'id', shows: { target: 'user' } },
    expiresAt: { sql: 'k.expires_at', type: 'instant' },
    revokedAt: { sql: 'k.revoked_at', type: 'instant' },
    createdAt: { sql: 'k.created_at', type: 'instant', notNull: true },
  },
  search: ['k.name'],
  defaultSort: '-createdAt',
  map: (row) => row,
};

const FIND = sql(`select ${COLUMNS} from ${FROM} where k.company_id = $1 and k.id = $2`);

/** @throws DomainError not_found */
export async function findApiKey(tx: Tx, id: ApiKeyId): Promise<ApiKeyView> {
  const key = await tx.maybe<ApiKeyView>(FIND, [tx.ctx.companyId, id]);
  if (!key) throw notFound({ object: 'API key' });
  return key;
}
