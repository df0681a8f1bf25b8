import { addAccount } from '@quittance/crm/host';
import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { AttemptId, DunningRunId } from './attempt.js';
import type { DunningAttempt } from './attempt.js';
import {
  attemptsOf,
  finishAttempts,
  interruptAttempts,
  storeAttempts,
  type TriedStep,
} from './attempt.repository.js';

const INVOICE = `
  insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
    unsent_status, account_id, currency, issue_date, due_date, bill_to, subtotal, tax_total, total,
    paid_amount, credited_amount, balance, created_at, updated_at)
  values ($1, $2, 'INV-000001', '', 1, 'draft', 'draft', $3, 'EUR', '2026-01-01', '2026-01-31',
    '{}', 100, 0, 100, 0, 0, 100, now(), now())`;

let t: TestDatabase;
let owner: Client;
let ctx: Ctx;
let invoiceId: InvoiceId;
let runId: DunningRunId;

beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  ctx = await t.newCompany();
  invoiceId = newId();
  const { id: account } = await t.db.write(ctx, (tx) => addAccount(tx, { name: 'Acme' }));
  await owner.query(INVOICE, [ctx.companyId, invoiceId, account]);
  runId = newId();
  await owner.query(
    `insert into dunning.run (company_id, id, run_key, as_of, status, actor, started_at, alive_at)
     values ($1, $2::uuid, $2::uuid::text, '2026-03-02', 'running', '{}', now(), now())`,
    [ctx.companyId, runId],
  );
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const day = parseLocalDate('2026-03-02');

function store(over: Partial<TriedStep>, ladder = 1): Promise<DunningAttempt[]> {
  const tried: TriedStep = {
    id: newId(),
    invoiceId,
    step: 1,
    daysAfterDue: 3,
    action: 'reminder',
    result: 'skipped',
    reason: null,
    tries: 1,
    paymentLink: null,
    emailId: null,
    leasedUntil: null,
    ...over,
  };
  const by = { ladder, asOf: day, madeOn: day, runId };
  return t.db.write(ctx, (tx) => storeAttempts(tx, by, [tried]));
}

const running = { action: 'payment_retry', result: 'running', leasedUntil: '2026-03-02T08:59:00Z' };
const history = async () =>
  (await t.db.read(ctx, (tx) => attemptsOf(tx, invoiceId))).map(({ result }) => result);

/** As the application, which could be made to. */
const asApplication = (text: string, id: AttemptId) =>
  t.db.write(ctx, (tx) => tx.run(text, [ctx.companyId, id]));

it('takes every try that fails, and what does not once of each step and ladder', async () => {
  for (let tries = 1; tries <= 3; tries += 1) await store({ result: 'failed', tries });
  await store({});
  const twice = expect.objectContaining({ code: '23505' });
  await expect(store({})).rejects.toEqual(twice);
  await expect(store(running as Partial<TriedStep>)).rejects.toEqual(twice);
  await store({}, 2);
  expect(await history()).toEqual(['failed', 'failed', 'failed', 'skipped', 'skipped']);
});

it('lets the application end what is pending', async () => {
  const [one] = (await store(running as Partial<TriedStep>)) as [DunningAttempt];
  const outcome = { id: one.id, reason: null, paymentLink: null, emailId: null } as const;
  const finish = (result: DunningAttempt['result']) =>
    t.db.write(ctx, (tx) => finishAttempts(tx, [{ ...outcome, result }]));
  expect(await finish('skipped')).toMatchObject([{ result: 'skipped', leasedUntil: null }]);
  expect(await finish('failed')).toEqual([]);
  expect(await t.db.write(ctx, (tx) => interruptAttempts(tx, [invoiceId]))).toEqual(new Set());
});

it('lets nobody change or delete what has an end', async () => {
  const [one] = (await store({})) as [DunningAttempt];
  const changed = `update dunning.attempt set result = 'failed' where company_id = $1 and id = $2`;
  expect(await asApplication(changed, one.id)).toBe(0);
  const denied = expect.objectContaining({ code: '42501' });
  for (const text of [
    `update dunning.attempt set action = 'warning' where company_id = $1 and id = $2`,
    `update dunning.attempt set attempted_at = now() where company_id = $1 and id = $2`,
    `delete from dunning.attempt where company_id = $1 and id = $2`,
    `delete from dunning.attempt_retry where company_id = $1 and attempt_id = $2`,
  ]) {
    await expect(asApplication(text, one.id)).rejects.toEqual(denied);
  }
  expect(await history()).toEqual(['skipped']);
});
