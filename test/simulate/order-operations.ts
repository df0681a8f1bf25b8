import { DepositOrder, InvoiceOrder, SendInvoice } from '@quittance/receivables/host';
import {
  AmendOrder,
  CancelOrder,
  CloseOrder,
  CloseShort,
  ConfirmOrder,
  CreateOrder,
  DeliverOrder,
  ReturnOrder,
  ShipOrder,
  UpdateOrder,
} from '@quittance/sales/host';
import type { KnownOrder } from './known-rows.js';
import { major, type Plan, type Planned } from './planned.js';

type Planner = (plan: Plan) => Planned | null;

/** Goods and services, some of them beyond what may be shipped; half are confirmed at once. */
const order: Planner = (plan) => {
  const customer = plan.pick(plan.scene.customers);
  if (!customer) return null;
  const { id: accountId, currency } = customer;
  const lines = Array.from({ length: 1 + Math.floor(plan.roll() * 2) }, () => ({
    description: 'Goods',
    ordered: String(1 + Math.floor(plan.roll() * 9)),
    unitPrice: major(BigInt(100 + Math.floor(plan.roll() * 9000)), currency),
    taxRate: plan.roll() < 0.5 ? '19' : '7',
    invoicing: plan.roll() < 0.6 ? ('on_delivery' as const) : ('on_order' as const),
    overDeliveryPercent: plan.roll() < 0.2 ? '10' : '0',
  }));
  const { mark } = plan;
  const { stage } = plan.scene;
  const discount = plan.roll() < 0.2 ? { percent: '7.5' } : null;
  const draft = { accountId, currency, title: mark, discount, lines };
  const confirms = plan.roll() < 0.6;
  const run: Planned['run'] = async (ctx) => {
    const { id } = await stage.get(CreateOrder).execute(ctx, draft);
    return confirms ? stage.get(ConfirmOrder).execute(plan.scene.request(), id) : id;
  };
  return { what: `order${confirms ? ', confirmed' : ''}`, mark, run };
};

const OPEN = ['confirmed', 'in_production', 'shipped', 'delivered'];
const EARLY = ['draft', 'pending', 'pending_approval'];
type Doing = (plan: Plan, found: KnownOrder) => Planned['run'];

/** What is done to an order that is there, by how far it is. */
const DOINGS: Readonly<Record<string, Doing>> = {
  confirm:
    ({ scene }, { id }) =>
    (ctx) =>
      scene.stage.get(ConfirmOrder).execute(ctx, id),
  cancel:
    ({ scene }, { id }) =>
    (ctx) =>
      scene.stage.get(CancelOrder).execute(ctx, id, { reason: 'Not wanted' }),
  change: (plan, { id }) => {
    const percent = String(5 * Math.floor(plan.roll() * 10));
    const patch = plan.roll() < 0.7 ? { discount: { percent } } : { notes: plan.mark };
    return (ctx) => plan.scene.stage.get(UpdateOrder).execute(ctx, id, patch, null);
  },
  ship: (plan, { id, lineId, ordered }) => {
    const quantity = partOf(plan, ordered);
    const lines = plan.roll() < 0.7 ? { lines: [{ lineId, quantity }] } : {};
    return (ctx) => plan.scene.stage.get(ShipOrder).execute(ctx, id, lines);
  },
  return: (plan, { id, lineId }) => {
    const lines = [{ lineId, quantity: partOf(plan, '2') }];
    return (ctx) => plan.scene.stage.get(ReturnOrder).execute(ctx, id, { lines, reason: 'Broken' });
  },
  amend: (plan, { id, lineId, ordered }) => {
    const next = String(Number(ordered) + Math.floor(plan.roll() * 6) - 2);
    const lines = [{ lineId, ordered: next }];
    return (ctx) => plan.scene.stage.get(AmendOrder).execute(ctx, id, { lines, reason: 'Other' });
  },
  short: (plan, { id, lineId }) => {
    const lines = plan.roll() < 0.5 ? { lines: [{ lineId, quantity: '1' }] } : {};
    const input = { ...lines, reason: 'Sold out' };
    return (ctx) => plan.scene.stage.get(CloseShort).execute(ctx, id, input);
  },
  deliver:
    ({ scene }, { id }) =>
    (ctx) =>
      scene.stage.get(DeliverOrder).execute(ctx, id),
  close: (plan, { id }) => {
    const reason = plan.roll() < 0.5 ? 'As it is' : null;
    return (ctx) => plan.scene.stage.get(CloseOrder).execute(ctx, id, reason);
  },
  invoice: (plan, { id, lineId, ordered }) => {
    const lines = [{ lineId, quantity: partOf(plan, ordered) }];
    const part = plan.roll() < 0.8 ? { lines } : { percent: percentOf(plan) };
    const deduct = plan.roll() < 0.3 ? ({ deduct: 'proportional' } as const) : {};
    const input = plan.roll() < 0.5 ? { ...part, ...deduct } : deduct;
    return (ctx) => plan.scene.stage.get(InvoiceOrder).execute(ctx, id, input);
  },
  deposit: (plan, { id }) => {
    const input = { percent: percentOf(plan) };
    const sends = plan.roll() < 0.7;
    const { stage } = plan.scene;
    return async (ctx) => {
      const { id: depositId } = await stage.get(DepositOrder).execute(ctx, id, input);
      if (sends) await stage.get(SendInvoice).execute(plan.scene.request(), depositId, {});
    };
  },
};

/** How often each is tried, of an order that is open. */
const USUAL =
  'ship ship ship invoice invoice invoice deposit deposit return amend short deliver'.split(' ');

const moveOrder: Planner = (plan) => {
  const asked = new Set(plan.rows.askedOrders.map(({ id }) => id));
  const found = plan.pickFitting(plan.rows.orders, ({ id, status }) => {
    return OPEN.includes(status) || (EARLY.includes(status) && asked.has(id));
  });
  if (!found) return null;
  const late = found.status === 'delivered' ? ['close', 'invoice', 'return'] : USUAL;
  const among = EARLY.includes(found.status) ? ['confirm', 'confirm', 'change', 'cancel'] : late;
  const doing =
    plan.roll() < 0.05 ? 'cancel' : (among[Math.floor(plan.roll() * among.length)] ?? '');
  const run = DOINGS[doing]?.(plan, found);
  return run ? { what: `${doing} ${found.number}`, changes: found.id, run } : null;
};

const percentOf = (plan: Plan): string => String(10 * (1 + Math.floor(plan.roll() * 5)));

/** Some of it, with decimals now and then. */
function partOf(plan: Plan, whole: string): string {
  const some = 1 + Math.floor(plan.roll() * Number(whole));
  return plan.roll() < 0.3 ? `${some - 1}.${1 + Math.floor(plan.roll() * 999_998)}` : String(some);
}

/** What makes orders and takes them to their end. */
export const ORDERS = { order, moveOrder } satisfies Record<string, Planner>;
