import { addAccount } from '@quittance/crm/host';
import { newId, type Ctx } from '@quittance/kernel';
import { aPortalUser } from '@quittance/portal/testing';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchResult } from './bench-result.js';
import type { Storm, StormResult } from './portal/sign-in-storm.js';
import type { ChildServer } from './support/child-server.js';
import { databaseMs } from './support/database-time.js';
import { httpLoad } from './support/http-load.js';
import { withBench, type OpenBench } from './support/open-bench.js';
import { startPortalHost } from './support/portal-host.js';

/** People who are signed in and work, each by a connection. */
const WORKERS = 4;
/** By the clock, whatever the server makes of them. */
const ATTEMPTS_A_SECOND = 500;
/** Half of the attempts are at these, one in twenty of them with the right password. */
const ACCOUNTS = 1000;
const POOL_SIZE = 10;
const WARM_UP_SECONDS = 2;
const ROUNDS = 3;
const ROUND_SECONDS = 4;
const PREFIX = '/api/v1/mobile/portal';
const MADE_AT_ONCE = 10;

/**
 * Requests of who is signed in at a portal, while nobody tries to sign in and while 500 attempts a
 * second come in from thousands of addresses, at a thousand accounts and at names that nobody has.
 * The aim is that those who are in notice no more than twice their p95. Who works and who attacks
 * are processes of their own on the same machine; what each takes of a processor is told.
 */
export const bench: Bench = {
  name: 'portal-sign-in',
  run: () => withBench(async (open) => [await measure(open)]),
};

async function measure(open: OpenBench): Promise<BenchResult> {
  const ctx = await open.newCompany();
  const { id: partyId } = await open.db.write(ctx, (tx) => addAccount(tx, { name: 'Customer' }));
  const user = await aPortalUser(open.db, ctx, { partyId, role: 'Admin' });
  // Others are guessed at: a lock refuses who is signed in as well, as it should.
  const bodies = await bodiesOf(open, ctx, partyId);
  const { server, customer } = await startPortalHost(open, POOL_SIZE);
  const attacker = startAttacker();
  try {
    const authorization = await customer(ctx, user);
    await work(server, authorization, WARM_UP_SECONDS);
    const [quiet, stormy] = [nothing(), nothing()];
    const storm = { port: server.port, path: `${PREFIX}/auth/login`, bodies };
    for (let round = 0; round < ROUNDS; round += 1) {
      await add(quiet, open, server, () => work(server, authorization, ROUND_SECONDS));
      attacker.begin({ ...storm, perSecond: ATTEMPTS_A_SECOND });
      await add(stormy, open, server, () => work(server, authorization, ROUND_SECONDS));
      const { attempts, processorMs } = await attacker.end();
      stormy.attempts += attempts;
      stormy.attacker += processorMs;
      // What waits for its turn to be hashed is no part of the next round.
      await sleep(1000);
    }
    return told(quiet, stormy, server);
  } finally {
    attacker.stop();
    await server.stop();
  }
}

function told(quiet: Sum, stormy: Sum, server: ChildServer): BenchResult {
  const [rate, limit] = [stormy.answers / stormy.seconds, quiet.answers / quiet.seconds];
  const perSecond = Math.round(stormy.attempts / stormy.seconds);
  const shares = (['host', 'database', 'attacker'] as const).map((name) => {
    return `${name} ${(stormy[name] / 1000 / stormy.seconds).toFixed(2)}`;
  });
  return {
    measure:
      `read the own profile, ${perSecond} sign-in attempts/s beside it ` +
      `(of a processor: ${shares.join(', ')})`,
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
}

/** Attempts at names that are there and at others in turn, nearly all with a wrong password. */
async function bodiesOf(open: OpenBench, ctx: Ctx, partyId: string): Promise<string[]> {
  const bodies: string[] = [];
  const body = (email: string, password: string) => JSON.stringify({ email, password });
  for (let made = 0; made < ACCOUNTS; made += MADE_AT_ONCE) {
    const users = await Promise.all(
      Array.from({ length: MADE_AT_ONCE }, () => aPortalUser(open.db, ctx, { partyId })),
    );
    users.forEach(({ email, password }, n) => {
      const isRight = (made + n) % 20 === 0;
      bodies.push(body(email, isRight ? password : 'not the right password'));
      bodies.push(body(`${newId()}@example.com`, 'not the right password'));
    });
  }
  return bodies;
}

interface Sum {
  answers: number;
  seconds: number;
  attempts: number;
  /** Milliseconds of a processor that each took. */
  host: number;
  database: number;
  attacker: number;
  readonly times: number[];
}

const nothing = (): Sum => ({
  answers: 0,
  seconds: 0,
  attempts: 0,
  host: 0,
  database: 0,
  attacker: 0,
  times: [],
});

type Worked = Pick<Sum, 'answers' | 'seconds' | 'times'>;

async function add(
  sum: Sum,
  { owner }: OpenBench,
  server: ChildServer,
  doWork: () => Promise<Worked>,
): Promise<void> {
  const [host, database] = [server.processorMs(), await databaseMs(owner)];
  const { answers, seconds, times } = await doWork();
  sum.host += server.processorMs() - host;
  sum.database += (await databaseMs(owner)) - database;
  sum.answers += answers;
  sum.seconds += seconds;
  sum.times.push(...times);
}

function within(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
}

async function work({ port }: ChildServer, authorization: string, seconds: number) {
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

interface Attacker {
  begin(storm: Storm): void;
  end(): Promise<StormResult>;
  stop(): void;
}

function startAttacker(): Attacker {
  const child: ChildProcess = fork(join(__dirname, 'portal/sign-in-storm.js'));
  return {
    begin: (storm) => void child.send(storm),
    async end() {
      const answered = once(child, 'message');
      child.send('end');
      const [result] = (await answered) as [StormResult];
      if (process.env.STORM_DEBUG) process.stderr.write(`${JSON.stringify(result)}\n`);
      return result;
    },
    stop: () => child.disconnect(),
  };
}
