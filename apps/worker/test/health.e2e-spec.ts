import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLogger } from '@quittance/http/host';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../test/support/started-product';
import { testConfig } from '../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { asAdmin } from '../../../test/support/test-server';
import { WorkerModule } from '../src/worker.module';

let t: TestDatabase;
const workers: INestApplicationContext[] = [];
let logged: string[] = [];
const memory = new Writable({
  write(line: Buffer, _encoding, done) {
    logged.push(line.toString());
    done();
  },
});

beforeAll(async () => {
  t = await testDatabase();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  logged = [];
});
afterAll(() => t.close());

interface Begun {
  /** Fulfilled when it works. */
  readonly working: Promise<void>;
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** A worker of its own port, which begins. */
async function begin(env: Readonly<Record<string, string>> = {}): Promise<Begun> {
  const port = env.WORKER_PORT ?? String(await freePort());
  const config = testConfig(t, 'worker', { WORKER_PORT: port, DATABASE_POOL_SIZE: '4', ...env });
  const module = WorkerModule.forRoot(config, createLogger('warn', 'worker', memory));
  const made = NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  return {
    working: made.then((worker) => void workers.push(worker)),
    ask: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
  };
}

/** Waits for an answer of this status, of a worker that may not listen yet. */
async function until(status: number, { ask }: Begun): Promise<Response> {
  for (let waited = 0; waited < 120_000; waited += 50) {
    const answer = await ask('/health/ready').catch(() => undefined);
    if (answer?.status === status) return answer;
    await answer?.arrayBuffer();
    await sleep(50);
  }
  throw new Error(`It did not answer ${status} within two minutes`);
}

const databaseName = () => new URL(t.ownerUrl).pathname.slice(1);
/** Says something about the test's database, as `alter database <name>`, to every session. */
const say = (statement: string) =>
  asAdmin(t.ownerUrl, async (admin) => {
    await admin.query('set default_transaction_read_only = off');
    await admin.query(statement.replace('<name>', admin.escapeIdentifier(databaseName())));
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'quittance-worker'`,
    );
  });

it('a worker is ready where the database takes its writes, and not before', async () => {
  await say('alter database <name> set default_transaction_read_only = on');
  const worker = await begin();
  const refusal = await until(503, worker);
  expect(refusal.headers.get('retry-after')).toBe('2');
  expect(await refusal.json()).toMatchObject({
    code: 'not_ready',
    detail: 'The database takes no writes.',
    instance: '/health/ready',
  });
  expect(await (await worker.ask('/health/live')).json()).toEqual({ status: 'live' });
  await say('alter database <name> reset default_transaction_read_only');
  await worker.working;
  const ready = await until(200, worker);
  expect(ready.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await ready.json()).toMatchObject({ status: 'ready', migrations: { pending: 0 } });
});

it('shows its figures as the hosts do, to this machine or by the token, only', async () => {
  const open = await begin();
  await open.working;
  const figures = await open.ask('/metrics');
  expect(figures.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await figures.text();
  for (const name of ['outbox_lag_seconds', 'backlog_given_up', 'books_disagree_total']) {
    expect(text).toMatch(new RegExp(`^${name}`, 'm'));
  }
  for (const work of ['billing', 'dunning']) {
    expect(text).toMatch(new RegExp(`^runs_of_a_day{work="${work}",state="failed"} \\d+$`, 'm'));
  }
  expect(text).toMatch(/^unapplied_receipts \d+$/m);
  expect(text).toContain('process_resident_memory_bytes');
  const proxied = await open.ask('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect([proxied.status, proxied.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  const token = await begin({ METRICS_TOKEN: 'scrape-me' });
  await token.working;
  const scrape = (given: string) =>
    token.ask('/metrics', { headers: { authorization: `Bearer ${given}` } });
  expect((await scrape('scrape-me')).status).toBe(200);
  expect((await scrape('scrape-me-not')).status).toBe(401);
  expect((await token.ask('/metrics')).status).toBe(401);
  const codes = await Promise.all([token.ask('/users'), token.ask('/metrics', { method: 'POST' })]);
  expect(await Promise.all(codes.map((answer) => answer.json()))).toMatchObject([
    { code: 'route_not_found' },
    { code: 'method_not_allowed' },
  ]);
});

it('works where its port is in use, says so once, and listens when the port is left', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as { port: number };
  const worker = await begin({ WORKER_PORT: String(port) });
  await worker.working;
  await new Promise((left) => squatter.close(left));
  await until(200, worker);
  expect(logged.filter((line) => line.includes('in use'))).toHaveLength(1);
});

it('waits with one line for migrations that have not run, and goes on when they have', async () => {
  const newest = await asAdmin(t.ownerUrl, async (admin) => {
    const { rows } = await admin.query<{ name: string; timestamp: string }>(
      `delete from quittance_migration where name in (select max(name) from quittance_migration)
       returning name, timestamp`,
    );
    return rows[0];
  });
  const worker = await begin();
  let working = false;
  worker.working.then(() => (working = true)).catch(() => undefined);
  const refusal = await until(503, worker);
  expect(await refusal.json()).toMatchObject({
    detail: 'Migrations that have not run yet: 1.',
  });
  expect(working).toBe(false);
  await asAdmin(t.ownerUrl, (admin) =>
    admin.query('insert into quittance_migration (name, timestamp) values ($1, $2)', [
      newest?.name,
      newest?.timestamp,
    ]),
  );
  await worker.working;
  await until(200, worker);
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringContaining('migrations have not run yet'),
  ]);
});
