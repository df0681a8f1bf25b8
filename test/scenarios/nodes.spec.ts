import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { freePort } from '../support/started-product';

// The product runs on every Node.js that package.json allows: what a newcomer does is done with the
// oldest one and with the newest, each with the npm that comes with it, in a copy of the sources.

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string };
};
const OLDEST = engines.node.replace('>=', '');
const NODES = [
  { node: OLDEST, npm: '10' },
  { node: '24', npm: '11' },
];
const LONGEST_MS = 900_000;
const SETTINGS = ['package.json', 'package-lock.json'];
/** What is beside the sources: the history, and what the product and its tools make. */
const NOT_SOURCES = new Set(['.git', 'node_modules', 'dist', 'data']);

/** Warnings about the settings of whoever runs the test are not ours. */
const OURS = /^npm warn (?!Unknown (user|env|builtin|global|project) config)/i;

/** What the runner of this test was told; how to reach the registry is not of it. */
const NOT_OURS =
  /^(npm_(command|lifecycle|package|config_.*prefix)|NODE_(ENV|OPTIONS|PATH)$|VITEST|TEST|FAULTS)/i;

let home: string;
const running = new Set<ChildProcess>();

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'quittance-nodes-'));
  // The database of a start has an account of its own, if we are root.
  chmodSync(home, 0o711);
});
afterAll(async () => {
  const ends = [...running].map((child) => once(child, 'close'));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ends);
  rmSync(home, { recursive: true, force: true });
});

/** A program of that name in a folder, found there before any other. */
function run(folder: string, bin: string, command: string, env: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name));
  const child = spawn(command, {
    cwd: folder,
    shell: true,
    env: {
      ...Object.fromEntries(inherited),
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (said += text.toString()));
  }
  // When it is closed, nothing that it started is left.
  const closed = once(child, 'close').then(() => {
    running.delete(child);
    return child.exitCode;
  });
  return { child, closed, output: () => said };
}

/** @throws Error with its output when it fails */
async function done(...args: Parameters<typeof run>): Promise<string> {
  const { closed, output } = run(...args);
  if ((await closed) !== 0) throw new Error(`\`${args[2]}\` failed:\n${output()}`);
  return output();
}

/** The programs `node` and `npm` of a version, from the registry; kept for the next time. */
async function programs({ node, npm }: (typeof NODES)[number]): Promise<string> {
  const folder = resolve('node_modules/.cache/nodes', node);
  mkdirSync(folder, { recursive: true });
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const packages = `node-${platform}-${process.arch}@${node} npm@${npm}`;
  await done(folder, '', `npm install --prefix . --no-save --no-package-lock ${packages}`);
  return join(folder, 'node_modules/.bin');
}

function copy(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const exceptBuilt = (path: string) => !/[\\/](node_modules|dist)([\\/]|$)/.test(path);
    cpSync(name, join(folder, name), { recursive: true, filter: exceptBuilt });
  }
}

/** Signs in to what has started, and asks the portal for its health. */
async function isServed(staff: string, portal: string): Promise<void> {
  const credentials = { email: 'admin@demo.quittance.dev', password: 'quittance-demo-1' };
  const signedIn = await fetch(`http://127.0.0.1:${staff}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const company = await fetch(`http://127.0.0.1:${staff}/company`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(await company.json()).toMatchObject({ legalName: 'Demonstration Ltd' });
  expect((await fetch(`http://127.0.0.1:${portal}/health/ready`)).status).toBe(200);
}

describe.each(NODES)('on Node.js $node', (versions) => {
  let folder: string;
  let bin: string;

  beforeAll(async () => {
    bin = await programs(versions);
    folder = join(home, versions.node);
    mkdirSync(folder);
    copy(folder, SETTINGS);
  }, LONGEST_MS);

  test(
    '`npm ci` warns of nothing',
    async () => {
      expect(await done(folder, bin, 'node --version')).toContain(`v${versions.node}.`);
      const said = await done(folder, bin, 'npm ci --loglevel notice');
      expect(said).toContain('added');
      expect(said.split('\n').filter((line) => OURS.test(line))).toEqual([]);
    },
    LONGEST_MS,
  );

  test(
    '`npm start` builds and serves, and stops when it is told to',
    async () => {
      copy(
        folder,
        readdirSync('.').filter((name) => !NOT_SOURCES.has(name)),
      );
      const [STAFF_PORT, PORTAL_PORT] = [String(await freePort()), String(await freePort())];
      const settings = { STAFF_PORT, PORTAL_PORT, WORKER_PORT: '0', LOG_LEVEL: 'warn' };
      const DATA_DIR = join(home, `data-${versions.node}`);
      const product = run(folder, bin, 'exec npm start', { ...settings, DATA_DIR });
      const ready = new Promise<boolean>((resolveReady) => {
        product.child.stdout.on('data', () => {
          if (product.output().includes('Quittance is ready')) resolveReady(true);
        });
      });
      const isReady = await Promise.race([ready, product.closed.then(() => false)]);
      if (!isReady) throw new Error(`It ended before it was ready:\n${product.output()}`);
      await isServed(STAFF_PORT, PORTAL_PORT);
      product.child.kill('SIGTERM');
      await product.closed;
      expect(product.output()).toContain('Stopping');
      expect(product.output()).not.toMatch(/deprecat|experimental|warning/i);
    },
    LONGEST_MS,
  );

  test(
    'the unit tests pass',
    async () => {
      const vitest = 'node node_modules/vitest/vitest.mjs run --project unit';
      expect(await done(folder, bin, vitest)).toMatch(/^\d{4,} passed, 0 failed$/m);
    },
    LONGEST_MS,
  );
});
