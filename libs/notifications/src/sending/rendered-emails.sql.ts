import { sql } from '@quittance/database';

/**
 * Those of some e-mails that wait to be sent and were not rendered when they were queued; primary
 * key.
 */
export const FIND_UNRENDERED = sql(`
  select e.id, e.template_code as "templateCode", e.late, e.attempts
  from notifications.email e
  where e.company_id = $1 and e.id = any ($2::uuid[]) and e.status = 'queued'
    and e.late ? 'unrendered'`);

/**
 * What e-mails were rendered to, unless somebody else has rendered or taken them up meanwhile. What
 * they were rendered from is forgotten, but for that of secret links; primary key.
 */
export const STORE_RENDERED = sql(`
  update notifications.email e
  set subject = r.subject, html = r.html, text = r.text, language = r.language,
    late = case when e.late ? 'secret' then e.late - 'unrendered' end
  from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[])
    as r(id, attempts, subject, html, text, language)
  where e.company_id = $1 and e.id = r.id and e.attempts = r.attempts
    and e.status in ('queued', 'sending') and e.late ? 'unrendered'`);

/** E-mails that nobody can render, given up before they were tried; primary key. */
export const STORE_BROKEN = sql(`
  update notifications.email e
  set status = 'failed', due_at = null, finished_at = $2, last_error = r.error
  from unnest($3::uuid[], $4::integer[], $5::text[]) as r(id, attempts, error)
  where e.company_id = $1 and e.id = r.id and e.attempts = r.attempts and e.status = 'queued'
    and e.late ? 'unrendered'`);
