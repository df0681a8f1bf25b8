import { systemClock, type Ctx } from '@quittance/kernel';
import { CreateEndpoint } from '@quittance/webhooks/host';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectInvariants } from '../../support/invariants.js';
import { startReceiver, type Receiver } from '../../support/receiver.js';
import { stopCommands } from '../../support/started-product.js';
import { startStaffApi, type TestStaffApi } from '../../support/test-api.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { startWorker } from '../../support/worker-process.js';
import { sentInvoices } from '../support/books.js';

const INVOICES = 12;
const PRIVATE = { WEBHOOKS_ALLOW_PRIVATE: 'true' };

let t: TestDatabase;
let staff: TestStaffApi;
let receiver: Receiver;

beforeAll(async () => {
  t = await testDatabase();
  staff = await startStaffApi(t, PRIVATE);
  receiver = await startReceiver();
});
// Workers go by the clock of the machine.
beforeEach(() => t.clock.set(systemClock.now()));
afterEach(stopCommands);
afterAll(async () => {
  await receiver?.close();
  await staff?.close();
  await t?.close();
});

const messages = (ctx: Ctx) =>
  t.db.read(ctx, (tx) =>
    tx.rows<{ id: string; status: string; attempts: number }>(
      `select 'msg_' || replace(id::text, '-', '') as id, status, attempts
       from webhooks.message where company_id = $1 order by id`,
      [ctx.companyId],
    ),
  );

/** Nobody waits here for the lease of who has died. */
async function letTimePass(ctx: Ctx): Promise<void> {
  const statement = `update webhooks.message set leased_until = now() - interval '1 second'
    where company_id = $1 and status = 'pending' and leased_until is not null`;
  await t.db.write(ctx, (tx) => tx.run(statement, [ctx.companyId]));
}

test('a worker that dies before it stores what it sent sends it again under that id', async () => {
  const ctx = await t.newCompany();
  const types = ['invoice.sent' as const];
  const endpoint = { url: receiver.url, types, description: null, active: true };
  await staff.app.get(CreateEndpoint).execute(ctx, endpoint);
  await sentInvoices(
    t,
    ctx,
    Array.from({ length: INVOICES }, () => 1000),
  );
  const doomed = startWorker(t, { ...PRIVATE, FAILPOINT: 'Poster.post.answered:kill@3' });
  await doomed.ended();
  expect(doomed.process.signalCode).toBe('SIGKILL');
  await receiver.quiet();
  const before = receiver.received.length;
  expect(before).toBeGreaterThanOrEqual(3);
  const stored = (await messages(ctx)).filter(({ status }) => status === 'delivered').length;
  expect(stored).toBeLessThan(before);
  await letTimePass(ctx);
  const worker = startWorker(t, PRIVATE);
  for (let waited = 0; waited < 120_000; waited += 200) {
    if ((await messages(ctx)).every(({ status }) => status === 'delivered')) break;
    if (worker.process.exitCode !== null) throw new Error(worker.output());
    await sleep(200);
  }
  const all = await messages(ctx);
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 'delivered'));
  expect(all).toHaveLength(INVOICES);
  // As the subscriber tells them apart: all have come, and only what was not stored came twice.
  const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  expect([...new Set(ids)].sort()).toEqual(all.map(({ id }) => id));
  expect(ids.length - INVOICES).toBe(before - stored);
  const again = all.filter(({ attempts }) => attempts > 1).map(({ id }) => id);
  for (const id of again) {
    const bodies = receiver.received.filter(({ headers }) => headers['webhook-id'] === id);
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
  }
  await expectInvariants(t);
});
