import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, processOf, runCommand, stopCommands } from '../support/started-product';
import { inTurn } from '../support/tier';
import type { Command } from '../support/started-product';

const CREDENTIALS = { email: 'admin@demo.quittance.dev', password: 'quittance-demo-1' };
const dataDir = mkdtempSync(join(tmpdir(), 'quittance-start-'));
chmodSync(dataDir, 0o711);
let env: Record<string, string>;
let staff: string;
let portal: string;
let worker: string;

beforeAll(async () => {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const [STAFF_PORT, PORTAL_PORT, WORKER_PORT] = ports.map(String);
  env = { DATA_DIR: dataDir, STAFF_PORT, PORTAL_PORT, WORKER_PORT } as Record<string, string>;
  staff = `http://127.0.0.1:${STAFF_PORT}`;
  portal = `http://127.0.0.1:${PORTAL_PORT}`;
  worker = `http://127.0.0.1:${WORKER_PORT}`;
});
afterEach(stopCommands);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(settings: Record<string, string> = {}): Promise<Command> {
  const product = runCommand('start', { ...env, ...settings });
  await product.says('Quittance is ready');
  return product;
}

async function ask(method: string, path: string, body?: object, token?: string) {
  const answer = await fetch(`${staff}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function signIn(): Promise<string> {
  const { status, body } = await ask('POST', '/auth/login', CREDENTIALS);
  expect(status).toBe(200);
  return (body as { accessToken: string }).accessToken;
}

/** The process of the database server itself. */
function postmaster(): number {
  const cluster = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name)) ?? '';
  return Number(readFileSync(join(dataDir, cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await fact()); waited += 100) {
    if (waited > 120_000) throw new Error('It did not come to pass within two minutes');
    await sleep(100);
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function databaseRuns(): boolean {
  const cluster = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name)) ?? '';
  return existsSync(join(dataDir, cluster, 'postmaster.pid'));
}

describe('npm start', () => {
  it('needs no settings, survives kill -9 of everything, and stops without a trace', async () => {
    const first = await start();
    expect(first.output()).toContain(CREDENTIALS.email);
    expect([await answers(portal), await answers(worker)]).toEqual([true, true]);
    const product = { sku: 'KEPT', name: 'Kept through every kill' };
    expect(await ask('POST', '/products', product, await signIn())).toMatchObject({ status: 201 });

    first.process.kill('SIGKILL');
    await first.ended();
    await until(async () => !(await answers(staff)) && !(await answers(portal)));

    const second = await start();
    const kept = await ask('GET', '/products?search=KEPT', undefined, await signIn());
    expect(kept.body).toMatchObject({ data: [product] });

    const api = processOf(second, 'staff-api');
    if (api) process.kill(api, 'SIGKILL');
    await second.says(/staff-api ended \(SIGKILL\)/);
    await until(() => answers(staff));
    await signIn();

    second.process.kill('SIGTERM');
    expect(await second.ended()).toBe(0);
    expect(await answers(staff)).toBe(false);
    expect(databaseRuns()).toBe(false);
  });

  it(
    'starts a host again that stands still, and ends with 1 if its database cannot',
    inTurn(0, 4),
    async () => {
      const product = await start({
        LOOP_STALL_SECONDS: '2',
        FAILPOINT: 'transaction.flushed(stands-still):stall',
      });
      const token = await signIn();
      const made = fetch(`${staff}/products`, {
        method: 'POST',
        body: JSON.stringify({ sku: 'STILL', name: 'Stands still' }),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'x-request-id': 'stands-still',
        },
      });
      await expect(made).rejects.toThrow('fetch failed');
      await product.says(/staff-api ended \(SIGALRM\); it starts again in 0.5 s/);
      await until(() => answers(staff));
      expect((await ask('GET', '/products', undefined, token)).status).toBe(200);

      renameSync(join(dataDir, 'postgres.json'), join(dataDir, 'gone.json'));
      process.kill(postmaster(), 'SIGKILL');
      expect(await product.ended()).toBe(1);
      expect(product.output()).toContain(`The database of ${dataDir} cannot be started again`);
      expect(await answers(portal)).toBe(false);
      renameSync(join(dataDir, 'gone.json'), join(dataDir, 'postgres.json'));
    },
  );

  it('says which port is in use and how to choose another', inTurn(1, 4), async () => {
    const squatter = createServer();
    const port = await freePort();
    await new Promise<void>((done) => void squatter.listen(port, '127.0.0.1', done));
    const settings = { ...env, STAFF_PORT: String(port), SHUTDOWN_SECONDS: '1' };
    const refused = runCommand('start', settings);
    expect(await refused.ended()).toBe(1);
    expect(refused.output()).toContain(`Port ${port} is in use`);
    expect(refused.output()).toContain('set STAFF_PORT to another port');
    squatter.close();
  });

  it(
    'says what to do with data of another PostgreSQL than the pinned one',
    inTurn(2, 4),
    async () => {
      const old = join(dataDir, 'old');
      mkdirSync(join(old, 'postgres-15'), { recursive: true });
      writeFileSync(join(old, 'postgres.json'), JSON.stringify({ home: old }));
      const refused = runCommand('start', { ...env, DATA_DIR: old });
      expect(await refused.ended()).toBe(1);
      expect(refused.output()).toContain(`${old} holds data of PostgreSQL 15, and`);
      expect(refused.output()).toContain('EMBEDDED_POSTGRES=system');
      expect(refused.output()).not.toMatch(/^\s+at /m);
    },
  );

  it('refuses production without long secrets, in sentences', inTurn(3, 4), async () => {
    const settings = { ...env, NODE_ENV: 'production', STAFF_TOKEN_SECRET: 'short' };
    const refused = runCommand('start', settings);
    expect(await refused.ended()).toBe(1);
    expect(refused.output()).toContain('STAFF_TOKEN_SECRET must have 32 characters or more');
    expect(refused.output()).toContain('PORTAL_TOKEN_SECRET must be set in production');
    expect(refused.output()).not.toMatch(/^\s+at /m);
  });
});
