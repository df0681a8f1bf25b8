import { audit } from '@quittance/audit';
import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import { notFound, type InvoiceId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { CommissionPlanId } from '../plans/commission-plan.js';
import type { PartnerId } from '../registrations/deal-registration.js';
import {
  commissionNoun,
  commissionView,
  type Commission,
  type CommissionId,
} from './commission.js';
import type { StandingEntry } from './reversal.js';

const { rows } = commissionNoun;
const COLUMNS = rows.select('c');
const FIND = sql(`
  select ${COLUMNS} from partner.commission c where c.company_id = $1 and c.id = $2`);
/** By the primary key and commission_reverses_index. */
const LOCK_FAMILY = sql(`
  select ${COLUMNS} from partner.commission c
  where c.company_id = $1 and (c.id = $2 or c.reverses_id = $2)
  order by c.id for no key update`);

/** @throws DomainError not_found */
export async function readCommission(tx: Tx, id: CommissionId): Promise<Commission> {
  const found = await tx.maybe<Commission>(FIND, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'commission' });
  return found;
}

/** An entry behind its lock, and what is held and let go with it: itself among them. */
export interface LockedCommission {
  readonly entry: Commission;
  readonly together: readonly Commission[];
}

/**
 * What was taken back of an entry waits with it, so that neither is paid without the other; once
 * the entry is on a statement, each stands for itself. The partner is held.
 * @throws DomainError not_found
 */
export async function lockCommission(tx: Tx, found: Commission): Promise<LockedCommission> {
  const first = found.reversesId ?? found.id;
  const family = await tx.rows<Commission>(LOCK_FAMILY, [tx.ctx.companyId, first]);
  const entry = family.find(({ id }) => id === found.id);
  const whole = family.find(({ id }) => id === first);
  if (!entry || !whole) throw notFound({ object: 'commission' });
  const isOver = whole.status === 'on_statement' || whole.status === 'paid';
  return { entry, together: isOver ? [entry] : family };
}

/** An entry that was earned, with what was taken back of it. */
export interface EarnedEntry extends StandingEntry {
  readonly id: CommissionId;
  readonly kind: 'earned' | 'top_up';
  readonly line: string;
  readonly seq: number;
  readonly periodStart: LocalDate | null;
  readonly availableOn: LocalDate;
  readonly status: Commission['status'];
  readonly holdReason: Commission['holdReason'];
  readonly heldFrom: Commission['heldFrom'];
}

/** Entries of some kind, each with what was taken back of it by commission_reverses_index. */
const standing = (whose: string): string => `
  select c.id, c.kind, c.line, c.seq, c.period_start as "periodStart",
    c.available_on as "availableOn", c.status, c.hold_reason as "holdReason",
    c.held_from as "heldFrom", c.rate::text as rate, c.base, c.amount,
    c.payout_base as "payoutBase", c.payout_amount as payout,
    (c.base + coalesce(r.base, 0))::bigint as "baseLeft",
    (c.amount + coalesce(r.amount, 0))::bigint as "amountLeft",
    (c.payout_base + coalesce(r.payout_base, 0))::bigint as "payoutBaseLeft",
    (c.payout_amount + coalesce(r.payout_amount, 0))::bigint as "payoutLeft"
  from partner.commission c
  left join (select x.reverses_id, sum(x.base) as base, sum(x.amount) as amount,
      sum(x.payout_base) as payout_base, sum(x.payout_amount) as payout_amount
    from partner.commission x
    where x.company_id = $1 and x.reverses_id in (
      select c.id from partner.commission c where ${whose})
    group by x.reverses_id) r on r.reverses_id = c.id
  where ${whose}`;

/** By commission_seq_key. */
const OF_INVOICE = sql(`
  ${standing(`c.company_id = $1 and c.invoice_id = $2 and c.kind = 'earned'`)}
  order by c.seq desc`);

/** What an invoice has earned and what stands of it, the newest first. */
export function standingOfInvoice(tx: Tx, id: InvoiceId): Promise<EarnedEntry[]> {
  return tx.rows<EarnedEntry>(OF_INVOICE, [tx.ctx.companyId, id]);
}

/** The place of the next entry of an invoice. */
const NEXT_SEQ = sql(`
  select coalesce(max(c.seq), 0) + 1 as next from partner.commission c
  where c.company_id = $1 and c.invoice_id = $2`);

export async function nextSeq(tx: Tx, id: InvoiceId): Promise<number> {
  return (await tx.one<{ next: number }>(NEXT_SEQ, [tx.ctx.companyId, id])).next;
}

/** A line of a plan in a period of its tiers, as a partner has it. */
export interface TierKey {
  readonly partnerId: PartnerId;
  readonly planId: CommissionPlanId;
  readonly line: string;
  /** The version since which the line is counted as it is; null where it is as it ever was. */
  readonly since: number | null;
  readonly periodStart: LocalDate;
}

const keyOf = (tx: Tx, { partnerId, planId, line, since, periodStart }: TierKey) => [
  tx.ctx.companyId,
  partnerId,
  planId,
  line,
  periodStart,
  since,
];
const AT_KEY = `c.company_id = $1 and c.partner_id = $2 and c.plan_id = $3 and c.line = $4
  and c.period_start = $5`;

/** The line of a counter; no key of a line begins with a figure. */
const COUNTED_AS = `coalesce($6::integer || '@', '') || $4::text`;
const COUNTER = sql(`
  select c.base from partner.commission_counter c
  where c.company_id = $1 and c.partner_id = $2 and c.plan_id = $3 and c.line = ${COUNTED_AS}
    and c.period_start = $5 for no key update`);
const COUNT = sql(`
  insert into partner.commission_counter (company_id, partner_id, plan_id, line, period_start, base)
  select k.id, $2::uuid, $3::uuid, ${COUNTED_AS}, $5::date, $7::bigint from company.pub_company k
  where k.id = $1::uuid
  on conflict (company_id, partner_id, plan_id, line, period_start)
    do update set base = excluded.base`);

/** Where the base of a period stands. Locked. */
export async function readCounter(tx: Tx, key: TierKey): Promise<bigint> {
  return (await tx.maybe<{ base: bigint }>(COUNTER, keyOf(tx, key)))?.base ?? 0n;
}

export async function storeCounter(tx: Tx, key: TierKey, base: bigint): Promise<void> {
  await tx.run(COUNT, [...keyOf(tx, key), base]);
}

/** By commission_period_index; what is counted as the terms that are kept with its order say. */
const BOOKED_AT = `${AT_KEY} and exists (select from partner.commission_terms t
    where t.company_id = $1 and t.order_id = c.order_id
      and (t.terms -> 'countedSince' ->> c.line)::integer is not distinct from $6::integer)`;
const BOOKED_IN = sql(`
  select coalesce(sum(c.payout_amount), 0)::bigint as booked from partner.commission c
  where ${BOOKED_AT}`);
const TOP_UPS_OF = sql(`
  ${standing(`${BOOKED_AT} and c.kind = 'top_up'`)} order by c.created_at desc, c.id desc`);

/** What a period has earned so far, all that was taken back among it. */
export async function bookedInPeriod(tx: Tx, key: TierKey): Promise<bigint> {
  return (await tx.one<{ booked: bigint }>(BOOKED_IN, keyOf(tx, key))).booked;
}

/** What a period was topped up by, the newest first. */
export function topUpsOfPeriod(tx: Tx, key: TierKey): Promise<EarnedEntry[]> {
  return tx.rows<EarnedEntry>(TOP_UPS_OF, keyOf(tx, key));
}

/** Inserts entries in their order, and tells them. */
export async function insertCommissions(tx: Tx, entries: readonly Commission[]): Promise<void> {
  if (entries.length === 0) return;
  await rows.insert(tx, entries);
  for (const entry of entries) {
    const about = { object: 'commission', recordId: entry.id } as const;
    const data = commissionView(entry);
    const type = entry.payoutAmount < 0n ? 'commission.reversed' : 'commission.earned';
    emit(tx, { type, ...about, data });
    audit(tx, { action: type, ...about, after: { ...data } });
  }
}

const MOVE = sql(`
  update partner.commission set version = version + 1, status = $3, hold_reason = $4,
    held_from = $5, updated_at = $6
  where company_id = $1 and id = $2`);

type Held = Pick<Commission, 'status' | 'holdReason' | 'heldFrom'>;

/** Stores where a locked entry stands from now on, and tells that it is held or let go. */
export async function storeHold(tx: Tx, before: Commission, change: Held): Promise<Commission> {
  const after = { ...before, ...change, version: before.version + 1, updatedAt: tx.ctx.now };
  const { status, holdReason, heldFrom, updatedAt } = after;
  await tx.run(MOVE, [tx.ctx.companyId, before.id, status, holdReason, heldFrom, updatedAt]);
  const about = { object: 'commission', recordId: before.id } as const;
  const held = status === 'on_hold';
  const data = commissionView(after);
  if (held) emit(tx, { type: 'commission.held', ...about, data });
  const action = held ? 'commission.held' : 'commission.released';
  const was = { status: before.status, holdReason: before.holdReason };
  audit(tx, { action, ...about, before: was, after: { status, holdReason } });
  return after;
}

/** The same of an entry with those that go with it; the entry as it is by then. */
export async function storeHolds(
  tx: Tx,
  together: readonly Commission[],
  { entry, change }: { readonly entry: Commission; readonly change: (each: Commission) => Held },
): Promise<Commission> {
  let after = entry;
  for (const each of together) {
    const stored = await storeHold(tx, each, change(each));
    if (each.id === entry.id) after = stored;
  }
  return after;
}
