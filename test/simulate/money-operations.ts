import {
  CancelPayment,
  ClearPayment,
  RecordAccountPayment,
  RecordPayment,
  RefundPayment,
} from '@quittance/receivables/host';
import { StartCheckout } from '@quittance/gateway/host';
import type { KnownInvoice, KnownPayment } from './known-rows.js';
import { isUnpaid, major, ofInvoice, type Plan, type Planned } from './planned.js';

type Planner = (plan: Plan) => Planned | null;

const payment =
  (pending: boolean): Planner =>
  (plan) => {
    const invoice = plan.invoice();
    if (!invoice) return null;
    const amount = major(plan.amountOf(invoice.balance), invoice.currency);
    const { mark } = plan;
    const input = { amount, method: 'bank_transfer', reference: mark, pending } as const;
    const what = `${pending ? 'pending payment' : 'payment'} of ${amount} on ${invoice.number}`;
    const operation = plan.scene.stage.get(RecordPayment);
    return { what, mark, run: (ctx) => operation.execute(ctx, invoice.id, input) };
  };

/** Money of one customer over two invoices, the rest on account. */
const accountPayment: Planner = (plan) => {
  const first = plan.invoice();
  if (!first) return null;
  const others = plan.rows.invoices.filter(
    ({ id, accountId, status }) =>
      accountId === first.accountId && id !== first.id && isUnpaid({ status }),
  );
  const chosen = [first, ...others.slice(0, 1)].filter(({ balance }) => balance > 0n);
  const shares = chosen.map(({ id, balance }) => ({ invoiceId: id, amount: part(plan, balance) }));
  const rest = BigInt(Math.floor(plan.roll() * 2000));
  const total = shares.reduce((sum, { amount }) => sum + amount, rest + 1n);
  const { accountId, currency } = first;
  const { mark } = plan;
  const input = {
    accountId,
    currency,
    amount: major(total, currency),
    method: 'cheque',
    reference: mark,
    allocations: shares.map((share) => ({ ...share, amount: major(share.amount, currency) })),
  } as const;
  const numbers = chosen.map(({ number }) => number).join(' and ');
  const operation = plan.scene.stage.get(RecordAccountPayment);
  const what = `payment of ${input.amount} over ${numbers}`;
  return { what, mark, run: (ctx) => operation.execute(ctx, input) };
};

function part(plan: Plan, balance: bigint): bigint {
  return plan.roll() < 0.5 ? balance : (balance + 1n) / 2n;
}

const settlePending: Planner = (plan) => {
  const found = plan.pickFitting(plan.rows.payments, ({ status }) => status === 'pending');
  if (!found) return null;
  const clears = plan.roll() < 0.7;
  const { stage } = plan.scene;
  const operation = clears ? stage.get(ClearPayment) : stage.get(CancelPayment);
  const what = `${clears ? 'clear' : 'cancel'} ${found.number}`;
  return { what, run: (ctx) => operation.execute(ctx, found.id) };
};

const refund: Planner = (plan) => {
  const own = ofInvoice(
    plan.rows.payments,
    plan.invoice(() => true),
  );
  const found = plan.pickFitting(own, hasMoney);
  if (!found) return null;
  const amount = major(plan.amountOf(found.left), found.currency);
  const { mark } = plan;
  const instructProvider = found.providerPaymentId !== null && plan.roll() < 0.5;
  const input = { amount, reason: mark, instructProvider };
  const operation = plan.scene.stage.get(RefundPayment);
  const by = instructProvider ? ' by the provider' : '';
  const what = `refund ${amount} of ${found.number}${by}`;
  return { what, mark, run: (ctx) => operation.execute(ctx, found.id, input) };
};

function hasMoney({ status, left }: KnownPayment): boolean {
  return ['completed', 'refunded'].includes(status) && left > 0n;
}

/** The payer of a link pays, or money comes in by another way. */
const capture: Planner = (plan) => {
  const { books } = plan.scene;
  const link = plan.pick(books.openLinks());
  if (link && plan.roll() < 0.6) {
    const what = `the payer pays the link of ${link.request.invoiceNumber}`;
    return { what, run: async () => books.payLink(link) };
  }
  const invoice = plan.invoice();
  if (!invoice) return null;
  const amount = plan.amountOf(invoice.balance);
  const odd = plan.roll() < 0.04;
  const currency = odd ? 'USD' : invoice.currency;
  const money = { invoiceId: invoice.id, link: null, amount, currency };
  const what = `capture ${major(amount, currency)} ${currency} for ${invoice.number}`;
  return { what, run: async () => books.take(money) };
};

/** Money given back at the provider's own pages. */
const providerRefund: Planner = (plan) => {
  const { books } = plan.scene;
  const recent = books.captures.filter((each) => books.left(each) > 0n).slice(-20);
  const found = plan.pick(recent);
  if (!found) return null;
  const left = books.left(found);
  const wanted = plan.amountOf(left);
  const amount = wanted > left ? left : wanted;
  const what = `the provider returns ${amount} of its ${found.name}`;
  return { what, run: async () => books.refund(found, amount, null) };
};

/** A payer has their bank take money back: nobody here is asked. */
const payerDispute: Planner = (plan) => {
  const { books } = plan.scene;
  const recent = books.captures.filter((each) => books.left(each) > 0n).slice(-20);
  const found = plan.pick(recent);
  if (!found) return null;
  const left = books.left(found);
  const amount = plan.roll() < 0.7 ? left : (left + 1n) / 2n;
  const what = `the payer disputes ${amount} of ${found.name}`;
  return { what, run: async () => books.dispute(found, amount) };
};

const checkout: Planner = (plan) => {
  const invoice = plan.invoice(({ balance }) => balance > 0n);
  if (!invoice) return null;
  const operation = plan.scene.stage.get(StartCheckout);
  const together = plan.roll() < 0.3 ? alike(plan, invoice) : [];
  if (together.length === 0) {
    const what = `checkout of ${invoice.number}`;
    return { what, run: (ctx) => operation.execute(ctx, { invoiceId: invoice.id }) };
  }
  const all = [invoice, ...together];
  const invoiceIds = all.map(({ id }) => id);
  const open = all.reduce((sum, { balance }) => sum + balance, 0n);
  const amount = major(part(plan, open), invoice.currency);
  const what = `checkout of ${amount} over ${all.map(({ number }) => number).join(' and ')}`;
  return { what, run: (ctx) => operation.execute(ctx, { invoiceIds, amount }) };
};

/** Some more invoices that may be paid together with one. */
function alike(plan: Plan, { id, accountId, currency }: KnownInvoice): KnownInvoice[] {
  return plan.rows.invoices
    .filter((each) => each.accountId === accountId && each.currency === currency)
    .filter((each) => each.id !== id && each.balance > 0n)
    .slice(0, 1 + Math.floor(plan.roll() * 3));
}

/** What moves money. */
export const MONEY = {
  payment: payment(false),
  pendingPayment: payment(true),
  accountPayment,
  settlePending,
  refund,
  capture,
  providerRefund,
  payerDispute,
  checkout,
} satisfies Record<string, Planner>;
