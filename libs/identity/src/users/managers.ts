import { sql, type Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';

/** Nobody reports over more people than these; a circle, if there were one, ends with them. */
const MOST_ABOVE = 20;

/** By primary key. */
const ABOVE = sql(`
  with recursive above as (
    select u.manager_id as id, 1 as height from identity.staff_user u
    where u.company_id = $1 and u.id = $2
    union all
    select u.manager_id, a.height + 1 from above a
    join identity.staff_user u on u.company_id = $1 and u.id = a.id
    where a.height < ${MOST_ABOVE}
  )
  select u.id, u.active from above a
  join identity.staff_user u on u.company_id = $1 and u.id = a.id
  order by a.height`);

/** Somebody whom a user reports to, at once or over others. */
export interface Manager {
  readonly id: UserId;
  /** Whether they may still sign in. */
  readonly active: boolean;
}

/** Whom a user reports to, the nearest first. */
export function managersAbove(tx: Tx, id: UserId): Promise<readonly Manager[]> {
  return tx.rows<Manager>(ABOVE, [tx.ctx.companyId, id]);
}
