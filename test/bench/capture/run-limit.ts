import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import type { Placeholder } from './capture-template.js';
import { limitScript } from './limit-script.js';
import type { RoundTrip } from './recorded-capture.js';

/** What the limit does: recorded statements with fresh ids, over the invoices of one company. */
export interface LimitWork {
  readonly url: string;
  readonly roundTrips: readonly RoundTrip[];
  readonly placeholders: readonly Placeholder[];
  readonly clients: number;
  /** How many captures each client makes. */
  readonly perClient: number;
  /** Captures made before: none is made twice. */
  readonly made: number;
  /** How many invoices take turns, and how far apart. */
  readonly invoices: number;
  readonly stride: number;
}

/** Captures per second of a client that does nothing but the statements. */
export type Limit = (work: LimitWork) => Promise<number>;

const INSTALLED = '/usr/lib/postgresql';
const SESSION = '-c role=quittance_app -c timezone=UTC';

/** pgbench where it is installed, else a loop of bare pg clients; and which of them. */
export function findLimit(): { readonly name: string; readonly run: Limit } {
  const pgbench = findPgbench();
  if (pgbench) return { name: 'pgbench', run: (work) => runPgbench(pgbench, work) };
  return { name: 'bare pg clients (pgbench is neither in PATH nor installed)', run: runClients };
}

function findPgbench(): string | undefined {
  const installed = existsSync(INSTALLED)
    ? readdirSync(INSTALLED).map((version) => join(INSTALLED, version, 'bin'))
    : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...installed];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
}

async function runPgbench(pgbench: string, work: LimitWork): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-bench-'));
  try {
    const { text, constants } = limitScript(work.roundTrips, work.placeholders);
    const script = join(folder, 'capture.sql');
    writeFileSync(script, text);
    const variables = new Map<string, string>([
      ...constants,
      ['i', '-1'],
      ['base', String(work.made)],
      ['clients', String(work.clients)],
      ['invoices', String(work.invoices)],
      ['stride', String(work.stride)],
    ]);
    const defined = [...variables].flatMap(([name, value]) => ['-D', `${name}=${value}`]);
    const load = ['-c', String(work.clients), '-j', '2', '-t', String(work.perClient)];
    const options = ['-n', '-M', 'prepared', '-f', script, ...load, ...defined];
    return tpsOf(await outputOf(pgbench, options, work.url));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function outputOf(pgbench: string, options: string[], url: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const where = ['-h', hostname, '-p', port || '5432', '-U', decodeURIComponent(username)];
  const child = spawn(pgbench, [...options, ...where, pathname.slice(1)], {
    env: { ...process.env, PGPASSWORD: decodeURIComponent(password), PGOPTIONS: SESSION },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (said += text.toString()));
  }
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`pgbench failed:\n${said}`);
  return said;
}

function tpsOf(said: string): number {
  const tps = Number(/^tps = ([\d.]+)/m.exec(said)?.[1]);
  if (!Number.isFinite(tps) || /[1-9]\d* \([\d.]+%\)/.test(failures(said))) {
    throw new Error(`pgbench did not do all of its work:\n${said}`);
  }
  return tps;
}

function failures(said: string): string {
  return /^number of failed transactions: .*$/m.exec(said)?.[0] ?? '';
}

async function runClients(work: LimitWork): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: work.clients }, async () => {
      const client = new Client({ connectionString: work.url, options: SESSION, pipeline: true });
      await client.connect();
      return client;
    }),
  );
  const started = performance.now();
  await Promise.all(clients.map((client, id) => runClient(client, id, work)));
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return (work.clients * work.perClient) / seconds;
}

async function runClient(client: Client, id: number, work: LimitWork): Promise<void> {
  for (let i = 0; i < work.perClient; i += 1) {
    const turn = work.made + i * work.clients + id;
    const capture = { n: turn, k: 1 + ((turn * work.stride) % work.invoices), seq: 0 };
    for (const roundTrip of work.roundTrips) {
      const results = await Promise.all(
        roundTrip.map(({ name, text, params }) => {
          const values = params.map((param) => param && filled(param, work.placeholders, capture));
          return name ? client.query({ name, text, values }) : client.query(text);
        }),
      );
      const drawn = results.flatMap(({ rows }) => rows ?? []).find(({ lastSeq }) => lastSeq);
      if (drawn) capture.seq = Number(drawn.lastSeq);
    }
  }
}

function filled(
  param: string,
  placeholders: readonly Placeholder[],
  capture: { n: number; k: number; seq: number },
): string {
  const whole = placeholders.find(({ text }) => text === param);
  if (whole) return whole.of(capture);
  return placeholders.reduce((text, each) => text.replaceAll(each.text, each.of(capture)), param);
}
