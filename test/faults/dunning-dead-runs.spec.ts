import { RecordPayment } from '@quittance/receivables/host';
import {
  NoSubscriptions,
  OpenDunningRuns,
  PutDunningSchedule,
  RunDunning,
  dunningInvariants,
  type DeadRun,
  type DunningAction,
} from '@quittance/dunning/host';
import { createLogger } from '@quittance/http/host';
import { addSeconds, type Ctx, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { watchFailpoints } from '@quittance/config/host';
import { MailAvailability } from '@quittance/notifications';
import { SandboxProvider } from '@quittance/payment-sandbox/host';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CarryOnDunning } from '../../apps/worker/src/dunning/carry-on-dunning.js';
import { anOutstandingInvoice, TEST_KEY, gatewayOf } from '@quittance/gateway/testing';
import { testRenderer } from '@quittance/notifications/testing';
import { testDatabase, type TestDatabase } from '../support/test-database.js';

/** The first commit of a collection stores that a link is wanted, the second the link. */
const LINK_STORED = 2;
/** Before anything of it is committed: three units are about the link, the fourth is the letter. */
const CONCLUDES = 4;

/** Both steps of every invoice have come due. */
const STEPS = [3, 10];

let t: TestDatabase;
let owner: Client;
beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
beforeEach(() => t.clock.set('2026-04-30T09:00:00.000Z'));
afterEach(() => watchFailpoints(undefined));
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const now = ({ companyId }: Ctx) => t.ctx(companyId);

function putSteps(
  ctx: Ctx,
  steps: readonly { daysAfterDue: number; action: DunningAction }[],
  more: { readonly minimumGapDays?: number } = {},
) {
  const schedule = { steps, autoRun: false, requireIssued: false, minimumBalance: '0', ...more };
  return new PutDunningSchedule(t.db).execute(now(ctx), schedule, null);
}

/** A company with overdue invoices, each of which is due for both steps. */
async function overdueCompany(
  invoices: number,
  action: DunningAction = 'reminder',
  more: { readonly minimumGapDays?: number } = {},
): Promise<Ctx> {
  const ctx = await t.newCompany();
  await putSteps(
    ctx,
    STEPS.map((daysAfterDue) => ({ daysAfterDue, action })),
    more,
  );
  for (let made = 0; made < invoices; made += 1) await anOutstandingInvoice(t.db, ctx);
  return ctx;
}

function runDunning(): RunDunning {
  const { checkouts } = gatewayOf(t.db, (store) => [
    new SandboxProvider(store, {
      clock: t.clock,
      pagesUrl: 'http://localhost:3001',
      masterKey: TEST_KEY,
    }),
  ]);
  const mail = new MailAvailability({ smtpUrl: 'smtp://127.0.0.1:1' });
  return new RunDunning(t.db, checkouts, new NoSubscriptions(), t.clock, mail, testRenderer);
}

/** A run that dies with its first batch behind it. */
async function deadRun(ctx: Ctx): Promise<DeadRun> {
  watchFailpoints((name, subjects) => {
    const isBatch = subjects.includes('dunning-set');
    if (isBatch && name === 'transaction.committed') throw new Error('killed');
  });
  await expect(runDunning().execute(now(ctx))).rejects.toThrow('killed');
  watchFailpoints(undefined);
  t.clock.set(addSeconds(t.clock.now(), 61));
  const found = await new OpenDunningRuns(t.db).dead(t.clock.now());
  return found.find(({ companyId }) => companyId === ctx.companyId) as DeadRun;
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

async function until(isSo: () => unknown): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 20) {
    if (await isSo()) return;
    await sleep(20);
  }
  throw new Error('It never came to it');
}

const rows = <T>(ctx: Ctx, text: string) => t.db.read(ctx, (tx) => tx.rows<T>(text));
const statuses = (ctx: Ctx) =>
  rows<{ status: string }>(ctx, 'select status from dunning.run order by started_at');

/** Workers go by the clock of the machine, whatever it says. */
const longDead = (ctx: Ctx) =>
  t.db.write(ctx, (tx) =>
    tx.run(`update dunning.run set alive_at = '2000-01-01' where company_id = $1`, [ctx.companyId]),
  );

describe('a dead dunning run', () => {
  it('that somebody else has ended meanwhile is not made a second time', async () => {
    const ctx = await overdueCompany(1);
    const { asOf } = await deadRun(ctx);
    await runDunning().execute(now(ctx));
    expect(await statuses(ctx)).toEqual([{ status: 'completed' }]);
    expect(await runDunning().execute(now(ctx), { asOf, carryOn: true })).toBeNull();
    expect(await statuses(ctx)).toHaveLength(1);
    expect(await rows(ctx, 'select id from notifications.email')).toHaveLength(1);
  });

  it('whose steps were taken away is ended, and keeps no other company waiting', async () => {
    const bare = await overdueCompany(1);
    await deadRun(bare);
    await putSteps(bare, []);
    const other = await overdueCompany(1);
    await deadRun(other);
    for (const ctx of [bare, other]) await longDead(ctx);
    const logger = createLogger('silent', 'test');
    const carryOn = new CarryOnDunning(new OpenDunningRuns(t.db), runDunning(), logger);
    carryOn.onApplicationBootstrap();
    const ended = async () => JSON.stringify(await statuses(other)).includes('completed');
    for (let waited = 0; !(await ended()) && waited < 20_000; waited += 100) await sleep(100);
    await carryOn.beforeApplicationShutdown();
    expect([await statuses(bare), await statuses(other)]).toEqual([
      [{ status: 'completed' }],
      [{ status: 'completed' }],
    ]);
  });
});

it('of a run that was taken for dead and the one after it, one writes to a customer', async () => {
  const ctx = await overdueCompany(1);
  const [due] = await rows<{ id: InvoiceId; account: string }>(
    ctx,
    'select id, account_id as account from receivables.invoice',
  );
  // Of the same customer, and due as of a later day than the other.
  const later = await anOutstandingInvoice(t.db, ctx);
  await owner.query(
    `update receivables.invoice set account_id = $3, due_date = '2026-04-27'
     where company_id = $1 and id = $2`,
    [ctx.companyId, later.id, due?.account],
  );
  const gates = { 'transaction.begun': gate(), 'transaction.worked': gate() };
  const reached = new Map<string, number>();
  watchFailpoints(async (name, subjects) => {
    if (!subjects.includes('dunning-set')) return;
    const times = (reached.get(name) ?? 0) + 1;
    reached.set(name, times);
    // The first run stands before its invoices, the second before its commit.
    if (times === 1) await gates[name as keyof typeof gates]?.opened;
  });
  const first = runDunning().execute(now(ctx));
  await until(() => reached.get('transaction.begun') === 1);
  t.clock.set(addSeconds(t.clock.now(), 61));
  const second = runDunning().execute(now(ctx), { asOf: parseLocalDate('2026-04-27') });
  await until(() => reached.get('transaction.worked') === 1);
  gates['transaction.begun'].open();
  await until(async () => (await owner.query('select 1 from pg_locks where not granted')).rowCount);
  gates['transaction.worked'].open();
  expect(await first).toMatchObject({ status: 'failed', sent: 0, held: 2 });
  expect(await second).toMatchObject({ status: 'completed', sent: 1, held: 0 });
  expect(await rows(ctx, 'select id from notifications.email')).toHaveLength(1);
});

it('a link that cannot be made for no reason of the business stops no run', async () => {
  const ctx = await overdueCompany(3, 'payment_retry');
  let links = 0;
  watchFailpoints((name, subjects) => {
    const isLink = name === 'transaction.committed' && subjects.includes('dunning-collection');
    if (isLink && (links += 1) === 1) throw new Error('a defect');
  });
  const told: unknown[] = [];
  const run = await runDunning().execute(now(ctx), { onFault: (error) => told.push(error) });
  expect(run).toMatchObject({ status: 'completed', invoices: 3, sent: 2, failed: 1 });
  expect(told).toEqual([expect.objectContaining({ message: 'a defect' })]);
  const failed = await rows(ctx, `select reason from dunning.attempt where result = 'failed'`);
  expect(failed).toEqual([{ reason: 'internal_error' }]);
});

it.each([
  ['a defect', new Error('a defect'), 'a defect'],
  [
    'a statement that takes too long',
    Object.assign(new Error('canceling statement'), { code: '57014' }),
    'The database did not answer in time. Nothing was changed; try again.',
  ],
])('a letter that cannot be concluded, by %s, stops no run', async (_, fault, message) => {
  const ctx = await overdueCompany(3, 'payment_retry', { minimumGapDays: 20 });
  const seen = new Map<unknown, number>();
  let broken = 0;
  watchFailpoints((name, [, id, kind]) => {
    if (name !== 'transaction.worked' || kind !== 'dunning-collection') return;
    seen.set(id, (seen.get(id) ?? 0) + 1);
    if (seen.get(id) !== CONCLUDES || broken > 0) return;
    broken += 1;
    throw fault;
  });
  const told: unknown[] = [];
  const run = await runDunning().execute(now(ctx), { onFault: (error) => told.push(error) });
  expect(run).toMatchObject({ status: 'completed', invoices: 3, sent: 2, failed: 1 });
  expect(told).toEqual([expect.objectContaining({ message })]);
  const attempts = await rows(ctx, 'select result, reason from dunning.attempt order by result');
  expect(attempts).toEqual([
    { result: 'failed', reason: 'internal_error' },
    { result: 'sent', reason: null },
    { result: 'sent', reason: null },
  ]);
  expect(await rows(ctx, 'select id from notifications.email')).toHaveLength(2);
  watchFailpoints(undefined);
  // It has another chance on the next day: it reached nobody, and is no letter to keep away from.
  t.clock.set(addSeconds(t.clock.now(), 86_400));
  expect(await runDunning().execute(now(ctx))).toMatchObject({ sent: 1 });
});

it('money that comes while a link is made is not asked for', async () => {
  const ctx = await overdueCompany(2, 'payment_retry');
  const [one, two] = await rows<{ id: InvoiceId }>(
    ctx,
    'select id from receivables.invoice order by id',
  );
  const pay = (id: InvoiceId | undefined, amount: string) =>
    new RecordPayment(t.db).execute(now(ctx), id as InvoiceId, { amount, method: 'cash' });
  let tell: () => void = () => undefined;
  const paid = new Promise<void>((resolve) => (tell = resolve));
  const commits = new Map<unknown, number>();
  let links = 0;
  watchFailpoints(async (name, subjects) => {
    if (name !== 'transaction.committed' || !subjects.includes('dunning-collection')) return;
    const [, invoiceId] = subjects;
    const count = (commits.get(invoiceId) ?? 0) + 1;
    commits.set(invoiceId, count);
    if (count !== LINK_STORED) return;
    links += 1;
    if (links === 1) return paid;
    await pay(one?.id, '118.00');
    await pay(two?.id, '100.00');
    tell();
  });
  const run = await runDunning().execute(now(ctx));
  expect(run).toMatchObject({ status: 'completed', invoices: 2, sent: 1, skipped: 1 });
  const letters = await rows<{ text: string }>(ctx, 'select text from notifications.email');
  expect(letters).toEqual([{ text: expect.stringContaining('To pay €18.00') }]);
  expect(letters[0]?.text).toContain('Pay online (€18.00)');
});

describe('a letter about all that a customer owes', () => {
  /** Three invoices of one customer, which are due for a step. */
  async function customer(action: DunningAction): Promise<Ctx> {
    const ctx = await overdueCompany(3, action);
    await owner.query(
      `update receivables.invoice set account_id = (select min(account_id::text)::uuid
         from receivables.invoice where company_id = $1) where company_id = $1`,
      [ctx.companyId],
    );
    return ctx;
  }

  /** How often each letter is told of by an attempt, and what became of those of each invoice. */
  async function told(ctx: Ctx) {
    const emails = await rows<{ id: string }>(ctx, 'select id from notifications.email');
    const attempts = await rows<{ emailId: string | null; result: string }>(
      ctx,
      `select email_id as "emailId", result from dunning.attempt order by attempted_at, invoice_id`,
    );
    // What failed by the way has told nobody.
    const ended = attempts.filter(({ result }) => result !== 'failed');
    return {
      emails: emails.length,
      attempts: ended.map(({ result, emailId }) => [result, emailId === emails[0]?.id]),
    };
  }

  const ONE_LETTER = {
    emails: 1,
    attempts: Array.from({ length: 3 }, () => ['sent', true]),
  };

  const points: readonly [string, DunningAction, string, string, number][] = [
    ['before its steps are stored', 'reminder', 'dunning-set', 'transaction.worked', 1],
    ['behind them', 'reminder', 'dunning-set', 'transaction.committed', 1],
    ['before a link is wanted', 'payment_retry', 'dunning-set', 'transaction.committed', 1],
    ['when one is', 'payment_retry', 'dunning-collection', 'transaction.committed', 1],
    ['when it is made', 'payment_retry', 'dunning-collection', 'transaction.committed', 2],
    ['before it is in a letter', 'payment_retry', 'dunning-collection', 'transaction.worked', 4],
    ['behind the letter', 'payment_retry', 'dunning-collection', 'transaction.committed', 4],
  ];
  it.each(points)('is sent once, if a run dies %s', async (_, action, kind, border, time) => {
    const ctx = await customer(action);
    let times = 0;
    watchFailpoints((name, subjects) => {
      if (name !== border || !subjects.includes(kind)) return;
      times += 1;
      if (times >= time) throw new Error('killed');
    });
    await runDunning()
      .execute(now(ctx))
      .catch(() => undefined);
    watchFailpoints(undefined);
    t.clock.set(addSeconds(t.clock.now(), 130));
    await owner.query(
      `update gateway.checkout set busy_until = busy_until - interval '130 seconds'
       where company_id = $1`,
      [ctx.companyId],
    );
    for (let i = 0; i < 2; i += 1) await runDunning().execute(now(ctx));
    expect(await told(ctx)).toEqual(ONE_LETTER);
  });

  it('leaves before its link is made what is paid or objected to meanwhile', async () => {
    const ctx = await customer('payment_retry');
    const [paid, disputed, open] = await rows<{ id: InvoiceId }>(
      ctx,
      'select id from receivables.invoice order by id',
    );
    let begun = false;
    watchFailpoints(async (name, subjects) => {
      if (begun || name !== 'transaction.begun' || !subjects.includes('dunning-collection')) return;
      begun = true;
      const payment = { amount: '118.00', method: 'cash' } as const;
      await new RecordPayment(t.db).execute(now(ctx), paid?.id as InvoiceId, payment);
      await owner.query(
        `insert into gateway.unapplied_receipt (company_id, id, kind, provider, provider_object_id,
           type, body_hash, amount, currency, invoice_id, stages, reason, status, created_at,
           updated_at)
         values ($1, $2, 'dispute', 'sandbox', 'dp_1', 'payment.disputed', 'none', 100, 'EUR', $2,
           '["opened"]', 'dispute_opened', 'open', now(), now())`,
        [ctx.companyId, disputed?.id],
      );
    });
    const run = await runDunning().execute(now(ctx));
    expect(run).toMatchObject({ sent: 1, skipped: 1, failed: 1, letters: 1 });
    const attempts = await rows(
      ctx,
      'select invoice_id as id, result, reason from dunning.attempt order by invoice_id',
    );
    expect(attempts).toEqual([
      { ...paid, result: 'skipped', reason: 'invoice_has_no_balance' },
      { ...disputed, result: 'failed', reason: 'disputed' },
      { ...open, result: 'sent', reason: null },
    ]);
    const checkouts = await rows(ctx, 'select invoice_id as id, balance from gateway.checkout');
    expect(checkouts).toEqual([{ ...open, balance: 11_800n }]);
  });

  it('is known to be shared by customers, where it is', async () => {
    const ctx = await overdueCompany(2);
    await runDunning().execute(now(ctx));
    const shared = dunningInvariants.find(({ id }) => id === 'I20b');
    const wrong = async () => {
      const found = await owner.query<{ company_id: string }>(shared?.text ?? '');
      return found.rows.filter((row) => row.company_id === ctx.companyId).length;
    };
    expect(await wrong()).toBe(0);
    await owner.query(
      `update dunning.attempt set email_id = (select id from notifications.email
         where company_id = $1 order by id limit 1) where company_id = $1`,
      [ctx.companyId],
    );
    expect(await wrong()).toBe(2);
  });
});
