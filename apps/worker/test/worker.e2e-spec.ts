import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { AuditLog } from '@quittance/audit';
import { Database } from '@quittance/database';
import { createLogger } from '@quittance/http/host';
import { RequestPasswordReset } from '@quittance/identity/host';
import { addSeconds, newId, systemClock, type Ctx, type Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { learn } from '@quittance/watchdog/host';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { aStandstill } from '../../../test/support/a-standstill';
import { testConfig } from '../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { Housekeeping } from '../src/housekeeping/housekeeping';
import { WorkerModule } from '../src/worker.module';

let t: TestDatabase;
let worker: INestApplicationContext;
let ctx: Ctx;
const logged: string[] = [];
const memory = new Writable({
  write(line: Buffer, _encoding, done) {
    logged.push(line.toString());
    done();
  },
});

beforeAll(async () => {
  t = await testDatabase();
  const config = testConfig(t, 'worker', { BILLING_RUN_CRON: '30 3 * * *' });
  const module = WorkerModule.forRoot(config, createLogger('error', 'worker', memory));
  worker = await NestFactory.createApplicationContext(module, { logger: false });
  ctx = await t.newCompany();
});
afterAll(async () => {
  await worker.close();
  await t.close();
});

function emitOne(recordId: string): Promise<void> {
  return t.db.write(ctx, async (tx) => {
    emit(tx, { type: 'record.created', object: 'thing', recordId, data: {} });
  });
}

function stateOf(recordId: string): Promise<string | undefined> {
  return t.db.read(ctx, async (tx) => {
    const statement = 'select state from outbox.event where company_id = $1 and record_id = $2';
    return (await tx.maybe<{ state: string }>(statement, [ctx.companyId, recordId]))?.state;
  });
}

it('brings events on their way by itself', async () => {
  const recordId = newId();
  await emitOne(recordId);
  for (let waited = 0; (await stateOf(recordId)) === 'pending' && waited < 120_000; waited += 50) {
    await sleep(50);
  }
  expect(await stateOf(recordId)).toBe('dispatched');
});

it('marks the keys of requests that died', async () => {
  await t.db.write(ctx, (tx) =>
    tx.run(
      `insert into http.idempotency_key (company_id, principal_kind, principal_id, key, state,
         owner, locked_at, created_at, expires_at)
       values
         ($1, 'staff', $2, 'dead', 'in_progress', $2, now() - interval '61 seconds', now(),
           now() + interval '1 day'),
         ($1, 'staff', $2, 'alive', 'in_progress', $2, now(), now(), now() + interval '1 day')`,
      [ctx.companyId, newId()],
    ),
  );
  const states = () =>
    t.db.read(ctx, (tx) =>
      tx.rows('select key, state from http.idempotency_key where company_id = $1 order by key', [
        ctx.companyId,
      ]),
    );
  const alive = { key: 'alive', state: 'in_progress' };
  const before = JSON.stringify([alive, { key: 'dead', state: 'in_progress' }]);
  for (
    let waited = 0;
    JSON.stringify(await states()) === before && waited < 120_000;
    waited += 50
  ) {
    await sleep(50);
  }
  expect(await states()).toEqual([alive, { key: 'dead', state: 'abandoned' }]);
});

it('knows when its jobs are due', () => {
  const jobs = worker.get(SchedulerRegistry).getCronJobs();
  const names = [
    'agreement-sweep',
    'approval-sweep',
    'billing-run',
    'case-sweep',
    'credit-sweep',
    'distance-sales-sweep',
    'dunning',
    'housekeeping',
    'interim-usage',
    'notice-sweep',
    'overdue-sweep',
    'partner-sweep',
    'quote-request-sweep',
    'quote-sweep',
    'usage-sweep',
  ];
  expect([...jobs.keys()].sort()).toEqual(names);
  expect(String(jobs.get('billing-run')?.cronTime.source)).toBe('30 3 * * *');
});

it('forgets events that were delivered long ago', async () => {
  const [old, fresh] = [newId(), newId()];
  await emitOne(old);
  await emitOne(fresh);
  const age = `update outbox.event set state = 'dispatched', finished_at = now(),
    occurred_at = now() - make_interval(days => $3) where company_id = $1 and record_id = $2`;
  await t.db.write(ctx, (tx) => tx.run(age, [ctx.companyId, old, 31]));
  await t.db.write(ctx, (tx) => tx.run(age, [ctx.companyId, fresh, 0]));
  await worker.get(Housekeeping).run();
  expect(await stateOf(old)).toBeUndefined();
  expect(await stateOf(fresh)).toBe('dispatched');
});

/** An event that was delivered long ago, in a company of its own. */
async function longAgo(company: Ctx): Promise<() => Promise<number>> {
  await t.db.write(company, async (tx) => {
    emit(tx, { type: 'record.created', object: 'thing', recordId: newId(), data: {} });
  });
  const age = `update outbox.event set state = 'dispatched', finished_at = now(),
    occurred_at = now() - interval '31 days' where company_id = $1`;
  await t.db.write(company, (tx) => tx.run(age, [company.companyId]));
  return () =>
    t.db.read(company, async (tx) => {
      const old = `select count(*)::int as count from outbox.event
        where company_id = $1 and occurred_at < now() - interval '30 days'`;
      return (await tx.one<{ count: number }>(old, [company.companyId])).count;
    });
}

it('forgets of companies too that are not active any more', async () => {
  const gone = await t.newCompany();
  const ofGone = await longAgo(gone);
  await t.db.write(gone, (tx) =>
    tx.run('update company.company set active = false where id = $1', [gone.companyId]),
  );
  expect(await ofGone()).toBe(1);
  await worker.get(Housekeeping).run();
  expect(await ofGone()).toBe(0);
});

it('leaves out what of its nightly work has stopped it twice, and does all the rest', async () => {
  const [bad, good] = [await t.newCompany(), await t.newCompany()];
  const [ofBad, ofGood] = [await longAgo(bad), await longAgo(good)];
  await t.db.write(bad, (tx) =>
    tx.run(
      `insert into http.idempotency_key (company_id, principal_kind, principal_id, key, state,
         owner, locked_at, created_at, expires_at)
       values ($1, 'staff', $2, 'old', 'in_progress', $2, now(), now(), now() - interval '1 day')`,
      [bad.companyId, newId()],
    ),
  );
  const keys = () =>
    t.db.read(bad, async (tx) => {
      const kept = `select count(*)::int as count from http.idempotency_key where company_id = $1`;
      return (await tx.one<{ count: number }>(kept, [bad.companyId])).count;
    });
  const now = systemClock.now();
  const work = { companyId: bad.companyId, kind: 'daily-job', id: 'housekeeping-events' };
  learn([aStandstill(work, now), aStandstill(work, now)], now);
  expect([await ofBad(), await keys(), await ofGood()]).toEqual([1, 1, 1]);
  await worker.get(Housekeeping).run();
  expect([await ofBad(), await keys(), await ofGood()]).toEqual([1, 0, 0]);
  learn([], now);
  await worker.get(Housekeeping).run();
  expect(await ofBad()).toBe(0);
});

/** Requests in the audit log, of every company and of none. */
async function audited(requestIds: readonly string[]): Promise<string[]> {
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>(
    'select request_id as id from audit.entry where request_id = any($1)',
    [requestIds],
  );
  await owner.end();
  return rows.map(({ id }) => id).sort();
}

it('forgets after 30 days what people did whose e-mail nobody has, and nothing else', async () => {
  const daysAgo = (days: number) => addSeconds(systemClock.now(), -days * 24 * 3600);
  const knock = (requestId: string, now: Instant) =>
    new RequestPasswordReset(t.db).execute(
      { requestId, ip: '192.0.2.1', locale: 'en', now },
      { email: `${newId()}@nobody.example` },
    );
  await knock('stranger-old', daysAgo(31));
  await knock('stranger-fresh', daysAgo(29));
  const own = Object.freeze({ ...ctx, now: daysAgo(400), requestId: 'own-old' });
  await new AuditLog(t.db).record(own, { action: 'thing.changed', object: 'thing' });
  const all = ['own-old', 'stranger-fresh', 'stranger-old'];
  expect(await audited(all)).toEqual(all);
  await worker.get(Housekeeping).run();
  expect(await audited(all)).toEqual(['own-old', 'stranger-fresh']);
});

it('alerts when a job is undone because its books would not agree', async () => {
  const disagree = worker.get(Database).write(ctx, (tx) =>
    tx.run(`do $$ begin raise exception using errcode = 'QB001',
      message = 'The books of invoice INV-000001 do not agree'; end $$`),
  );
  await expect(disagree).rejects.toMatchObject({ code: 'QB001' });
  const alerts = logged.filter((line) => JSON.parse(line).msg === 'books_disagree');
  const message = expect.stringContaining('INV-000001');
  expect(alerts.map((line) => JSON.parse(line))).toMatchObject([
    { companyId: ctx.companyId, requestId: ctx.requestId, err: { message } },
  ]);
});
