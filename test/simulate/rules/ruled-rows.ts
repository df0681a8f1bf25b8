import type { Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';
import type { RecordApprovalId, RuleId } from '@quittance/rules/host';
import type { QuoteId } from '@quittance/sales/host';
import { ASKED_ORDERS, type AskedOrder } from './asked-orders.js';
import type { Ruled, Workflow } from './ruled-company.js';

export interface KnownQuote {
  readonly id: QuoteId;
  readonly number: string;
  readonly status: string;
}

/** A workflow rule, switched on or off. */
export interface KnownRule {
  readonly id: RuleId;
  readonly version: number;
  readonly name: string;
  readonly object: Ruled;
  readonly active: boolean;
  readonly definition: Workflow;
}

/** What waits, with how its document stands. */
export interface KnownApproval {
  readonly id: RecordApprovalId;
  readonly object: Ruled;
  readonly title: string;
  readonly asked: readonly UserId[];
  readonly requestedBy: UserId | null;
  readonly status: string;
  /** What came from outside. */
  readonly paid: string;
  /** By notes that were written; the credit of a payment goes when its bank takes that back. */
  readonly credited: string;
  readonly writtenOff: string;
  /** A change of its subscription credits an invoice by itself. */
  readonly subscribed: boolean;
}

/** How far the outbox is. */
export interface Told {
  /** The last event. */
  readonly last: string;
  /** Up to here everything is handled. */
  readonly handled: string;
}

/** What there is of rules and of what they ask, in the order of its making. */
export interface RuledRows {
  readonly quotes: readonly KnownQuote[];
  readonly rules: readonly KnownRule[];
  readonly approvals: readonly KnownApproval[];
  readonly askedOrders: readonly AskedOrder[];
  /** How many approvals there ever were. */
  readonly requested: number;
  readonly told: Told;
}

const QUOTES = `
  select * from (
    select number_seq as seq, revision, id, number, status from sales.quote
    where company_id = $1 and superseded_by_id is null
    order by number_seq desc, revision desc limit 10) latest order by seq, revision`;

const RULES = `
  select id, version, name, object, active, definition from rules.rule
  where company_id = $1 and kind = 'workflow' order by object, position, name`;

const APPROVALS = `
  select a.id, a.object, a.title, a.asked, a.requested_by as "requestedBy",
    coalesce(i.status, q.status, o.status) as status, i.paid_amount::text as paid,
    (select coalesce(sum(c.amount), 0)::text from receivables.credit_application c
      join receivables.credit_note n on n.company_id = $1 and n.id = c.credit_note_id
        and n.kind = 'credit'
      where c.company_id = $1 and c.invoice_id = i.id) as credited,
    i.written_off_amount::text as "writtenOff",
    i.subscription_id is not null as subscribed
  from rules.approval a
  left join receivables.invoice i on i.company_id = $1 and i.id = a.record_id
  left join sales.quote q on q.company_id = $1 and q.id = a.record_id
  left join sales.sales_order o on o.company_id = $1 and o.id = a.record_id
  where a.company_id = $1 and a.status = 'waiting' order by a.requested_at, a.object, a.title`;

const REQUESTED = 'select count(*)::int as count from rules.approval where company_id = $1';

const TOLD = `
  select coalesce(max(seq), 0)::text as last,
    coalesce(min(seq) filter (where state = 'pending') - 1, max(seq), 0)::text as handled
  from outbox.event where company_id = $1`;

/** Reads what is known of rules, while nobody does anything. */
export async function readRuledRows(tx: Tx): Promise<RuledRows> {
  const of = [tx.ctx.companyId];
  const [quotes, rules, approvals, askedOrders, { count: requested }, told] = await Promise.all([
    tx.rows<KnownQuote>(QUOTES, of),
    tx.rows<KnownRule>(RULES, of),
    tx.rows<KnownApproval>(APPROVALS, of),
    tx.rows<AskedOrder>(ASKED_ORDERS, of),
    tx.one<{ count: number }>(REQUESTED, of),
    tx.one<Told>(TOLD, of),
  ]);
  return { quotes, rules, approvals, askedOrders, requested, told };
}
