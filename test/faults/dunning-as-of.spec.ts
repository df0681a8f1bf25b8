import { RecordPayment, VoidInvoice } from '@quittance/receivables/host';
import {
  EndPause,
  NoSubscriptions,
  PutDunningSchedule,
  RunDunning,
  StartPause,
  type PauseInput,
} from '@quittance/dunning/host';
import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { MailAvailability } from '@quittance/notifications';
import { anOutstandingInvoice, gatewayOf } from '@quittance/gateway/testing';
import { testRenderer } from '@quittance/notifications/testing';
import { testDatabase, type TestDatabase } from '../support/test-database.js';

/**
 * What comes due is a matter of the day that a run looks from, the distance one of the day it is
 * made.
 */

const STEPS = [
  { daysAfterDue: 3, action: 'reminder' },
  { daysAfterDue: 10, action: 'warning' },
  { daysAfterDue: 12, action: 'suspend_subscription' },
  { daysAfterDue: 25, action: 'reminder' },
] as const;

/** Every invoice is due on 31 March. */
const DAYS: readonly LocalDate[] = Array.from({ length: 33 }, (_, i) =>
  parseLocalDate(new Date(Date.UTC(2026, 3, 1 + i)).toISOString().slice(0, 10)),
);

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(() => setDay('2026-04-01'));
afterAll(() => t?.close());

const setDay = (day: string) => t.clock.set(`${day}T09:00:00.000Z`);
const now = ({ companyId }: Ctx) => t.ctx(companyId);

/** Pays a part of an invoice, or all of it. */
async function pay(ctx: Ctx, id: InvoiceId, amount: string, pending = false): Promise<void> {
  const payment = { amount, method: 'cheque', pending } as const;
  await new RecordPayment(t.db).execute(now(ctx), id, payment);
}

function pause(ctx: Ctx, facts: Partial<PauseInput>) {
  const input = { accountId: null, invoiceId: null, until: null, promisedAmount: null, ...facts };
  return new StartPause(t.db).execute(now(ctx), { reason: 'as agreed', ...input });
}

/** Invoices of every kind that a run meets, by the name of the kind. */
async function books(): Promise<Ctx> {
  const ctx = await t.newCompany();
  const schedule = { steps: STEPS, autoRun: false, requireIssued: false, minimumBalance: '0' };
  await new PutDunningSchedule(t.db).execute(now(ctx), schedule, null);
  const invoice = () => anOutstandingInvoice(t.db, ctx);
  await invoice();
  await pay(ctx, (await invoice()).id, '118.00');
  await pay(ctx, (await invoice()).id, '20.00');
  await pay(ctx, (await invoice()).id, '118.00', true);
  await pay(ctx, (await invoice()).id, '50.00', true);
  const until = (day: string) => ({ until: parseLocalDate(day) });
  await pause(ctx, { invoiceId: (await invoice()).id, ...until('2026-04-12') });
  await pause(ctx, { invoiceId: (await invoice()).id });
  await pause(ctx, { accountId: (await invoice()).accountId, ...until('2026-04-20') });
  const ended = await pause(ctx, { invoiceId: (await invoice()).id, ...until('2026-04-30') });
  await new EndPause(t.db).execute(now(ctx), ended.id);
  const promise = async (day: string) => {
    const { id } = await invoice();
    await pause(ctx, { invoiceId: id, ...until(day), promisedAmount: '60.00' });
    return id;
  };
  await pay(ctx, await promise('2026-04-08'), '60.00');
  await pay(ctx, await promise('2026-04-18'), '59.99');
  await promise('2026-04-25');
  const off = await promise('2026-04-09');
  await new VoidInvoice(t.db).execute(now(ctx), off, { reason: 'never delivered' });
  return ctx;
}

function runDunning(): RunDunning {
  const { checkouts } = gatewayOf(t.db, () => []);
  const mail = new MailAvailability({ smtpUrl: 'smtp://127.0.0.1:1' });
  return new RunDunning(t.db, checkouts, new NoSubscriptions(), t.clock, mail, testRenderer);
}

const run = (ctx: Ctx, asOf?: LocalDate) => runDunning().execute(now(ctx), { asOf });

/** What was done about each invoice, and as of which day. */
const done = (ctx: Ctx) =>
  t.db.read(ctx, (tx) =>
    tx.rows<{ number: string; step: number; asOf: string; result: string }>(
      `select i.number, a.step, a.action, a.result, a.reason, a.tries, a.as_of as "asOf"
       from dunning.attempt a
       join receivables.invoice i on i.company_id = a.company_id and i.id = a.invoice_id
       order by i.number, a.step`,
    ),
  );

const outcomes = async (ctx: Ctx) => {
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows<{ outcome: string | null }>('select outcome from dunning.pause order by id'),
  );
  return rows.map(({ outcome }) => outcome);
};

describe('the runs of a month', () => {
  let daily: Ctx;
  beforeAll(async () => {
    setDay('2026-04-01');
    daily = await books();
    for (const day of DAYS) {
      setDay(day);
      await run(daily);
    }
  });

  it('take each invoice through its steps on their days', async () => {
    const rows = await done(daily);
    const of = (number: string) =>
      rows.filter((row) => row.number === number).map(({ asOf }) => asOf);
    expect(of('INV-000001')).toEqual(['2026-04-03', '2026-04-10', '2026-04-13', '2026-04-26']);
    expect(of('INV-000002')).toEqual([]);
    // Paused until the 12th: what has come due meanwhile comes with the distance of the ladder.
    expect(of('INV-000006')).toEqual(['2026-04-13', '2026-04-20', '2026-04-23']);
    expect(of('INV-000007')).toEqual([]);
    expect(of('INV-000009')).toEqual(of('INV-000001'));
    expect(await outcomes(daily)).toEqual([
      'expired',
      null,
      'expired',
      'ended',
      'kept',
      'broken',
      'broken',
      'voided',
    ]);
  });

  it('write one letter when made up for on the last day, and judge promises as then', async () => {
    const late = await books();
    setDay(DAYS.at(-1) as string);
    for (const day of DAYS) await run(late, day);
    const rows = await done(late);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    expect(rows.filter(({ step }) => step > 1)).toEqual([]);
    const once = (await done(daily)).filter(({ step }) => step === 1);
    expect(rows.map(({ number, asOf }) => [number, asOf])).toEqual(
      once.map(({ number, asOf }) => [number, asOf]),
    );
    expect(await outcomes(late)).toEqual(await outcomes(daily));
  });

  it('are refused when they look ahead from the first day, and end nothing early', async () => {
    const ahead = await books();
    const refused = expect.objectContaining({ code: 'as_of_in_future' });
    for (const day of DAYS.slice(1)) await expect(run(ahead, day)).rejects.toEqual(refused);
    expect(await done(ahead)).toEqual([]);
    expect(new Set(await outcomes(ahead))).toEqual(new Set([null, 'ended']));
  });
});

it('a run that makes up for a day of a pause leaves its invoice alone, though over', async () => {
  const ctx = await t.newCompany();
  const steps = STEPS.slice(0, 2);
  const schedule = { steps, autoRun: false, requireIssued: false, minimumBalance: '0' };
  await new PutDunningSchedule(t.db).execute(now(ctx), schedule, null);
  const { id } = await anOutstandingInvoice(t.db, ctx);
  await pause(ctx, { invoiceId: id, until: parseLocalDate('2026-04-12') });
  setDay('2026-04-14');
  expect(await run(ctx)).toMatchObject({ sent: 1 });
  expect(await outcomes(ctx)).toEqual(['expired']);
  setDay('2026-04-21');
  expect(await run(ctx, parseLocalDate('2026-04-12'))).toMatchObject({ held: 1, sent: 0 });
  expect(await run(ctx)).toMatchObject({ sent: 1 });
});
