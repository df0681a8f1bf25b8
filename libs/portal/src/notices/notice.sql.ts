import { namedSql, sql } from '@quittance/database';
import { MEMBER_COLUMNS, MEMBER_PARTIES } from '../credentials/member.js';

/**
 * Users of accounts and partners, and those that are named: by portal_user_of_account_index,
 * portal_user_of_ledger_account_index and the primary key.
 */
export const TOLD_USERS = sql(`
  select ${MEMBER_COLUMNS}, o.id as "contactId", u.locale, u.time_zone as "timeZone",
    coalesce(d.digest, 'off') as digest
  from portal.portal_user u
  join portal.credential k on k.company_id = $1 and k.id = u.credential_id
  left join portal.notice_digest d on d.company_id = $1 and d.portal_user_id = u.id
  left join crm.pub_contact o on o.company_id = $1 and o.id = u.contact_id
    and o.account_id = u.account_id
  ${MEMBER_PARTIES}
  where u.company_id = $1 and u.active and u.verified_at is not null
    and (u.account_id = any($2::uuid[]) or u.ledger_account_id = any($3::uuid[])
      or u.id = any($4::uuid[]))`);

/** By primary key. */
export const CHOICES = sql(`
  select portal_user_id as "userId", category, in_app as app, by_mail as mail, by_push as push,
    of_colleagues as colleagues
  from portal.notice_choice where company_id = $1 and portal_user_id = any($2::uuid[])`);

/** By primary key. */
export const FOLLOWERS = sql(`
  select portal_user_id as "userId", object, record_id as "recordId"
  from portal.follower where company_id = $1 and record_id = any($2::uuid[])`);

/** Who has done something about a record follows it; of users who are still there. */
export const FOLLOW = namedSql(
  `insert into portal.follower (company_id, portal_user_id, object, record_id, created_at)
   select k.id, u.id, r.object, r.record_id, :now
   from company.pub_company k
   cross join :rows as r
   join portal.portal_user u on u.company_id = :companyId and u.id = r.follower_id
   where k.id = :companyId
   on conflict (company_id, record_id, object, portal_user_id) do nothing`,
  { rows: { followerId: 'uuid', object: 'text', recordId: 'uuid' } },
);

/** Tells users; answers what they were not told before. */
export const TELL = namedSql(
  `insert into portal.notice (company_id, id, portal_user_id, source, kind, category, object,
     record_id, facts, in_app, created_at, mail_due_at)
   select k.id, r.id, r.portal_user_id, r.source, r.kind, r.category, r.object, r.record_id,
     r.facts::jsonb, r.in_app, :now, r.mail_due_at
   from company.pub_company k cross join :rows as r where k.id = :companyId
   order by r.portal_user_id, r.source
   on conflict (company_id, portal_user_id, source) do nothing returning id`,
  {
    rows: {
      id: 'uuid',
      portalUserId: 'uuid',
      source: 'text',
      kind: 'text',
      category: 'text',
      object: 'text',
      recordId: 'uuid',
      facts: 'jsonb',
      inApp: 'boolean',
      mailDueAt: 'timestamptz',
    },
  },
);
