import {
  AskDeposit,
  DeductFromInvoice,
  RecordPayment,
  ReleaseDeposit,
  SendInvoice,
} from '@quittance/receivables/host';
import type { KnownInvoice } from './known-rows.js';
import { isUnpaid, major, type Plan, type Planned } from './planned.js';

type Planner = (plan: Plan) => Planned | null;

/** Asked ahead at one rate or two; nearly all are sent, and most are paid at once. */
const deposit: Planner = (plan) => {
  const customer = plan.pick(plan.scene.customers);
  if (!customer) return null;
  const { id: accountId, currency } = customer;
  const { mark } = plan;
  const rates = plan.roll() < 0.5 ? ['19'] : ['19', '7'];
  const lines = rates.map((taxRate) => {
    const amount = major(BigInt(101 + Math.floor(plan.roll() * 30_000)), currency);
    return { description: mark, amount, taxRate };
  });
  const { stage } = plan.scene;
  const sends = plan.roll() < 0.9;
  const pays = sends && plan.roll() < 0.6;
  const run: Planned['run'] = async (ctx) => {
    const { id } = await stage.get(AskDeposit).execute(ctx, { accountId, currency, lines });
    if (!sends) return id;
    const sent = await stage.get(SendInvoice).execute(plan.scene.request(), id, {});
    if (!pays) return id;
    const money = { amount: sent.total, method: 'cash', reference: mark } as const;
    return stage.get(RecordPayment).execute(plan.scene.request(), id, money);
  };
  return { what: `deposit of ${rates.join(' and ')} %${pays ? ', paid' : ''}`, run };
};

/** From an invoice whose customer has paid one; all of it, or some of one. */
const deductDeposits: Planner = (plan) => {
  const paid = plan.rows.deposits.filter(({ balance, total }) => balance < total);
  const of = plan.pick(paid.length > 0 ? paid : plan.rows.deposits);
  if (!of) return null;
  const found = plan.pickFitting(plan.rows.invoices, (each) => isFor(each, of));
  if (!found) return null;
  const operation = plan.scene.stage.get(DeductFromInvoice);
  const most = of.total - of.balance;
  const amount = major(plan.amountOf(most < found.balance ? most : found.balance), of.currency);
  const named = plan.roll() < 0.5 ? { deposits: [{ invoiceId: of.id, amount }] } : {};
  const what = `deduct ${named.deposits ? `${amount} of ${of.number}` : 'deposits'}`;
  return {
    what: `${what} from ${found.number}`,
    run: (ctx) => operation.execute(ctx, found.id, named),
  };
};

function isFor(each: KnownInvoice, of: KnownInvoice): boolean {
  return each.accountId === of.accountId && each.id !== of.id && isUnpaid(each);
}

const endDeposit: Planner = (plan) => {
  const found = plan.pick(plan.rows.deposits);
  if (!found) return null;
  const refund = plan.roll() < 0.5;
  const operation = plan.scene.stage.get(ReleaseDeposit);
  const input = { reason: 'Given up', refund };
  const what = `${refund ? 'refund' : 'release'} deposit ${found.number}`;
  return { what, run: (ctx) => operation.execute(ctx, found.id, input) };
};

/** What is asked for ahead without an order, and what becomes of it. */
export const DEPOSITS = { deposit, deductDeposits, endDeposit } satisfies Record<string, Planner>;
