import { sql } from '@quittance/database';
import { systemClock } from '@quittance/kernel';
import { once } from 'node:events';
import { expectInvariants } from '../../support/invariants.js';
import { stopCommands } from '../../support/started-product.js';
import { startStaffApi, type TestStaffApi } from '../../support/test-api.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { startWorker } from '../../support/worker-process.js';
import { ended, givenDueSchedules, queueRun } from '../due-schedules.js';
import { sentInvoices } from '../support/books.js';
import { DoomedProcess } from '../support/doomed-process.js';
import { killHosts, startStaff } from '../support/host-process.js';
import { KilledRequest } from '../support/killed-request.js';

let t: TestDatabase;
let staff: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  staff = await startStaffApi(t);
});

afterAll(async () => {
  await stopCommands();
  await killHosts();
  await staff?.close();
  await t?.close();
});

const DUE = 40;
const LINE = { description: 'Work', quantity: '1', unitPrice: '100.00' };

/**
 * A machine that is paused, or a process that is stopped, goes on holding what its transactions
 * have locked: neither its end nor a broken connection tells PostgreSQL. Others wait for a lock
 * three times five seconds, and are refused when that was not enough.
 */
test('a worker and a host that freeze mid-transaction keep others waiting, not out', async () => {
  // The host of its own process goes by the real clock.
  t.clock.set(systemClock.now());
  const { ctx } = await givenDueSchedules(t, DUE);
  const admin = await staff.newAdmin(ctx);
  const post = (path: string, body: object) => admin.call('POST', path, { body });
  const [paid] = await sentInvoices(t, ctx, [10_000]);
  const path = `/invoices/${paid?.id}/payments`;
  const payment = { amount: '40.00', method: 'cash' };
  const frozenHost = await startStaff(t, { FAILPOINT: 'told' });
  await admin.signedIn;
  await new DoomedProcess(frozenHost.process).stopAt('transaction.flushed@2', async () => {
    const answer = await new KilledRequest(admin, path, payment).send(frozenHost.url);
    throw new Error(`It was answered: ${JSON.stringify(answer)}`);
  });
  frozenHost.process.kill('SIGSTOP');

  const settings = { BILLING_BATCH_SIZE: '10', WORKER_CONCURRENCY: '1' };
  const frozen = startWorker(t, { ...settings, FAILPOINT: 'told' });
  let runId = '';
  await new DoomedProcess(frozen.process).stopAt('insert.numbering.counter', async () => {
    runId = await queueRun(t, ctx, { asOf: '2026-01-31' });
  });
  frozen.process.kill('SIGSTOP');

  startWorker(t, settings);
  const draft = { accountId: paid?.accountId, currency: 'EUR', lines: [LINE] };
  const answers = await Promise.all([post(path, payment), post('/invoices', draft)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const run = await ended(t, ctx, runId);
  expect(run).toMatchObject({ status: 'completed', invoiced: DUE, failed: 0 });
  // What wakes up finds its transaction undone, and does nothing twice.
  for (const { process } of [frozen, frozenHost]) process.kill('SIGCONT');
  new DoomedProcess(frozen.process).release('insert.numbering.counter');
  new DoomedProcess(frozenHost.process).release('transaction.flushed');
  const exits = [frozen, frozenHost].map(({ process }) => once(process, 'exit'));
  for (const { process } of [frozen, frozenHost]) process.kill('SIGTERM');
  await Promise.all(exits);
  const counted = await t.db.read(ctx, (tx) =>
    tx.one<object>(
      sql(`select (select count(*)::int from receivables.payment) as payments,
        (select count(*)::int from receivables.invoice) as invoices`),
    ),
  );
  expect(counted).toEqual({ payments: 1, invoices: DUE + 2 });
  await expectInvariants(t);
});
