import type { Ctx } from '@quittance/kernel';
import { queueEmail } from '@quittance/notifications';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startMailServer,
  type MailServer,
  type ServerMood,
} from '@quittance/notifications/testing';
import { stopCommands, type Command } from '../../support/started-product.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { inTurn } from '../../support/tier.js';
import { startWorker } from '../../support/worker-process.js';

const MAILS = 20;
/** What one worker has under way at once. */
const LANES = 4;

let t: TestDatabase;
let ctx: Ctx;
let server: MailServer;

beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  ctx = await t.newCompany();
  server = await startMailServer();
});
afterEach(async () => {
  await stopCommands();
  await server.close();
});
afterAll(() => t.close());

function work(env: Record<string, string> = {}): Command {
  return startWorker(t, { SMTP_URL: server.url, MAIL_FROM: 'mail@quittance.example', ...env });
}

async function queueAll(): Promise<string[]> {
  const to = Array.from({ length: MAILS }, (_, i) => `to${i}@customer.example`);
  await t.db.write(ctx, async (tx) => {
    for (const address of to) {
      const about = { templateCode: 'INVOICE_SENT', object: 'invoice', recordId: address };
      await queueEmail(tx, { ...about, to: address, data: {} });
    }
  });
  return to.sort();
}

function count(status: string): Promise<number> {
  const statement = `select count(*)::int as count from notifications.email
    where company_id = $1 and status = $2`;
  return t.db.read(ctx, async (tx) => {
    return (await tx.one<{ count: number }>(statement, [ctx.companyId, status])).count;
  });
}

/**
 * Pauses of queued e-mails, or leases of those being sent, are over: nobody waits for them here.
 */
function letTimePass(status: 'queued' | 'sending'): Promise<number> {
  const statement = `update notifications.email set due_at = now() - interval '1 second'
    where company_id = $1 and status = $2`;
  return t.db.write(ctx, (tx) => tx.run(statement, [ctx.companyId, status]));
}

async function untilSent(wanted = MAILS): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 250) {
    if ((await count('sent')) === wanted) return;
    await letTimePass('queued');
    await sleep(250);
  }
  throw new Error(`Only ${await count('sent')} of ${wanted} e-mails were sent`);
}

const recipients = () => server.mails.map(({ to }) => to?.[0]?.address ?? '').sort();

/** Every e-mail has come; those that came twice, as the receiver tells them apart. */
function doubles(sent: readonly string[]): number {
  expect([...new Set(recipients())]).toEqual(sent);
  const ids = new Set(server.mails.map(({ messageId }) => messageId));
  expect(ids.size).toBe(MAILS);
  return server.mails.length - ids.size;
}

async function killed(point: string): Promise<void> {
  const worker = work({ FAILPOINT: `${point}:kill` });
  await worker.ended();
  expect(worker.process.signalCode).toBe('SIGKILL');
  await server.quiet();
}

describe('a worker that is killed', () => {
  test('before it sends loses no e-mail and doubles none', inTurn(0, 2), async () => {
    const sent = await queueAll();
    await killed('transaction.committed(emails)');
    expect(server.mails).toEqual([]);
    expect(await count('sending')).toBeGreaterThan(0);
    await letTimePass('sending');
    work();
    await untilSent();
    expect(doubles(sent)).toBe(0);
  });

  test(
    'before it stores what it sent sends that again, under the same message ids',
    inTurn(1, 2),
    async () => {
      const sent = await queueAll();
      await killed('MailCarrier.carry.answered');
      const unstored = server.mails.length;
      expect(unstored).toBeGreaterThan(0);
      await letTimePass('sending');
      work();
      await untilSent();
      expect(doubles(sent)).toBe(unstored);
      expect(unstored).toBeLessThanOrEqual(LANES);
    },
  );
});

test(
  'two workers beside a mail server that fails in every way send each e-mail once',
  inTurn(1, 2),
  async () => {
    const failures: ServerMood[] = [
      { kind: 'hang-up', at: 'recipient' },
      { kind: 'refuse', at: 'recipient', code: 451 },
      { kind: 'refuse', at: 'message', code: 452 },
      { kind: 'accept' },
    ];
    server.next(...failures, ...failures, ...failures);
    const sent = await queueAll();
    work();
    work();
    await untilSent();
    expect(doubles(sent)).toBe(0);
  },
);

test(
  'an e-mail whose acceptance was lost comes twice under one message id',
  inTurn(0, 2),
  async () => {
    server.next({ kind: 'hang-up', at: 'stored' });
    const sent = await queueAll();
    work();
    await untilSent(MAILS - 1);
    expect(await count('sending')).toBe(1);
    await letTimePass('sending');
    await untilSent();
    expect(doubles(sent)).toBe(1);
  },
);
