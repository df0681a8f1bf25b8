import type { DocumentLanguage } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { Actor, UserId } from '@quittance/kernel';
import type { RoleId } from '../roles/role.js';

/** Who the caller is; `user` is null for an API key. */
export interface Me {
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>;
  readonly user: {
    readonly id: UserId;
    readonly email: string;
    readonly name: string;
    readonly team: string | null;
    /** Null: that of the company's documents. */
    readonly language: DocumentLanguage | null;
  } | null;
  readonly roles: readonly { readonly id: RoleId; readonly name: string }[];
}

const FIND_USER = sql(`
  select id, email, name, team, language from identity.pub_user where company_id = $1 and id = $2`);

/** The roles of a user, or the role of an API key, by their primary keys. */
const FIND_ROLES = sql(`
  select r.id, r.name from access.role r
  where r.company_id = $1 and r.id in (
    select h.role_id from access.user_role h where h.company_id = $1 and h.user_id = $2
    union all
    select k.role_id from access.api_key k where k.company_id = $1 and k.id = $2)
  order by r.name`);

/** The actor of the transaction with their roles. */
export async function findMe(tx: Tx): Promise<Me> {
  const { companyId, actor, userId } = tx.ctx;
  const [user, roles] = await Promise.all([
    tx.maybe<NonNullable<Me['user']>>(FIND_USER, [companyId, userId]),
    tx.rows<Me['roles'][number]>(FIND_ROLES, [companyId, actor.id]),
  ]);
  const { kind, id, name } = actor;
  return { actor: { kind, id, name }, user: user ?? null, roles };
}
