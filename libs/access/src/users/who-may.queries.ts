import { sql, type Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';

/** Somebody of the staff to write to. */
export interface StaffAddress {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  /** Null: that of the company's documents. */
  readonly language: string | null;
}

const MOST_TOLD = 20;

/** Active holders of roles that say so of every record, by user_role_role_index. */
const WHO_MAY = sql(`
  select distinct u.id, u.name, u.email, u.language from access.role r
  join access.user_role h on h.company_id = $1 and h.role_id = r.id
  join identity.pub_user u on u.company_id = $1 and u.id = h.user_id and u.active
  where r.company_id = $1
    and (r.built_in or ((r.matrix -> $2::text) ? $3::text
      and coalesce(r.scopes ->> $2::text, 'all') = 'all'))
  order by u.id limit ${MOST_TOLD}`);

/** Who may do it to whichever record of a resource, and can still sign in; twenty at most. */
export function usersWhoMay(
  tx: Tx,
  resource: string,
  action: string,
): Promise<readonly StaffAddress[]> {
  return tx.rows<StaffAddress>(WHO_MAY, [tx.ctx.companyId, resource, action]);
}
