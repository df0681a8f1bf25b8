import { sql } from '@quittance/database';

/** The companies with an e-mail that is due, by a walk over email_due_index. */
export const DUE_COMPANIES = sql(`
  select company_id as "companyId" from notifications.door_companies_with_due_email($1)`);

/**
 * Takes the oldest due e-mails of a lane of a company, by email_lane_index: queued ones and those
 * of whose sender nothing was heard for too long. No two senders take the same. Asked for once: in
 * a condition the planner may ask for them row by row, and take more each time.
 */
export const CLAIM_EMAILS = sql(`
  with due as materialized (
    select d.id from notifications.email d
    where d.company_id = $1 and d.bulk = $6 and d.due_at <= $2
    order by d.due_at limit $5 for update skip locked)
  update notifications.email e
  set status = 'sending', attempts = e.attempts + 1, due_at = $3,
    message_id = coalesce(e.message_id, e.id || '@' || $4)
  from due where e.company_id = $1 and e.id = due.id
  returning e.id, e.template_code as "templateCode", e.to_address as "to", e.subject, e.html,
    e.text, e.language, e.from_name as "fromName", e.reply_to as "replyTo", e.late, e.attachments,
    e.message_id as "messageId", e.created_at as "createdAt", e.attempts,
    e.request_id as "requestId"`);

/** Keeps e-mails in the hands of their sender, but for those that another has taken up. */
export const RENEW = sql(`
  update notifications.email e set due_at = $4
  from unnest($2::uuid[], $3::int[]) as h(id, attempts)
  where e.company_id = $1 and e.id = h.id and e.attempts = h.attempts and e.status = 'sending'`);

/**
 * What became of a try, unless another sender has taken the e-mail up meanwhile. What a secret link
 * was made from is forgotten with the sending.
 */
export const STORE_OUTCOME = sql(`
  update notifications.email set status = $4, due_at = $5, finished_at = $6, last_error = $7,
    answer = $8, late = case when $4 = 'sent' then null else late end
  where company_id = $1 and id = $2 and status = 'sending' and attempts = $3`);
