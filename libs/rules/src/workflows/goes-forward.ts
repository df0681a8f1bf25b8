import { parseMinor, type Currency } from '@quittance/money';
import type { AnnouncedEvent } from '@quittance/outbox';

/**
 * How far a document is by its status, from 0. What is not named here ends it or takes it back, and
 * is where it begins anew.
 */
const STAGES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  quote: { submitted: 1, approved: 2, sent: 3, viewed: 3, accepted: 4, ordered: 5 },
  'sales-order': {
    pending: 1,
    pending_approval: 2,
    confirmed: 3,
    in_production: 4,
    shipped: 5,
    delivered: 6,
  },
  invoice: {
    pending: 1,
    sent: 2,
    viewed: 2,
    partially_paid: 2,
    overdue: 2,
    disputed: 2,
    paid: 2,
  },
  subscription: { trialing: 1, active: 2, past_due: 2, suspended: 2 },
};

/** What customers do to what was handed out waits for nobody's approval. */
const FREE: ReadonlySet<string> = new Set(['quote.viewed', 'invoice.viewed']);
/** Money that has come is kept, whatever somebody has decided about the document. */
const PAID: ReadonlySet<unknown> = new Set(['partially_paid', 'paid']);
/** Work on a part of an order leaves its status as it is, as does sending what is paid in part. */
const ALWAYS: ReadonlySet<string> = new Set(['order.shipped', 'invoice.sent']);

/**
 * Whether somebody takes a document a step further: it is handed over, agreed or carried out, and
 * neither changed nor given up. What the system does by itself is never stopped, nor what others
 * pay.
 */
export function goesForward(event: AnnouncedEvent): boolean {
  const { type, object, by, before, data } = event;
  const { kind } = by.actor;
  const isByItself = (by.depth ?? 0) > 0 || kind === 'system' || kind === 'provider';
  if (isByItself || FREE.has(type)) return false;
  const stages = STAGES[object];
  if (!stages) return false;
  if (object === 'invoice' && kind !== 'staff' && kind !== 'api_key') return false;
  if (ALWAYS.has(type)) return true;
  if (!before) return false;
  const now = data as Readonly<Record<string, unknown>>;
  if (PAID.has(now.status)) return false;
  const stage = (status: unknown) => stages[String(status)] ?? 0;
  // One that is to be invoiced again is taken back, not further.
  const moves = Object.hasOwn(before, 'status') && before.status !== 'closed';
  if (moves && stage(now.status) > stage(before.status)) return true;
  if (object !== 'sales-order') return false;
  if (Object.hasOwn(before, 'approval') && now.approval === 'waiting') return true;
  if (!Object.hasOwn(before, 'invoicedTotal')) return false;
  const units = (amount: unknown) => parseMinor(amount as string, now.currency as Currency) ?? 0n;
  return units(now.invoicedTotal) > units(before.invoicedTotal);
}
