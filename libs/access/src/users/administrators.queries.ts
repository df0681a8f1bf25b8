import { sql, type Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';

/** Somebody to tell what only administrators can put right. */
export interface AdministratorAddress {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  /** Null: that of the company's documents. */
  readonly language: string | null;
}

const MOST_TOLD = 20;

/** Active holders of the built-in role, by role_built_in_key and user_role_role_index. */
const ADMINISTRATORS = sql(`
  select u.id, u.name, u.email, u.language from access.role r
  join access.user_role h on h.company_id = $1 and h.role_id = r.id
  join identity.pub_user u on u.company_id = $1 and u.id = h.user_id and u.active
  where r.company_id = $1 and r.built_in order by u.id limit ${MOST_TOLD}`);

/** The company's administrators who can still sign in; twenty at most. */
export function activeAdministrators(tx: Tx): Promise<AdministratorAddress[]> {
  return tx.rows<AdministratorAddress>(ADMINISTRATORS, [tx.ctx.companyId]);
}
