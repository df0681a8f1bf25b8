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
import { steadyLoad } from './support/steady-load.js';

/** Connections of those who are signed in and ask again at once, until the machine is full. */
const WORKERS = 4;
/** By the clock, whatever the server makes of them. */
const ATTEMPTS_A_SECOND = 500;
/** Half of the attempts are at these, one in twenty of them with the right password. */
const ACCOUNTS = 1000;
const POOL_SIZE = 10;
const WARM_UP_SECONDS = 2;
const ROUNDS = 3;
const ROUND_SECONDS = 4;
/** Of each round, quiet or not, before it is measured: what is told is how it goes on. */
const LEAD_SECONDS = 1.5;
const PREFIX = '/api/v1/mobile/portal';
const MADE_AT_ONCE = 10;

/**
 * Requests of who is signed in at a portal, while nobody tries to sign in and while 500 attempts a
 * second come in from thousands of addresses, at a thousand accounts and at names that nobody has.
 * The aim is that those who are in notice no more than twice their p95. Who works and who attacks
 * are processes of their own on the same machine; what each takes of a processor is told.
 *
 * Who is in comes by the clock, half as often as the host could serve with nobody beside them, and
 * waits from the moment of coming (T8 and L5 of the load profiles are of a fixed rate as well). The
 * second line has no aim: of connections that ask again at once both cores are full before the
 * attempts begin, so that it tells what these take of the machine, and not what people notice.
 */
export const bench: Bench = {
  name: 'portal-sign-in',
  run: () => withBench(measure),
};

async function measure(open: OpenBench): Promise<BenchResult[]> {
  const ctx = await open.newCompany();
  const { id: partyId } = await open.db.write(ctx, (tx) => addAccount(tx, { name: 'Customer' }));
  const user = await aPortalUser(open.db, ctx, { partyId, role: 'Admin' });
  // Others are guessed at: a lock refuses who is signed in as well, as it should.
  const bodies = await bodiesOf(open, ctx, partyId);
  const { server, customer } = await startPortalHost(open, POOL_SIZE);
  const attacker = startAttacker();
  try {
    const authorization = await customer(ctx, user);
    const asked = { port: server.port, path: `${PREFIX}/me`, headers: { authorization } };
    await crowd({ ...asked, seconds: WARM_UP_SECONDS });
    const full = (seconds: number) => crowd({ ...asked, seconds });
    const { answers, seconds } = await full(ROUND_SECONDS);
    const perSecond = Math.round(answers / seconds / 2);
    const storm = { port: server.port, path: `${PREFIX}/auth/login`, bodies };
    const beside = (name: string, work: Work) =>
      besideStorm({ name, open, server, attacker, storm }, work);
    const steady: Work = (forSeconds) => byTheClock({ ...asked, perSecond, seconds: forSeconds });
    const noticed = await beside('read the own profile by the clock', steady);
    const { p95TargetMs: _, ...told } = await beside('read it again at once', full);
    return [noticed, told];
  } finally {
    attacker.stop();
    await server.stop();
  }
}

type Work = (seconds: number) => Promise<Worked>;

interface Beside {
  readonly name: string;
  readonly open: OpenBench;
  readonly server: ChildServer;
  readonly attacker: Attacker;
  readonly storm: Omit<Storm, 'perSecond'>;
}

/** What work makes of a quiet host and, in turns with it, of one that is stormed. */
async function besideStorm(given: Beside, work: Work): Promise<BenchResult> {
  const { name, open, server, attacker, storm } = given;
  const [quiet, stormy] = [nothing(), nothing()];
  const storms = { attempts: 0, seconds: 0, processorMs: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    await work(LEAD_SECONDS);
    await add(quiet, open, server, () => work(ROUND_SECONDS));
    attacker.begin({ ...storm, perSecond: ATTEMPTS_A_SECOND });
    await work(LEAD_SECONDS);
    await add(stormy, open, server, () => work(ROUND_SECONDS));
    const { attempts, seconds, processorMs } = await attacker.end();
    storms.attempts += attempts;
    storms.seconds += seconds;
    storms.processorMs += processorMs;
    // What waits for its turn to be hashed is no part of the next round.
    await sleep(1000);
  }
  return told(name, { quiet, stormy, storms }, server);
}

function told(name: string, { quiet, stormy, storms }: Sums, server: ChildServer): BenchResult {
  const [rate, limit] = [stormy.answers / stormy.seconds, quiet.answers / quiet.seconds];
  const perSecond = Math.round(storms.attempts / storms.seconds);
  const shares = (['host', 'database'] as const).map((part) => {
    const [without, beside] = [quiet[part] / quiet.seconds, stormy[part] / stormy.seconds];
    return `${part} ${(beside / 1000).toFixed(2)} beside ${(without / 1000).toFixed(2)}`;
  });
  shares.push(`attacker ${(storms.processorMs / storms.seconds / 1000).toFixed(2)}`);
  return {
    measure:
      `${name}, ${perSecond} sign-in attempts/s beside it ` +
      `(p95 without them ${within(quiet.times, 0.95)} ms; of a processor: ${shares.join(', ')})`,
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
  /** Milliseconds of a processor that each took. */
  host: number;
  database: number;
  readonly times: number[];
}

interface Sums {
  readonly quiet: Sum;
  readonly stormy: Sum;
  /** Of all rounds, with what goes ahead of what is measured. */
  readonly storms: Omit<StormResult, 'statuses'>;
}

const nothing = (): Sum => ({
  answers: 0,
  seconds: 0,
  host: 0,
  database: 0,
  times: [],
});

interface Worked {
  readonly answers: number;
  readonly seconds: number;
  readonly times: readonly number[];
}

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

interface Asked {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** As many at once as there are workers, who ask again as soon as they are answered. */
async function crowd({ path, ...load }: Asked): Promise<Worked> {
  const times: number[] = [];
  const done = await httpLoad({
    ...load,
    connections: WORKERS,
    next: () => ({ method: 'GET', path }),
    expect: 200,
    onAnswer: (milliseconds) => times.push(milliseconds),
  });
  return { ...done, times };
}

async function byTheClock(asked: Asked & { readonly perSecond: number }): Promise<Worked> {
  const started = performance.now();
  const times = await steadyLoad({ ...asked, expect: 200 });
  return { answers: times.length, seconds: (performance.now() - started) / 1000, times };
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
