import type { Ctx, AccountId } from '@quittance/kernel';
import type { Client } from 'pg';
import type { Bench, BenchOptions, BenchResult } from './bench-result.js';
import { writeContacts, writeMore } from './lists/contacts-data.js';
import { listCases, plainExport, type ListCase } from './lists/plain.js';
import { demandSameFound } from './lists/same-found.js';
import { TYPED } from './lists/typed.js';
import { besideBare } from './support/beside-bare.js';
import { startChild } from './support/child-server.js';
import { withBench, type OpenBench } from './support/open-bench.js';
import { startStaffHost } from './support/staff-host.js';

const USUAL = 100_000;
const FULL = 1_000_000;
const POOL_SIZE = 4;
const WARM_UP = 30;
const ROUNDS = 31;
const MORE = 5_000;

/**
 * Lists over HTTP at the size of a large company, beside the SQL of the same answer sent by `pg`
 * from this process: what guard, scope, masks, JSON and HTTP add to it. One request at a time, the
 * two by turns, half of the answers within the time that is told.
 */
export const bench: Bench = {
  name: 'lists',
  run: ({ full }: BenchOptions) => withBench((open) => measureAll(open, full ? FULL : USUAL)),
};

async function measureAll(open: OpenBench, count: number): Promise<BenchResult[]> {
  const ctx = await open.newCompany();
  const accounts = await writeContacts(open, ctx, count);
  const host = await startStaffHost(open, POOL_SIZE);
  try {
    const authorization = await host.administrator(ctx);
    const get: Get = async (path) => {
      const answer = await fetch(`http://127.0.0.1:${host.server.port}${path}`, {
        headers: { authorization },
      });
      if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
      return answer;
    };
    const of = (measure: string) => `${measure}, of ${count.toLocaleString('en')}`;
    const results: BenchResult[] = [];
    for (const each of listCases(ctx.companyId, accounts)) {
      const { ours, plain } = await measured(each, get, open.owner);
      const told = beside(of(each.measure), { ours, plain, target: each.target });
      results.push({ ...told, peakMemoryMb: host.server.peakMemoryMb() });
    }
    results.push(...(await measuredTyping(open, ctx, { host, authorization, of })));
    const exported = await measuredExport(get, open.owner, ctx, count);
    const peakMemoryMb = host.server.peakMemoryMb();
    results.push({ ...exported, measure: of('rows of an export'), peakMemoryMb });
    results.push({ ...(await wordCost(open.owner, ctx, count, accounts)), peakMemoryMb: 0 });
    return results;
  } finally {
    await host.server.stop();
  }
}

interface Typing {
  readonly host: Awaited<ReturnType<typeof startStaffHost>>;
  readonly authorization: string;
  of(measure: string): string;
}

/** Short answers, of which most is HTTP: beside a bare host, in time of a processor. */
async function measuredTyping(
  { owner, ownerUrl }: OpenBench,
  { companyId }: Ctx,
  { host, authorization, of }: Typing,
): Promise<BenchResult[]> {
  const bare = await startChild('test/bench/lists/bare-server.js', 'BARE_PORT', {
    NODE_ENV: 'production',
    DATABASE_URL: ownerUrl,
    POOL_SIZE: String(POOL_SIZE),
    COMPANY_ID: companyId,
  });
  try {
    const hosts = { ours: host.server, bare, authorization, owner };
    const results: BenchResult[] = [];
    let asked = 0;
    for (const [measure, target, at] of TYPED) {
      await demandSameFound(hosts, at(77));
      const next = () => ({ method: 'GET', path: at((asked += 1) % 10_000) });
      results.push(await besideBare({ measure: of(measure), target, expect: 200, next }, hosts));
    }
    return results;
  } finally {
    await bare.stop();
  }
}

type Get = (path: string) => Promise<Response>;

/** Milliseconds within which half of the answers were there. */
async function measured(
  { ask }: ListCase,
  get: Get,
  owner: Client,
): Promise<{ readonly ours: number; readonly plain: number }> {
  const [ours, plain]: [number[], number[]] = [[], []];
  for (let n = -WARM_UP; n < ROUNDS; n += 1) {
    const { path, statements } = ask(n + WARM_UP);
    const started = performance.now();
    await (await get(path)).json();
    const answered = performance.now();
    for (const { text, values } of statements) {
      const { rows } = await owner.query(text, [...values]);
      JSON.stringify(rows);
    }
    if (n < 0) continue;
    ours.push(answered - started);
    plain.push(performance.now() - answered);
  }
  return { ours: median(ours), plain: median(plain) };
}

function beside(
  measure: string,
  { ours, plain, target }: { ours: number; plain: number; target: number },
): BenchResult {
  return {
    measure,
    rate: 1000 / ours,
    limit: 1000 / plain,
    ratio: Math.round((plain / ours) * 100) / 100,
    target,
    unit: 'answers/s',
    peakMemoryMb: 0,
    p50Ms: Math.round(ours * 10) / 10,
  };
}

async function measuredExport(
  get: Get,
  owner: Client,
  ctx: Ctx,
  count: number,
): Promise<BenchResult> {
  const started = performance.now();
  const rows = await plainExport(owner, ctx.companyId);
  const plain = performance.now() - started;
  const answer = await get('/contacts/export?format=csv');
  let lines = -1;
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    for (const byte of part) if (byte === 10) lines += 1;
  }
  const ours = performance.now() - started - plain;
  if (rows !== count || lines !== count) throw new Error(`${lines} and ${rows} of ${count} rows`);
  return {
    measure: '',
    rate: (count * 1000) / ours,
    limit: (count * 1000) / plain,
    ratio: Math.round((plain / ours) * 100) / 100,
    target: 0.5,
    unit: 'rows/s',
    peakMemoryMb: 0,
  };
}

/** Rows with their words beside rows alone: what being found costs a write of many. */
async function wordCost(
  owner: Client,
  ctx: Ctx,
  from: number,
  accounts: readonly AccountId[],
): Promise<BenchResult> {
  const { rows, words } = await writeMore(owner, ctx, { from: from + 1, count: MORE, accounts });
  return {
    measure: `insert ${MORE.toLocaleString('en')} rows and four words of each, beside the rows`,
    rate: (MORE * 1000) / (rows + words),
    limit: (MORE * 1000) / rows,
    ratio: Math.round((rows / (rows + words)) * 100) / 100,
    target: 0,
    unit: 'rows/s',
    peakMemoryMb: 0,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
