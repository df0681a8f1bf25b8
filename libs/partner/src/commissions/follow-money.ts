import type { EventEnvelope, EventType } from '@quittance/contracts';
import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { EventConsumer } from '@quittance/outbox';
import { settledInvoices } from '@quittance/receivables';
import type { OrderId } from '@quittance/sales';
import { broughtOrder, termsOfOrder } from '../plans/sale-terms.js';
import { holdPartner } from '../members/member.repository.js';
import { bookCommissions } from './book-commissions.js';

const OF_MONEY = [
  'payment.received',
  'payment.recorded',
  'payment.cleared',
  'payment.refunded',
  'payment.charged_back',
  'payment.returned',
  'payment.dispute_opened',
  'payment.dispute_changed',
  'credit_note.issued',
  'credit_note.applied',
  'credit_note.unapplied',
  'credit_note.voided',
  'invoice.sent',
  'invoice.disputed',
  'invoice.resolved',
  'invoice.voided',
  'invoice.cancelled',
] as const satisfies readonly EventType[];

const OF_ORDERS = ['order.placed', 'order.confirmed'] as const satisfies readonly EventType[];

type Followed = (typeof OF_MONEY)[number] | (typeof OF_ORDERS)[number];

/** Only a company with a plan has commissions. */
const HAS_PLANS = sql(`
  select 1 from partner.commission_plan p where p.company_id = $1 limit 1`);

/** Orders of partners, by the index of their partner. */
const DISPUTED = sql(`
  select s.invoice_id as id from partner.commission_source s
  where s.company_id = $1 and s.stopped order by s.invoice_id`);

/**
 * Keeps commissions what money makes of them. An event only says where to look: what is booked is
 * worked out from the rows of the money, so that an event that comes twice, late or not at all
 * changes nothing, and the sweep finds what none told of.
 */
export const followMoney: EventConsumer<Followed> = {
  name: 'partner.commissions',
  types: [...OF_MONEY, ...OF_ORDERS],

  async wanted(tx) {
    return (await tx.maybe(HAS_PLANS, [tx.ctx.companyId])) ? followMoney.types : [];
  },

  async handle(tx, event) {
    if (event.type === 'order.placed' || event.type === 'order.confirmed') {
      await keepTerms(tx, event.recordId as OrderId);
      return;
    }
    for (const id of await concerned(tx, event)) await bookCommissions(tx, id);
  },
};

/** In the order of their ids: two that hold several partners wait for one another. */
async function concerned(tx: Tx, event: EventEnvelope<Followed>): Promise<readonly InvoiceId[]> {
  const { object, recordId } = event;
  if (object === 'unapplied-receipt') return disputedByPayer(tx, event.data);
  const found = await settledInvoices.concernedBy(tx, object ?? 'invoice', String(recordId));
  return found.sort();
}

/** The invoice, those that the payment settles, and those that are on hold by now. */
async function disputedByPayer(tx: Tx, data: object): Promise<readonly InvoiceId[]> {
  const { invoiceId, paymentId } = data as { invoiceId?: string; paymentId?: string };
  const stopped = await tx.rows<{ id: InvoiceId }>(DISPUTED, [tx.ctx.companyId]);
  const paid = paymentId ? await settledInvoices.concernedBy(tx, 'payment', paymentId) : [];
  const own = invoiceId ? [invoiceId as InvoiceId] : [];
  return [...new Set([...own, ...paid, ...stopped.map(({ id }) => id)])].sort();
}

/** Keeps by what an order is paid for as soon as it is placed. */
async function keepTerms(tx: Tx, id: OrderId): Promise<void> {
  const order = await broughtOrder(tx, { salesOrderId: id, subscriptionId: null });
  if (!order) return;
  await holdPartner(tx, order.partnerId);
  await termsOfOrder(tx, order);
}
