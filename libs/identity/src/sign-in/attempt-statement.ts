import { sql, type Sql } from '@quittance/database';

/** What an attempt leaves on an account; also written when nothing changes, to cost the same. */
export function attemptStatement(account: string): Sql {
  return sql(`
    update ${account} u set failures = $3, locked_until = $4, tries_in_lock = $6,
      last_sign_in_at = case when $5::boolean then t.at else u.last_sign_in_at end,
      last_failed_at = case when $5::boolean then u.last_failed_at else t.at end
    from (select now() as at) t
    where u.company_id = $1 and u.id = $2`);
}
