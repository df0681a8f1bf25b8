import type { Tx } from '@quittance/database';
import { usesIn, usesOf, type UsagePeriod } from './usage-period.js';

/** What is told of a user and not done by one who is signed in. */
const NOT_SIGNED_IN = `('invited', 'activated', 'sign_in_failed')`;

/** SQL of whether somebody who is signed in does it. */
export const bySignedIn = (alias: string) =>
  `${alias}.portal_user_id is not null and ${alias}.name not in ${NOT_SIGNED_IN}`;

/** Different users who did something while signed in, by usage_event_at_index. */
export async function activeUsers(tx: Tx, period: UsagePeriod): Promise<number> {
  const params: unknown[] = [tx.ctx.companyId];
  const uses = usesIn('e', period, (value) => `$${params.push(value)}`);
  const { users } = await tx.one<{ users: number }>(
    `select count(distinct e.portal_user_id)::int as users from analytics.usage_event e
     where ${uses} and ${bySignedIn('e')}`,
    params,
  );
  return users;
}

export interface ActivatedUsers {
  readonly invited: number;
  readonly activated: number;
}

/**
 * Users whose first invitation is of the period, and those of them who accepted one within 14 days
 * of it, by usage_event_user_index. An invitation has no channel.
 */
export function activation(
  tx: Tx,
  { channel: _, ...period }: UsagePeriod,
): Promise<ActivatedUsers> {
  const params: unknown[] = [tx.ctx.companyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const { since, until } = period;
  return tx.one<ActivatedUsers>(
    `select count(*)::int as invited,
       count(*) filter (where exists (select from analytics.usage_event v
         where v.company_id = $1::uuid and v.portal_user_id = i.portal_user_id
           and v.name = 'activated' and v.at >= i.at and v.at <= i.at + interval '14 days'
       ))::int as activated
     from (select e.portal_user_id, min(e.at) as at from analytics.usage_event e
       where ${usesOf('e', period, bind)} and e.name = 'invited' and e.portal_user_id is not null
       group by e.portal_user_id
       having min(e.at) >= ${bind(since)}::timestamptz and min(e.at) < ${bind(until)}::timestamptz
     ) i`,
    params,
  );
}
