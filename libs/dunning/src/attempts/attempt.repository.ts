import { rowSet, sql, type ListDefinition, type Tx } from '@quittance/database';
import { notFound, type InvoiceId } from '@quittance/kernel';
import { DUNNING_ACTIONS } from '../schedule/dunning-schedule.js';
import { AttemptEntity } from './attempt.entity.js';
import {
  ATTEMPT_RESULTS,
  attemptView,
  type Attempt,
  type AttemptId,
  type AttemptView,
} from './attempt.js';

const COLUMNS = rowSet(AttemptEntity).select('a');

/**
 * One row per invoice and step: a further try is written over the failed one, and what a changed schedule
 * has at the same place over what was done there. By attempt_step_key.
 */
const STORE = sql(`
  insert into dunning.attempt as a (company_id, id, invoice_id, step, days_after_due, action, result,
    reason, tries, payment_link, email_id, as_of, run_id, leased_until, attempted_at, created_at)
  select $1, r.id, r.invoice_id, r.step, r.days, r.action, r.result, r.reason, 1, r.payment_link,
    r.email_id, $2, $3, r.leased_until, $4, $4
  from unnest($5::uuid[], $6::uuid[], $7::integer[], $8::integer[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::uuid[], $14::timestamptz[])
    as r(id, invoice_id, step, days, action, result, reason, payment_link, email_id, leased_until)
  on conflict (company_id, invoice_id, step) do update set result = excluded.result,
    action = excluded.action, days_after_due = excluded.days_after_due, reason = excluded.reason,
    tries = case when a.action = excluded.action then a.tries else 0 end + 1, payment_link = excluded.payment_link, email_id = excluded.email_id,
    as_of = excluded.as_of, run_id = excluded.run_id, leased_until = excluded.leased_until,
    attempted_at = excluded.attempted_at
  returning ${COLUMNS}`);

const FINISH = sql(`
  update dunning.attempt a set result = $4, reason = $5, payment_link = $6, email_id = $7,
    leased_until = null
  where a.company_id = $1 and a.invoice_id = $2 and a.step = $3 and a.result = 'running'
  returning ${COLUMNS}`);

const HOLD = sql(`
  select 1 from dunning.attempt a
  where a.company_id = $1 and a.invoice_id = $2 and a.step = $3 and a.result = 'running'
    and a.run_id = $4 for update`);

const LOCK = sql(`
  select ${COLUMNS} from dunning.attempt a where a.company_id = $1 and a.id = $2 for update`);
const RESET = sql(`
  update dunning.attempt a set tries = 0 where a.company_id = $1 and a.id = $2
  returning ${COLUMNS}`);
const OF_INVOICE = sql(`
  select ${COLUMNS} from dunning.attempt a
  where a.company_id = $1 and a.invoice_id = $2 order by a.step`);

/** What one try came to. */
export type TriedStep = Pick<
  Attempt,
  | 'id'
  | 'invoiceId'
  | 'step'
  | 'daysAfterDue'
  | 'action'
  | 'result'
  | 'reason'
  | 'paymentLink'
  | 'emailId'
  | 'leasedUntil'
>;

/** Stores what was tried; answers the rows as they are now. */
export function storeAttempts(
  tx: Tx,
  { asOf, runId }: Pick<Attempt, 'asOf' | 'runId'>,
  tried: readonly TriedStep[],
): Promise<Attempt[]> {
  if (tried.length === 0) return Promise.resolve([]);
  const of = <T>(pick: (each: TriedStep) => T) => tried.map(pick);
  return tx.rows<Attempt>(STORE, [
    tx.ctx.companyId,
    asOf,
    runId,
    tx.ctx.now,
    of(({ id }) => id),
    of(({ invoiceId }) => invoiceId),
    of(({ step }) => step),
    of(({ daysAfterDue }) => daysAfterDue),
    of(({ action }) => action),
    of(({ result }) => result),
    of(({ reason }) => reason),
    of(({ paymentLink }) => paymentLink),
    of(({ emailId }) => emailId),
    of(({ leasedUntil }) => leasedUntil),
  ]);
}

export type FinishedStep = Pick<
  Attempt,
  'invoiceId' | 'step' | 'result' | 'reason' | 'paymentLink' | 'emailId'
>;

/** Locks an attempt that a run is carrying out; false when another run has taken it over. */
export async function holdAttempt(
  tx: Tx,
  { invoiceId, step, runId }: Pick<Attempt, 'invoiceId' | 'step' | 'runId'>,
): Promise<boolean> {
  return (await tx.maybe(HOLD, [tx.ctx.companyId, invoiceId, step, runId])) !== undefined;
}

/** Ends an attempt that was being carried out; undefined when another process has. */
export function finishAttempt(tx: Tx, finished: FinishedStep): Promise<Attempt | undefined> {
  const { invoiceId, step, result, reason, paymentLink, emailId } = finished;
  const values = [invoiceId, step, result, reason, paymentLink, emailId];
  return tx.maybe<Attempt>(FINISH, [tx.ctx.companyId, ...values]);
}

/** @throws DomainError not_found */
export async function lockAttempt(tx: Tx, id: AttemptId): Promise<Attempt> {
  const attempt = await tx.maybe<Attempt>(LOCK, [tx.ctx.companyId, id]);
  if (!attempt) throw notFound({ object: 'dunning attempt' });
  return attempt;
}

/** The next run tries it again, as if for the first time. */
export function resetTries(tx: Tx, id: AttemptId): Promise<Attempt> {
  return tx.one<Attempt>(RESET, [tx.ctx.companyId, id]);
}

/** The attempts of an invoice in the order of the steps. */
export function attemptsOf(tx: Tx, id: InvoiceId): Promise<Attempt[]> {
  return tx.rows<Attempt>(OF_INVOICE, [tx.ctx.companyId, id]);
}

/** What dunning has done, the latest first. */
export const attemptList: ListDefinition<Attempt, AttemptView> = {
  from: 'dunning.attempt a',
  select: COLUMNS,
  id: 'a.id',
  fields: {
    invoiceId: { sql: 'a.invoice_id', type: 'id', notNull: true },
    step: { sql: 'a.step', type: 'integer', notNull: true },
    action: { sql: 'a.action', type: 'enum', values: DUNNING_ACTIONS, notNull: true },
    result: { sql: 'a.result', type: 'enum', values: ATTEMPT_RESULTS, notNull: true },
    reason: { sql: 'a.reason', type: 'text' },
    tries: { sql: 'a.tries', type: 'integer', notNull: true },
    asOf: { sql: 'a.as_of', type: 'date', notNull: true },
    runId: { sql: 'a.run_id', type: 'id', notNull: true },
    attemptedAt: { sql: 'a.attempted_at', type: 'instant', notNull: true },
    createdAt: { sql: 'a.created_at', type: 'instant', notNull: true },
  },
  search: ['a.reason'],
  defaultSort: '-attemptedAt',
  map: attemptView,
};
