import { readCompany, type Company, type DocumentLanguage } from '@quittance/company';
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
  readonly company: Pick<
    Company,
    'id' | 'slug' | 'legalName' | 'baseCurrency' | 'timeZone' | 'locale'
  >;
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

/** The actor of the transaction with their company and roles. */
export async function findMe(tx: Tx): Promise<Me> {
  const { companyId, actor, userId } = tx.ctx;
  const [user, company, roles] = await Promise.all([
    tx.maybe<NonNullable<Me['user']>>(FIND_USER, [companyId, userId]),
    readCompany(tx),
    tx.rows<Me['roles'][number]>(FIND_ROLES, [companyId, actor.id]),
  ]);
  const { slug, legalName, baseCurrency, timeZone, locale } = company;
  return {
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    user: user ?? null,
    company: { id: company.id, slug, legalName, baseCurrency, timeZone, locale },
    roles,
  };
}
