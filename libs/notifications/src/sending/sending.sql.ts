import { sql } from '@quittance/database';

/** The companies with an e-mail that is due, by a walk over email_due_index. */
export const DUE_COMPANIES = sql(`
  select company_id as "companyId" from notifications.door_companies_with_due_email($1)`);

/**
 * Takes the oldest due e-mails of a company, by email_due_index: queued ones and those whose sender
 * has not told what became of them. No two senders take the same.
 */
export const CLAIM = sql(`
  update notifications.email e
  set status = 'sending', attempts = e.attempts + 1, due_at = $3,
    message_id = coalesce(e.message_id, e.id || '@' || $4)
  where e.company_id = $1 and e.id in (
    select d.id from notifications.email d
    where d.company_id = $1 and d.due_at <= $2
    order by d.due_at limit $5 for update skip locked)
  returning e.id, e.to_address as "to", e.subject, e.html, e.text, e.language,
    e.from_name as "fromName", e.reply_to as "replyTo", e.late, e.attachments,
    e.message_id as "messageId", e.attempts, e.request_id as "requestId"`);

/**
 * What became of a try, unless another sender has taken the e-mail up meanwhile. What a secret link
 * was made from is forgotten with the sending.
 */
export const STORE_OUTCOME = sql(`
  update notifications.email set status = $4, due_at = $5, finished_at = $6, last_error = $7,
    answer = $8, late = case when $4 = 'sent' then null else late end
  where company_id = $1 and id = $2 and status = 'sending' and attempts = $3`);
