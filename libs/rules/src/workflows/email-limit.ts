import { sql, type Tx } from '@quittance/database';
import { randomInt } from 'node:crypto';
import { workflowEmailRefused } from '../rules.errors.js';

/** So many e-mails the rules of a company send in a day, by UTC. */
export const MOST_EMAILS_A_DAY = 10_000;
const PARTS = 16;

/** By primary key. */
const SENT = sql(`
  select coalesce(sum(d.sent), 0)::int as sent from rules.emails_of_day d
  where d.company_id = $1 and d.day = $2::date`);
const ADD = sql(`
  insert into rules.emails_of_day as d (company_id, day, part, sent)
  values ($1, $2::date, $3, $4)
  on conflict (company_id, day, part) do update set sent = d.sent + excluded.sent`);

/** Days that are over count no longer. By primary key. */
export const PURGE_EMAIL_DAYS = sql(`
  delete from rules.emails_of_day d where d.company_id = $1 and d.day < $2::date`);

const dayOf = ({ ctx }: Tx) => ctx.now.slice(0, 10);

/**
 * Counts e-mails that a rule is about to send. Several that send at once are not told of one
 * another: the limit is passed by as many as were under way.
 * @throws DomainError workflow_email_refused where the company has sent its share of the day
 */
export async function countEmails(tx: Tx, count: number): Promise<void> {
  const { sent } = await tx.one<{ sent: number }>(SENT, [tx.ctx.companyId, dayOf(tx)]);
  if (sent + count > MOST_EMAILS_A_DAY) {
    const reason = `rules have sent ${sent} e-mails today, of at most ${MOST_EMAILS_A_DAY}`;
    throw workflowEmailRefused({ reason });
  }
  await addEmails(tx, count);
}

/** Counts those that no limit refuses among the others. */
export async function addEmails(tx: Tx, count: number): Promise<void> {
  if (count > 0) await tx.run(ADD, [tx.ctx.companyId, dayOf(tx), randomInt(PARTS), count]);
}
