import { namedSql, type Tx } from '@quittance/database';
import type { ToldNotice } from '../notices/tell-users.js';

/** To every browser in whose session a user has asked for it and is still signed in. */
const QUEUE = namedSql(
  `insert into portal.push_message
     (company_id, notice_id, subscription_id, created_at, due_at)
   select k.id, r.notice_id, s.id, :now, :now
   from company.pub_company k
   cross join :rows as r
   join portal.push_subscription s
     on s.company_id = :companyId and s.portal_user_id = r.portal_user_id
   join portal.refresh_family f on f.company_id = :companyId and f.id = s.session_id
     and f.revoked_at is null and f.expires_at > :now
   where k.id = :companyId
   on conflict (company_id, notice_id, subscription_id) do nothing`,
  { rows: { noticeId: 'uuid', portalUserId: 'uuid' } },
);

/** Queues the pushes of what users were just told, for those who have chosen them. */
export async function queuePushes(tx: Tx, told: readonly ToldNotice[]): Promise<void> {
  const rows = told
    .filter(({ choice }) => choice.push)
    .map(({ id, user }) => ({ noticeId: id, portalUserId: user.id }));
  if (rows.length > 0) await QUEUE.run(tx, QUEUE.columns(rows));
}
