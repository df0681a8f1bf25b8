import { addDays } from '@quittance/calendar';
import {
  ActivateSchedule,
  CreateBillingRun,
  CreateSchedule,
  PauseSchedule,
} from '@quittance/billing/host';
import {
  ApplyCreditNote,
  CancelInvoice,
  CreateCreditNote,
  CreateInvoice,
  DisputeInvoice,
  IssueCreditNote,
  RESOLUTIONS,
  ResolveInvoice,
  SendInvoice,
  UnapplyCreditNote,
  UndoWriteOff,
  VoidCreditNote,
  VoidInvoice,
  WriteOffInvoice,
} from '@quittance/receivables/host';
import { ChargeLate, PutLateTerms, RunDunning } from '@quittance/dunning/host';
import type { Currency } from '@quittance/money';
import type { KnownInvoice } from './known-rows.js';
import { isUnpaid, major, type Plan, type Planned } from './planned.js';

type Planner = (plan: Plan) => Planned | null;

function line(plan: Plan, currency: Currency) {
  const price = BigInt(100 + Math.floor(plan.roll() * 50_000));
  const taxRate = plan.roll() < 0.5 ? '19' : null;
  const discount = plan.roll() < 0.2 ? { percent: '12.5' } : null;
  return {
    productId: null,
    description: 'Work',
    quantity: String(1 + Math.floor(plan.roll() * 3)),
    unitPrice: major(price, currency),
    discount,
    taxCode: null,
    taxRate,
    periodStart: null,
    periodEnd: null,
  };
}

/** Some of them long overdue. */
const invoice: Planner = (plan) => {
  const customer = plan.pick(plan.scene.customers);
  if (!customer) return null;
  const { id: accountId, currency } = customer;
  const count = 1 + Math.floor(plan.roll() * 3);
  const lines = Array.from({ length: count }, () => line(plan, currency));
  const issueDate = plan.today(-Math.floor(plan.roll() * 75));
  const { mark } = plan;
  const pricesIncludeTax = plan.roll() < 0.2;
  const draft = { accountId, currency, issueDate, poNumber: mark, pricesIncludeTax, lines };
  const { stage } = plan.scene;
  const sends = plan.roll() < 0.6;
  const run: Planned['run'] = async (ctx) => {
    const { id } = await stage.get(CreateInvoice).execute(ctx, draft);
    return sends ? stage.get(SendInvoice).execute(plan.scene.request(), id, {}) : id;
  };
  return { what: `invoice of ${issueDate}${sends ? ', sent' : ''}`, mark, run };
};

const send: Planner = (plan) => {
  const found = plan.invoice(({ status }) => status === 'draft' || status === 'pending');
  if (!found) return null;
  const operation = plan.scene.stage.get(SendInvoice);
  return { what: `send ${found.number}`, run: (ctx) => operation.execute(ctx, found.id, {}) };
};

const voidInvoice: Planner = (plan) => {
  const found = plan.invoice(({ status }) => isUnpaid({ status }) && status !== 'partially_paid');
  if (!found) return null;
  const { stage } = plan.scene;
  if (found.status === 'draft' && plan.roll() < 0.3) {
    const operation = stage.get(CancelInvoice);
    return { what: `cancel ${found.number}`, run: (ctx) => operation.execute(ctx, found.id) };
  }
  const operation = stage.get(VoidInvoice);
  const reason = { reason: 'Written by mistake' };
  return { what: `void ${found.number}`, run: (ctx) => operation.execute(ctx, found.id, reason) };
};

/** Written off, or one that is expected again. */
const writeOff: Planner = (plan) => {
  const undoes = plan.roll() < 0.3;
  const found = plan.invoice(({ status }) =>
    undoes ? status === 'written_off' : ['sent', 'overdue', 'partially_paid'].includes(status),
  );
  if (!found) return null;
  const { stage } = plan.scene;
  const operation = undoes ? stage.get(UndoWriteOff) : stage.get(WriteOffInvoice);
  const what = `${undoes ? 'undo the write-off of' : 'write off'} ${found.number}`;
  return { what, run: (ctx) => operation.execute(ctx, found.id, { reason: 'Insolvent' }) };
};

const dispute: Planner = (plan) => {
  const found = plan.invoice();
  if (!found) return null;
  const { stage } = plan.scene;
  if (found.status === 'disputed' || plan.roll() < 0.2) {
    const outcome = RESOLUTIONS[Math.floor(plan.roll() * RESOLUTIONS.length)] ?? 'resolved';
    const operation = stage.get(ResolveInvoice);
    const run: Planned['run'] = (ctx) => operation.execute(ctx, found.id, { note: null, outcome });
    return { what: `resolve ${found.number}`, run };
  }
  const operation = stage.get(DisputeInvoice);
  const run: Planned['run'] = (ctx) => operation.execute(ctx, found.id, { reason: 'Too much' });
  return { what: `dispute ${found.number}`, run };
};

/** Of an invoice or of its own; half of them are issued at once. */
const creditNote: Planner = (plan) => {
  const { stage } = plan.scene;
  const draft = plan.pick(plan.rows.notes.filter(({ status }) => status === 'draft'));
  if (draft && plan.roll() < 0.4) {
    const operation = stage.get(IssueCreditNote);
    return { what: `issue ${draft.number}`, run: (ctx) => operation.execute(ctx, draft.id) };
  }
  const basis = plan.invoice();
  if (!basis) return null;
  const { mark } = plan;
  const input = noteOf(plan, basis);
  const issues = plan.roll() < 0.7;
  const run: Planned['run'] = async (ctx) => {
    const { id } = await stage.get(CreateCreditNote).execute(ctx, input);
    return issues ? stage.get(IssueCreditNote).execute(plan.scene.request(), id) : id;
  };
  const of = input.invoiceId ? ` for ${basis.number}` : '';
  return { what: `credit note${of}${issues ? ', issued' : ''}`, mark, run };
};

function noteOf(plan: Plan, { id, accountId, currency, total }: KnownInvoice) {
  const amount = total / BigInt(2 + Math.floor(plan.roll() * 4)) + 1n;
  const own = { ...line(plan, currency), quantity: '1', discount: null, taxRate: null };
  const lines = [{ ...own, unitPrice: major(amount, currency), invoiceLineId: null }];
  const invoiceId = plan.roll() < 0.5 ? id : null;
  return { accountId, currency, reason: plan.mark, invoiceId, lines };
}

const applyCredit: Planner = (plan) => {
  const note = plan.pickFitting(plan.rows.notes, ({ remaining, status }) => {
    return remaining > 0n && ['issued', 'partially_applied'].includes(status);
  });
  if (!note) return null;
  const found = plan.pickFitting(plan.rows.invoices, (each) => {
    return each.accountId === note.accountId && each.balance > 0n;
  });
  if (!found) return null;
  const most = note.remaining < found.balance ? note.remaining : found.balance;
  const amount = major(plan.amountOf(most), note.currency);
  const operation = plan.scene.stage.get(ApplyCreditNote);
  const input = { invoiceId: found.id, amount };
  const what = `apply ${amount} of ${note.number} to ${found.number}`;
  return { what, run: (ctx) => operation.execute(ctx, note.id, input) };
};

const unapplyCredit: Planner = (plan) => {
  const note = plan.pickFitting(plan.rows.notes, ({ appliedTo }) => appliedTo !== null);
  if (!note) return null;
  const invoiceId = note.appliedTo ?? plan.rows.invoices[0]?.id;
  if (!invoiceId) return null;
  const operation = plan.scene.stage.get(UnapplyCreditNote);
  const run: Planned['run'] = (ctx) => operation.execute(ctx, note.id, { invoiceId });
  return { what: `unapply ${note.number}`, run };
};

const voidCredit: Planner = (plan) => {
  const note = plan.pickFitting(plan.rows.notes, ({ status }) => status === 'issued');
  if (!note) return null;
  const operation = plan.scene.stage.get(VoidCreditNote);
  const reason = { reason: 'Written by mistake' };
  return { what: `void ${note.number}`, run: (ctx) => operation.execute(ctx, note.id, reason) };
};

const FREQUENCIES = ['weekly', 'monthly', 'quarterly', 'one_time'] as const;

/** Made and activated, or one that there is paused and activated again. */
const schedule: Planner = (plan) => {
  const { stage, customers } = plan.scene;
  const known = plan.pick(plan.rows.schedules);
  if (known && plan.roll() < 0.5) {
    const run: Planned['run'] = (ctx) =>
      known.status === 'active'
        ? stage.get(PauseSchedule).execute(ctx, known.id)
        : stage.get(ActivateSchedule).execute(ctx, known.id, { backfill: plan.fits });
    return { what: `${known.status === 'active' ? 'pause' : 'activate'} a schedule`, run };
  }
  const customer = plan.pick(customers);
  if (!customer) return null;
  const { id: accountId, currency } = customer;
  const frequency = FREQUENCIES[Math.floor(plan.roll() * FREQUENCIES.length)] ?? 'monthly';
  const startDate = plan.today(-Math.floor(plan.roll() * 60));
  const { description, unitPrice, taxRate } = line(plan, currency);
  const lines = [{ description, unitPrice, taxRate, quantity: '2' }];
  // Of every other one the first days are the part of a period.
  const stub = 1 + Math.floor(plan.roll() * 6);
  const anchorDate = frequency !== 'one_time' && plan.fits ? addDays(startDate, stub) : null;
  const draft = { accountId, currency, frequency, startDate, anchorDate, lines };
  const run: Planned['run'] = async (ctx) => {
    const { id } = await stage.get(CreateSchedule).execute(ctx, draft);
    return stage.get(ActivateSchedule).execute(plan.scene.request(), id, { backfill: true });
  };
  return { what: `${frequency} schedule from ${startDate}`, run };
};

/** Queued here; whoever works next carries it out. */
const billingRun: Planner = (plan) => {
  const catchUp = plan.roll() < 0.3;
  const operation = plan.scene.stage.get(CreateBillingRun);
  const what = `billing run${catchUp ? ', catching up' : ''}`;
  return { what, run: (ctx) => operation.execute(ctx, { catchUp }) };
};

const dunningRun: Planner = (plan) => {
  const operation = plan.scene.stage.get(RunDunning);
  return { what: 'dunning run', run: (ctx) => operation.execute(ctx) };
};

/** By terms that are said anew each time; two that meet ask for no day twice. */
const chargeLate: Planner = (plan) => {
  const { stage } = plan.scene;
  const annualRate = String(1 + Math.floor(plan.roll() * 12));
  const amounts = [{ currency: 'EUR', fee: '40.00', minimum: '0.05' }] as const;
  const appliesFrom = plan.today(-60);
  const terms = { active: true, annualRate, graceDays: 3, appliesFrom, amounts };
  const run: Planned['run'] = async (ctx) => {
    await stage.get(PutLateTerms).execute(ctx, terms, null);
    return stage.get(ChargeLate).execute(plan.scene.request());
  };
  return { what: `ask for late payment at ${annualRate} %`, run };
};

/** What makes and changes documents. */
export const DOCUMENTS = {
  invoice,
  send,
  voidInvoice,
  writeOff,
  dispute,
  creditNote,
  applyCredit,
  unapplyCredit,
  voidCredit,
  schedule,
  billingRun,
  dunningRun,
  chargeLate,
} satisfies Record<string, Planner>;
