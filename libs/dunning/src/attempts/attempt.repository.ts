import { namedSql, sql, type Tx } from '@quittance/database';
import { notFound, type InvoiceId } from '@quittance/kernel';
import { attemptNoun, type DunningAttempt, type AttemptId } from './attempt.js';

const OWN = attemptNoun.rows.select('a');
export const ATTEMPT_COLUMNS = `${OWN}, t.asked_at as "retryAskedAt"`;
/** Attempts with the word of a person on them; by the primary key of `attempt_retry`. */
export const ATTEMPTS = `dunning.attempt a
  left join dunning.attempt_retry t on t.company_id = $1 and t.attempt_id = a.id`;

/**
 * Every try is a row of its own. Of a ladder's step one at most has not failed: attempt_step_key.
 */
const STORE = namedSql(
  `insert into dunning.attempt as a (company_id, id, invoice_id, ladder, step, days_after_due,
     action, result, reason, tries, payment_link, email_id, as_of, made_on, run_id, leased_until,
     attempted_at, created_at)
   select k.id, r.id, r.invoice_id, :ladder, r.step, r.days_after_due, r.action, r.result, r.reason,
     r.tries, r.payment_link, r.email_id, :asOf, :madeOn, :runId, r.leased_until, :now, :now
   from company.pub_company k cross join :rows as r
   where k.id = :companyId
   returning ${OWN}, null::timestamptz as "retryAskedAt"`,
  {
    values: { ladder: 'integer', asOf: 'date', madeOn: 'date', runId: 'uuid' },
    rows: {
      id: 'uuid',
      invoiceId: 'uuid',
      step: 'integer',
      daysAfterDue: 'integer',
      action: 'text',
      result: 'text',
      reason: 'text',
      tries: 'integer',
      paymentLink: 'text',
      emailId: 'uuid',
      leasedUntil: 'timestamptz',
    },
  },
);

const FINISH = namedSql(
  `update dunning.attempt a set result = r.result, reason = r.reason,
     payment_link = r.payment_link, email_id = r.email_id, leased_until = null
   from :rows as r
   where a.company_id = :companyId and a.id = r.id and a.result = 'running'
   returning ${OWN}, null::timestamptz as "retryAskedAt"`,
  {
    rows: { id: 'uuid', result: 'text', reason: 'text', paymentLink: 'text', emailId: 'uuid' },
  },
);

const HOLD = sql(`
  select a.id from dunning.attempt a
  where a.company_id = $1 and a.id = any($2::uuid[]) and a.result = 'running'
  order by a.id for update`);

/** By attempt_step_key. */
const INTERRUPT = sql(`
  update dunning.attempt a set result = 'failed', reason = 'interrupted', leased_until = null
  where a.company_id = $1 and a.invoice_id = any($2::uuid[]) and a.result = 'running'
    and a.leased_until <= $3
  returning a.invoice_id as "invoiceId"`);

/** The last try of the step that an attempt was made for; by attempt_invoice_index. */
const LAST_TRY = sql(`
  select ${ATTEMPT_COLUMNS}
  from dunning.attempt asked
  join dunning.attempt a on a.company_id = $1 and a.invoice_id = asked.invoice_id
    and a.step = asked.step and a.action = asked.action
  left join dunning.attempt_retry t on t.company_id = $1 and t.attempt_id = a.id
  where asked.company_id = $1 and asked.id = $2
  order by a.attempted_at desc, a.id desc limit 1`);

const ASK_AGAIN = sql(`
  insert into dunning.attempt_retry (company_id, attempt_id, asked_by, asked_at)
  values ($1, $2, $3, $4) on conflict (company_id, attempt_id) do nothing`);

/** By attempt_invoice_index. */
const OF_INVOICE = sql(`
  select ${ATTEMPT_COLUMNS} from ${ATTEMPTS}
  where a.company_id = $1 and a.invoice_id = $2 order by a.attempted_at, a.id`);

/** What one try came to. */
export type TriedStep = Pick<
  DunningAttempt,
  | 'id'
  | 'invoiceId'
  | 'step'
  | 'daysAfterDue'
  | 'action'
  | 'result'
  | 'reason'
  | 'tries'
  | 'paymentLink'
  | 'emailId'
  | 'leasedUntil'
>;

/** What all that a run tries has in common. */
export type TriedBy = Pick<DunningAttempt, 'ladder' | 'asOf' | 'madeOn' | 'runId'>;

/** Stores what was tried; answers the rows. */
export function storeAttempts(
  tx: Tx,
  by: TriedBy,
  tried: readonly TriedStep[],
): Promise<DunningAttempt[]> {
  if (tried.length === 0) return Promise.resolve([]);
  return STORE.rows<DunningAttempt>(tx, { ...by, ...STORE.columns(tried) });
}

export type FinishedStep = Pick<
  DunningAttempt,
  'id' | 'result' | 'reason' | 'paymentLink' | 'emailId'
>;

/** Locks attempts that are being carried out; those that were taken from whoever was at it are not
 * among the answers. */
export async function holdAttempts(
  tx: Tx,
  ids: readonly AttemptId[],
): Promise<ReadonlySet<AttemptId>> {
  const rows = await tx.rows<{ id: AttemptId }>(HOLD, [tx.ctx.companyId, ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Ends attempts that were being carried out; those that another process has ended stay so. */
export async function finishAttempts(
  tx: Tx,
  finished: readonly FinishedStep[],
): Promise<DunningAttempt[]> {
  if (finished.length === 0) return [];
  return FINISH.rows<DunningAttempt>(tx, FINISH.columns(finished));
}

/**
 * Ends what dead processes were at as failed, so that it can be tried again; whoever comes back
 * finds it ended. Answers the invoices, without those whose attempt has come to an end by itself
 * meanwhile.
 */
export async function interruptAttempts(
  tx: Tx,
  invoices: readonly InvoiceId[],
): Promise<ReadonlySet<InvoiceId>> {
  if (invoices.length === 0) return new Set();
  const { companyId, now } = tx.ctx;
  const rows = await tx.rows<{ invoiceId: InvoiceId }>(INTERRUPT, [companyId, invoices, now]);
  return new Set(rows.map(({ invoiceId }) => invoiceId));
}

/** The last try of the step that an attempt was made for. @throws DomainError not_found */
export async function lastTryOf(tx: Tx, id: AttemptId): Promise<DunningAttempt> {
  const attempt = await tx.maybe<DunningAttempt>(LAST_TRY, [tx.ctx.companyId, id]);
  if (!attempt) throw notFound({ object: 'dunning attempt' });
  return attempt;
}

/** The next run tries it again, as if for the first time. False when that was asked for already. */
export async function askAgain(tx: Tx, id: AttemptId): Promise<boolean> {
  const { companyId, actor, now } = tx.ctx;
  const by = JSON.stringify({ kind: actor.kind, id: actor.id, name: actor.name });
  return (await tx.run(ASK_AGAIN, [companyId, id, by, now])) > 0;
}

/** All that was tried for an invoice, in its order. */
export function attemptsOf(tx: Tx, id: InvoiceId): Promise<DunningAttempt[]> {
  return tx.rows<DunningAttempt>(OF_INVOICE, [tx.ctx.companyId, id]);
}
