import { addAccount } from '@quittance/crm/host';
import { newId } from '@quittance/kernel';
import { aPortalUser } from '@quittance/portal/testing';
import { request, Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchResult } from './bench-result.js';
import type { ChildServer } from './support/child-server.js';
import { httpLoad } from './support/http-load.js';
import { withBench, type OpenBench } from './support/open-bench.js';
import { startPortalHost } from './support/portal-host.js';

/** People who are signed in and work, each by a connection. */
const WORKERS = 4;
/** By the clock, whatever the server makes of them. */
const ATTEMPTS_A_SECOND = 500;
const TICK_MS = 20;
const POOL_SIZE = 10;
const WARM_UP_SECONDS = 2;
const ROUNDS = 3;
const ROUND_SECONDS = 4;
const PREFIX = '/api/v1/mobile/portal';

/**
 * Requests of who is signed in at a portal, while nobody tries to sign in and while 500 attempts a
 * second come in, of names that are there and of others. The aim is that those who are in notice
 * no more than half: the rate beside that of quiet times, and twice their p95 at most.
 */
export const bench: Bench = {
  name: 'portal-sign-in',
  run: () => withBench(async (open) => [await measure(open)]),
};

async function measure(open: OpenBench): Promise<BenchResult> {
  const ctx = await open.newCompany();
  const { id: partyId } = await open.db.write(ctx, (tx) => addAccount(tx, { name: 'Customer' }));
  const user = await aPortalUser(open.db, ctx, { partyId, role: 'Admin' });
  // Somebody else is guessed at: a lock refuses who is signed in as well, as it should.
  const { email: guessed } = await aPortalUser(open.db, ctx, { partyId });
  const { server, customer } = await startPortalHost(open, POOL_SIZE);
  try {
    const authorization = await customer(ctx, user);
    await work(server, authorization, WARM_UP_SECONDS);
    const [quiet, stormy] = [
      { ...NONE, times: [] as number[] },
      { ...NONE, times: [] as number[] },
    ];
    let attempts = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      add(quiet, await work(server, authorization, ROUND_SECONDS));
      const storm = attack(server.port, guessed);
      add(stormy, await work(server, authorization, ROUND_SECONDS));
      attempts += await storm.end();
      // What waits for its turn to be hashed is no part of the next round.
      await sleep(1000);
    }
    const [rate, limit] = [stormy.answers / stormy.seconds, quiet.answers / quiet.seconds];
    const perSecond = Math.round(attempts / stormy.seconds);
    return {
      measure: `read the own profile, ${perSecond} sign-in attempts/s beside it`,
      rate,
      limit,
      ratio: rate / limit,
      target: 0,
      unit: 'answers/s',
      p50Ms: within(stormy.times, 0.5),
      p95Ms: within(stormy.times, 0.95),
      p95TargetMs: 2 * within(quiet.times, 0.95),
      p99Ms: within(stormy.times, 0.99),
      peakMemoryMb: server.peakMemoryMb(),
    };
  } finally {
    await server.stop();
  }
}

interface Sum {
  answers: number;
  seconds: number;
  readonly times: number[];
}

const NONE = { answers: 0, seconds: 0 };

function add(sum: Sum, { answers, seconds, times }: Sum): void {
  sum.answers += answers;
  sum.seconds += seconds;
  sum.times.push(...times);
}

function within(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
}

async function work({ port }: ChildServer, authorization: string, seconds: number): Promise<Sum> {
  const times: number[] = [];
  const done = await httpLoad({
    port,
    headers: { authorization },
    connections: WORKERS,
    seconds,
    next: () => ({ method: 'GET', path: `${PREFIX}/me` }),
    expect: 200,
    onAnswer: (milliseconds) => times.push(milliseconds),
  });
  return { ...done, times };
}

/** Attempts by the clock, whatever becomes of those before; half of them at a name that is there. */
function attack(port: number, known: string): { end(): Promise<number> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const open = new Set<Promise<void>>();
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - started) / 1000) * ATTEMPTS_A_SECOND);
    for (; sent < due; sent += 1) {
      const email = sent % 2 === 0 ? known : `${newId()}@example.com`;
      const attempt = attemptAt(port, agent, email);
      open.add(attempt);
      void attempt.then(() => open.delete(attempt));
    }
  }, TICK_MS);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      return sent;
    },
  };
}

function attemptAt(port: number, agent: Agent, email: string): Promise<void> {
  const body = JSON.stringify({ email, password: 'not the right password' });
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const path = `${PREFIX}/auth/login`;
    const sent = request({ port, path, method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    });
    sent.on('error', () => resolve());
    sent.end(body);
  });
}
