import { sql, type Tx } from '@quittance/database';
import { nounList } from '@quittance/nouns';
import { newId, notFound, type AccountId, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { pauseNoun, type Pause, type PauseId, pauseView, type PauseView } from './pause.js';

const { rows } = pauseNoun;
const COLUMNS = rows.select('p');

const LOCK = sql(`
  select ${COLUMNS} from dunning.pause p where p.company_id = $1 and p.id = $2 for update`);
const END = sql(`
  update dunning.pause p set outcome = $3, ended_at = $4
  where p.company_id = $1 and p.id = $2 and p.ended_at is null
  returning ${COLUMNS}`);
const OF_INVOICE = sql(`
  select ${COLUMNS} from dunning.pause p
  where p.company_id = $1 and (p.invoice_id = $2 or p.account_id = $3)
  order by p.created_at desc, p.id desc limit 100`);
/** By pause_account_index. */
const LOCK_ACCOUNT_PAUSES = sql(`
  select ${COLUMNS} from dunning.pause p
  where p.company_id = $1 and p.account_id is not null and p.kind = 'pause'
    and p.ended_at is null order by p.id for update`);
const END_SOME = sql(`
  update dunning.pause p
  set outcome = case when p.until < $3 then 'expired' else 'ended' end, ended_at = $4
  where p.company_id = $1 and p.id = any($2::uuid[]) and p.ended_at is null
  returning ${COLUMNS}`);

const SETTLED_IN_TIME = (view: string) => `
  cross join lateral (select coalesce(sum(a.amount), 0) as amount from ${view} a
    where a.company_id = $1 and a.invoice_id = o.invoice_id and a.applied_on <= o.until)`;

/**
 * Ends what is over on a day, by pause_open_index. A promise is kept when the balance had gone down
 * by what was promised on the day promised, whoever paid it: a run may look weeks later. What
 * was written off before was no part of that balance. Of an invoice that is void nobody paid
 * anything. $4 is the only one to look at, or null.
 */
const END_OVER = sql(`
  update dunning.pause p
  set ended_at = $3, outcome = e.outcome
  from (
    select o.id, case
      when o.kind = 'pause' then 'expired'
      when i.status in ('void', 'cancelled') then 'voided'
      when i.total - paid.amount - credited.amount - written_off.amount
        <= greatest(o.balance_then - o.promised_amount, 0) then 'kept'
      else 'broken' end as outcome
    from dunning.pause o
    left join receivables.pub_invoice i on i.company_id = $1 and i.id = o.invoice_id
    ${SETTLED_IN_TIME('receivables.pub_payment_allocation')} paid
    ${SETTLED_IN_TIME('receivables.pub_credit_application')} credited
    cross join lateral (select coalesce(sum(w.amount), 0) as amount
      from receivables.pub_write_off w
      where w.company_id = $1 and w.invoice_id = o.invoice_id and w.id < o.id) written_off
    where o.company_id = $1 and o.until < $2 and o.ended_at is null
      and ($4::uuid is null or o.id = $4)) e
  where p.company_id = $1 and p.id = e.id and p.ended_at is null
  returning ${COLUMNS}`);

/** What is said of a new pause. */
export interface NewPause {
  readonly accountId?: AccountId;
  readonly invoiceId?: InvoiceId;
  readonly reason: string;
  readonly until: LocalDate | null;
}

export type Promised = Pick<Pause, 'promisedAmount' | 'balanceThen' | 'currency'>;

export function newPause(ctx: Ctx, pause: NewPause, promised: Promised | null = null): Pause {
  const { accountId = null, invoiceId = null, reason, until } = pause;
  const { kind, id, name } = ctx.actor;
  return {
    id: newId<'dunning-pause'>(),
    kind: promised ? 'promise' : 'pause',
    accountId,
    invoiceId,
    reason,
    until,
    promisedAmount: promised?.promisedAmount ?? null,
    balanceThen: promised?.balanceThen ?? null,
    currency: promised?.currency ?? null,
    outcome: null,
    endedAt: null,
    createdBy: { kind, id, name },
    createdAt: ctx.now,
  };
}

export function insertPauses(tx: Tx, pauses: readonly Pause[]): Promise<void> {
  return rows.insert(tx, pauses);
}

/** @throws DomainError not_found */
export async function lockPause(tx: Tx, id: PauseId): Promise<Pause> {
  const pause = await tx.maybe<Pause>(LOCK, [tx.ctx.companyId, id]);
  if (!pause) throw notFound({ object: 'dunning pause' });
  return pause;
}

export function endPause(tx: Tx, id: PauseId): Promise<Pause> {
  return tx.one<Pause>(END, [tx.ctx.companyId, id, 'ended', tx.ctx.now]);
}

/** The pauses of accounts that nobody has ended, locked. */
export function lockAccountPauses(tx: Tx): Promise<Pause[]> {
  return tx.rows<Pause>(LOCK_ACCOUNT_PAUSES, [tx.ctx.companyId]);
}

/** Ends these pauses; answers them as they are now. */
export async function endPauses(
  tx: Tx,
  ids: readonly PauseId[],
  today: LocalDate,
): Promise<readonly Pause[]> {
  if (ids.length === 0) return [];
  return tx.rows<Pause>(END_SOME, [tx.ctx.companyId, ids, today, tx.ctx.now]);
}

/** Ends what is over on a day; answers what has ended. */
export function endWhatIsOver(tx: Tx, day: LocalDate): Promise<Pause[]> {
  return tx.rows<Pause>(END_OVER, [tx.ctx.companyId, day, tx.ctx.now, null]);
}

/**
 * Ends a locked one as a person asks for it. One that was over by then is ended as what it was: no
 * day beyond its last was ever left alone.
 */
export function endByHand(tx: Tx, { id, until }: Pause, today: LocalDate): Promise<Pause> {
  if (until === null || until >= today) return endPause(tx, id);
  return tx.one<Pause>(END_OVER, [tx.ctx.companyId, today, tx.ctx.now, id]);
}

/** The pauses of an invoice and of its account, the newest first. */
export function pausesOf(tx: Tx, invoiceId: InvoiceId, accountId: AccountId): Promise<Pause[]> {
  return tx.rows<Pause>(OF_INVOICE, [tx.ctx.companyId, invoiceId, accountId]);
}

/** Invoices and accounts that are or were left alone. */
export const pauseList = nounList<Pause, PauseView>(pauseNoun, pauseView);
