import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { freePort } from '../../support/started-product.js';
import type { TestDatabase } from '../../support/test-database.js';
import { WEBHOOK_SECRET } from './razorpay-events.js';

/** A compiled host in a process of its own, which can be killed. */
export interface HostProcess {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly process: ChildProcess;
  /** Fulfilled when it has ended: the signal that ended it, or null when it ended by itself. */
  readonly ended: Promise<NodeJS.Signals | null>;
}

const running = new Set<ChildProcess>();

type Environment = Readonly<Record<string, string>>;

/** Starts the portal host on a test's database; fulfilled when it listens. */
export function startPortal(t: Pick<TestDatabase, 'url'>, env?: Environment): Promise<HostProcess> {
  return startHost('portal', t, env);
}

/**
 * Starts the staff host; it takes the tokens of the staff API that a test runs in its own process.
 */
export function startStaff(t: Pick<TestDatabase, 'url'>, env?: Environment): Promise<HostProcess> {
  return startHost('staff', t, env);
}

async function startHost(
  host: 'staff' | 'portal',
  t: Pick<TestDatabase, 'url'>,
  env: Environment = {},
): Promise<HostProcess> {
  const main = resolve(`dist/apps/${host}-api/src/main.js`);
  if (!existsSync(main)) throw new Error(`${main} is missing: run \`npm run build\` first`);
  const port = await freePort();
  const child = fork(main, {
    // Not where a developer keeps a .env file.
    cwd: dirname(main),
    env: { ...environment(host, t.url, port), ...env },
    // Started often and briefly: half of the start is the compiling of modules and its garbage.
    execArgv: ['--max-semi-space-size=64'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => (said += text.toString()));
  }
  const ended = once(child, 'exit').then(([, signal]) => {
    running.delete(child);
    return signal as NodeJS.Signals | null;
  });
  const ready = once(child, 'message').then(() => true);
  const died = ended.then(() => false);
  if (!(await Promise.race([ready, died]))) throw new Error(`The host did not start:\n${said}`);
  return { url: `http://127.0.0.1:${port}`, process: child, ended };
}

function environment(host: string, databaseUrl: string, port: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    SHUTDOWN_SECONDS: '2',
    DATABASE_URL: databaseUrl,
    [`${host.toUpperCase()}_PORT`]: String(port),
    [`${host.toUpperCase()}_TOKEN_SECRET`]: `${host}-test-secret-`.padEnd(32, '*'),
    SECRETS_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    RAZORPAY_KEY_ID: 'rzp_test_key',
    RAZORPAY_KEY_SECRET: 'rzp_test_secret',
    RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
}

/** For `afterAll`: nothing a failed test started outlives it. */
export async function killHosts(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ends);
}
