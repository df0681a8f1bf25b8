import { PutDunningSchedule, RunDunning, type DunningAction } from '@quittance/dunning/host';
import { PutPaymentConnector } from '@quittance/gateway/host';
import { addDays, dateAt } from '@quittance/calendar';
import { addSeconds, newId, systemClock, type Ctx } from '@quittance/kernel';
import { startFakeRazorpay, type FakeRazorpay } from '@quittance/payment-razorpay/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expectInvariants } from '../../support/invariants.js';
import { stopCommands } from '../../support/started-product.js';
import { startStaffApi, type TestStaffApi } from '../../support/test-api.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { sampled } from '../../support/tier.js';
import { startWorker } from '../../support/worker-process.js';
import { sentInvoices } from '../support/books.js';
import { DoomedProcess } from '../support/doomed-process.js';

const INVOICES = 8;
/** Nobody listens there: letters stay queued, and are counted. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mail@quittance.example' };
const EVERY_SECOND = { ...MAIL, DUNNING_RUN_CRON: '* * * * * *' };

let t: TestDatabase;
let staff: TestStaffApi;
let fake: FakeRazorpay;
let owner: Client;

beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  [staff, fake] = await Promise.all([startStaffApi(t, MAIL), startFakeRazorpay(), owner.connect()]);
});
// Workers go by the clock of the machine.
beforeEach(() => t.clock.set(systemClock.now()));
afterEach(async () => {
  await stopCommands();
  await owner.query('update dunning.schedule set auto_run = false');
});
afterAll(async () => {
  await staff?.close();
  await fake?.stop();
  await owner?.end();
  await t?.close();
});

/** Invoices a month overdue, of a company whose first step is this one. */
async function overdueCompany(first: DunningAction): Promise<Ctx> {
  const ctx = await t.newCompany();
  const { keyId, keySecret, url: baseUrl } = fake;
  await staff.app.get(PutPaymentConnector).execute(ctx, {
    provider: 'razorpay',
    active: true,
    credentials: { keyId, keySecret, webhookSecret: 'a secret of webhooks' },
    settings: { baseUrl },
  });
  const totals = Array.from({ length: INVOICES }, (_, i) => 1000 + i);
  await sentInvoices(t, ctx, totals, addDays(dateAt(ctx.now, 'UTC'), -60));
  const steps = [
    { daysAfterDue: 1, action: first },
    { daysAfterDue: 5, action: 'warning' as const },
  ];
  // A letter for each invoice: what becomes of every one of them is counted.
  const usual = { requireIssued: false, minimumBalance: '0', consolidate: false };
  const schedule = { steps, autoRun: true, ...usual };
  await staff.app.get(PutDunningSchedule).execute(ctx, schedule, null);
  return ctx;
}

/**
 * The border behind the commits of the collection of the fourth invoice: with the first it is
 * stored that a link is wanted, with the second the link.
 */
async function linkStored(ctx: Ctx): Promise<string> {
  const [fourth] = await rows<{ id: string }>(
    'select id from receivables.invoice where company_id = $1 order by due_date, id offset 3',
    ctx,
  );
  return `transaction.committed(${fourth?.id})`;
}

/** Two minutes pass for whatever dead processes hold. */
async function twoMinutesLater({ companyId }: Ctx): Promise<void> {
  const back = `- interval '121 seconds' where company_id = $1`;
  await owner.query(`update dunning.run set alive_at = alive_at ${back}`, [companyId]);
  await owner.query(`update dunning.attempt set leased_until = leased_until ${back}`, [companyId]);
  await owner.query(`update gateway.checkout set busy_until = busy_until ${back}`, [companyId]);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 200) {
    if (await isSo()) return;
    await sleep(200);
  }
  throw new Error(`It never came to it that ${what}`);
}

async function rows<T>(text: string, { companyId }: Ctx): Promise<T[]> {
  return (await owner.query(text, [companyId])).rows as T[];
}

const runs = async (ctx: Ctx) =>
  (
    await rows<{ status: string }>(
      'select status from dunning.run where company_id = $1 order by started_at',
      ctx,
    )
  ).map(({ status }) => status);

/** What the run of a company counted. */
const countsOf = async (ctx: Ctx) =>
  (await rows('select invoices, sent, held from dunning.run where company_id = $1', ctx))[0];

/**
 * Steps in order with their results, as often as invoices are at it: `1 sent: 8`; not what was cut
 * off.
 */
async function progress(ctx: Ctx): Promise<string[]> {
  const found = await rows<{ said: string }>(
    `select format('%s %s: %s', step, concat_ws(' ', result, reason), count(*)) as said
      from dunning.attempt
     where company_id = $1 and reason is distinct from 'interrupted'
     group by step, result, reason order by step, result`,
    ctx,
  );
  return found.map(({ said }) => said);
}

/** E-mails by invoice: the same for all when nobody got a letter too many or too few. */
async function letters(ctx: Ctx): Promise<number[]> {
  const found = await rows<{ letters: number }>(
    `select count(e.id)::int as letters from receivables.invoice i
     left join notifications.email e on e.company_id = i.company_id and e.record_id = i.id::text
     where i.company_id = $1 group by i.id order by 1`,
    ctx,
  );
  return found.map((each) => each.letters);
}

async function killed(ctx: Ctx, failpoint: string): Promise<void> {
  const worker = startWorker(t, { FAILPOINT: failpoint, ...EVERY_SECOND });
  await worker.ended();
  expect(worker.process.signalCode).toBe('SIGKILL');
  expect(await runs(ctx)).toEqual(['running']);
  await expectInvariants(t);
}

/** A minute passes: the run is dead, but what it was at is leased for longer. */
async function aMinuteLater({ companyId }: Ctx): Promise<void> {
  const back = `- interval '61 seconds' where company_id = $1`;
  await owner.query(`update dunning.run set alive_at = alive_at ${back}`, [companyId]);
  await owner.query(`update gateway.checkout set busy_until = busy_until ${back}`, [companyId]);
}

/** Another worker finds the run dead and ends it; it starts none of its own. */
async function carriedOn(ctx: Ctx): Promise<void> {
  await aMinuteLater(ctx);
  startWorker(t, MAIL);
  await until('the run is over', async () => (await runs(ctx)).join() === 'completed');
  await stopCommands();
}

/** A run some days later, when what was leased is free again and the gap between letters over. */
async function runAfter(ctx: Ctx, days: number): Promise<void> {
  await twoMinutesLater(ctx);
  t.clock.set(addSeconds(systemClock.now(), days * 86_400));
  const request = { ...ctx, now: t.clock.now(), requestId: newId() };
  const run = await staff.app.get(RunDunning).execute(request);
  expect(run?.status).toBe('completed');
  t.clock.set(systemClock.now());
}

const each = (times: number) => Array.from({ length: INVOICES }, () => times);

describe('a worker that is killed in a dunning run', () => {
  const points: readonly [string, string, string[]][] = [
    ['before its steps are committed', 'transaction.worked(dunning-set):kill', []],
    ['after they are', 'transaction.committed(dunning-set):kill', [`1 sent: ${INVOICES}`]],
  ];
  test.each(sampled(points))('%s: each step is taken once', async (_, failpoint, left) => {
    const ctx = await overdueCompany('reminder');
    await killed(ctx, failpoint);
    expect(await progress(ctx)).toEqual(left);
    await carriedOn(ctx);
    expect(await progress(ctx)).toEqual([`1 sent: ${INVOICES}`]);
    expect(await letters(ctx)).toEqual(each(1));
    await runAfter(ctx, 4);
    expect(await progress(ctx)).toEqual([`1 sent: ${INVOICES}`, `2 sent: ${INVOICES}`]);
    expect(await letters(ctx)).toEqual(each(2));
    await expectInvariants(t);
  });

  test('with links made and no letters written: each gets one link and one letter', async () => {
    const ctx = await overdueCompany('payment_retry');
    const before = fake.links.length;
    await killed(ctx, `${await linkStored(ctx)}:kill@2`);
    expect((await letters(ctx)).filter((count) => count > 1)).toEqual([]);
    await carriedOn(ctx);
    expect(await progress(ctx)).toEqual([`1 sent: ${INVOICES}`]);
    expect(await letters(ctx)).toEqual(each(1));
    expect(await countsOf(ctx)).toEqual({ invoices: INVOICES, sent: INVOICES, held: 0 });
    await runAfter(ctx, 4);
    expect(await progress(ctx)).toEqual([`1 sent: ${INVOICES}`, `2 sent: ${INVOICES}`]);
    expect(await letters(ctx)).toEqual(each(2));
    expect(fake.links.length - before).toBe(INVOICES);
    await expectInvariants(t);
  });
});

test('a worker that comes back when another has taken over writes no second letter', async () => {
  const ctx = await overdueCompany('payment_retry');
  const stalled = startWorker(t, { FAILPOINT: 'told', SHUTDOWN_SECONDS: '60', ...EVERY_SECOND });
  const told = new DoomedProcess(stalled.process);
  const stands = told.standsAt('transaction.committed');
  await told.arm(`${await linkStored(ctx)}:hold@2`);
  await stands;
  const written = async () => (await letters(ctx)).filter((count) => count === 1).length;
  await until('one is left', async () => (await written()) === INVOICES - 1);
  await runAfter(ctx, 4);
  // It wakes up, and ends what it was at before it stops.
  told.release('transaction.committed');
  stalled.process.kill('SIGTERM');
  expect(await stalled.ended()).toBe(0);
  expect(await progress(ctx)).toContain(`1 sent: ${INVOICES}`);
  const taken = (await progress(ctx)).map((said) => Number(said.split(': ')[1]));
  const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
  expect(sum(await letters(ctx))).toBe(sum(taken));
  await expectInvariants(t);
});
