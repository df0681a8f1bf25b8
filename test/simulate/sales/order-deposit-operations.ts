import type { CreditNoteId, Ctx, InvoiceId } from '@quittance/kernel';
import {
  CancelInvoice,
  DepositOrder,
  InvoiceOrder,
  RecordPayment,
  SendInvoice,
  UnapplyCreditNote,
  VoidInvoice,
} from '@quittance/receivables/host';
import type { OrderId } from '@quittance/sales';
import { ConfirmOrder, CreateOrder } from '@quittance/sales/host';
import type { KnownOrder } from '../known-rows.js';
import { major, type Plan, type Planned } from '../planned.js';
import type { Scene } from '../scene.js';

type Planner = (plan: Plan) => Planned | null;

const OPEN = ['confirmed', 'in_production', 'shipped', 'delivered'];

/** The newest invoice of an order that is no deposit: by now, as others act at the same moment. */
const NEWEST = `select i.id, i.status from receivables.invoice i
  where i.company_id = $1 and i.sales_order_id = $2 and i.status not in ('void', 'cancelled')
    and not exists (select from receivables.order_deposit d
      where d.company_id = $1 and d.invoice_id = i.id)
  order by i.number_seq desc limit 1`;

/** Where notes that deduct deposits of an order stand. */
const STANDING = `select a.credit_note_id as id, a.invoice_id as "invoiceId",
    a.invoice_id = d.invoice_id as own
  from receivables.invoice p
  join receivables.deposit_deduction d on d.company_id = $1 and d.invoice_id = p.id
  join receivables.credit_application a on a.company_id = $1
    and a.credit_note_id = d.credit_note_id
  where p.company_id = $1 and p.sales_order_id = $2
  group by a.credit_note_id, a.invoice_id, d.invoice_id having sum(a.amount) > 0
  order by a.credit_note_id, a.invoice_id`;

type KnownCustomer = Scene['customers'][number];

interface Newest {
  readonly id: InvoiceId;
  readonly status: string;
}

interface Standing {
  readonly id: CreditNoteId;
  readonly invoiceId: InvoiceId;
  /** On the very deposit that the note deducts. */
  readonly own: boolean;
}

function rowsOf<Row>({ scene }: Plan, text: string, order: KnownOrder): Promise<Row[]> {
  const ctx = scene.request();
  return scene.stage.t.db.read(ctx, (tx) => tx.rows<Row>(text, [ctx.companyId, order.id]));
}

const openOrder = (plan: Plan) =>
  plan.pickFitting(plan.rows.orders, ({ status }) => OPEN.includes(status));

/** Small and invoiced on order, so that its customer nearly always gets it. */
async function newOrder(plan: Plan, ctx: Ctx, of: KnownCustomer): Promise<OrderId> {
  const { stage } = plan.scene;
  const { id: accountId, currency } = of;
  const line = { description: 'Work', ordered: '4', taxRate: '19', invoicing: 'on_order' } as const;
  const lines = [{ ...line, unitPrice: major(BigInt(1001), currency) }];
  const draft = { accountId, currency, title: plan.mark, lines };
  const { id } = await stage.get(CreateOrder).execute(ctx, draft);
  await stage.get(ConfirmOrder).execute(plan.scene.request(), id);
  return id;
}

/** A part of an order ahead, half of them of a new one; most are sent and paid in part, half of them invoiced at once. */
const depositOrder: Planner = (plan) => {
  const customer = plan.pick(plan.scene.customers);
  const known = plan.roll() < 0.5 ? openOrder(plan) : undefined;
  if (!customer) return null;
  const { stage } = plan.scene;
  const percent = String(5 + Math.floor(plan.roll() * 60));
  const sends = plan.roll() < 0.9;
  const paid = BigInt(Math.floor(plan.roll() * 4));
  const invoices = plan.roll() < 0.5;
  const { mark } = plan;
  const run: Planned['run'] = async (ctx) => {
    const orderId = known?.id ?? (await newOrder(plan, ctx, customer));
    const request = known ? ctx : plan.scene.request();
    const { id } = await stage.get(DepositOrder).execute(request, orderId, { percent });
    if (!sends) return id;
    const sent = await stage.get(SendInvoice).execute(plan.scene.request(), id, {});
    const amount = (BigInt(sent.total.replace('.', '')) * paid) / 3n;
    if (amount > 0n) {
      const money = {
        amount: major(amount, sent.currency),
        method: 'cash',
        reference: mark,
      } as const;
      await stage.get(RecordPayment).execute(plan.scene.request(), id, money);
    }
    if (invoices) await stage.get(InvoiceOrder).execute(plan.scene.request(), orderId, {});
    return id;
  };
  return { what: `deposit of ${percent} % on ${known?.number ?? 'a new order'}`, run };
};

/**
 * Gives up the newest invoice of an order behind what was deducted from it: a draft is cancelled,
 * what was sent is void. Now and then what was given up of the deposit is taken back by hand, and
 * then the note that is free takes part in the next invoice.
 */
const giveUpInvoice: Planner = (plan) => {
  const found = openOrder(plan);
  if (!found) return null;
  const { stage } = plan.scene;
  const byHand = plan.roll() < 0.3;
  const sends = plan.roll() < 0.5;
  const again = plan.roll() < 0.6;
  const run: Planned['run'] = async (ctx) => {
    const [invoice] = await rowsOf<Newest>(plan, NEWEST, found);
    if (!invoice) return stage.get(InvoiceOrder).execute(ctx, found.id, {});
    const request = () => plan.scene.request();
    for (const { id, invoiceId, own } of await rowsOf<Standing>(plan, STANDING, found)) {
      if (invoiceId !== invoice.id && !(own && byHand)) continue;
      await stage.get(UnapplyCreditNote).execute(request(), id, { invoiceId });
    }
    const isDraft = invoice.status === 'draft';
    if (isDraft && sends) await stage.get(SendInvoice).execute(request(), invoice.id, {});
    if (isDraft && !sends) await stage.get(CancelInvoice).execute(request(), invoice.id);
    else await stage.get(VoidInvoice).execute(request(), invoice.id, { reason: 'Wrong' });
    return again ? stage.get(InvoiceOrder).execute(request(), found.id, {}) : invoice.id;
  };
  return { what: `give up the newest invoice of ${found.number}`, run };
};

/** What is asked for ahead of an order, and what becomes of it without its invoice. */
export const ORDER_DEPOSITS = { depositOrder, giveUpInvoice } satisfies Record<string, Planner>;
