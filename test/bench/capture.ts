import { connect } from '@quittance/database/host';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { allEntities } from '../../apps/cli/src/assembly.js';
import { TEST_KEY, TEST_KEYS } from '@quittance/gateway/testing';
import type { Bench, BenchResult } from './bench-result.js';
import { payingCompany, type Installation, type PayingCompany } from './capture/capture-data.js';
import { SCRIPT_SCHEMA, placeholdersOf, runningSums } from './capture/capture-template.js';
import {
  capturedWebhook,
  type CapturedPayment,
  type SignedWebhook,
} from './capture/capture-webhook.js';
import { recordCapture } from './capture/recorded-capture.js';
import { findLimit, type LimitWork } from './capture/run-limit.js';
import { deliverAll, percentile } from './capture/webhook-load.js';
import { benchDatabase, type BenchDatabase } from './support/bench-database.js';
import { startChild, type ChildServer } from './support/child-server.js';

/** As many deliveries at a time, and as many clients of the limit. */
const AT_ONCE = 16;
/** Ours and the limit take turns, so that what else the machine does falls on both. */
const ROUNDS = 3;
/** Connections of the host: one for each delivery. */
const POOL_SIZE = AT_ONCE;

/**
 * Neighbours in time are no neighbours on the disk; it has no divisor in common with the invoices.
 */
const STRIDE = 7_919;

interface Case {
  readonly measure: string;
  readonly target: number;
  /** Milliseconds that 99 of 100 answers may take; not every case has such an aim. */
  readonly p99TargetMs?: number;
  /** How many invoices take the captures; each of `amount` in minor units. */
  readonly invoices: number;
  readonly total: bigint;
  readonly amount: bigint;
  /** Per round and side. */
  readonly captures: number;
  readonly warmUp: number;
}

const AMOUNT = 11_800n;

const CASES: readonly Case[] = [
  {
    measure: 'capture, spread over 20,000 invoices',
    target: 0.5,
    p99TargetMs: 50,
    invoices: 20_000,
    total: AMOUNT,
    amount: AMOUNT,
    captures: 6_000,
    warmUp: 2_000,
  },
  {
    measure: 'capture, on one invoice',
    target: 0.5,
    invoices: 1,
    total: AMOUNT * 1_000_000n,
    amount: AMOUNT,
    captures: 800,
    warmUp: 320,
  },
];

/** Signed webhooks over HTTP to the portal host, beside pgbench with the same statements. */
export const bench: Bench = {
  name: 'capture',
  async run() {
    const database = await benchDatabase();
    const settings = { url: database.url, poolSize: 4, applicationName: 'quittance-bench' };
    const db = await connect(settings, allEntities);
    try {
      await asOwner(database, SCRIPT_SCHEMA);
      const host = await startHost(database);
      try {
        const results: BenchResult[] = [];
        for (const each of CASES) {
          results.push(await measure(each, host, { ...database, db }));
        }
        return results;
      } finally {
        await host.stop();
      }
    } finally {
      await db.close();
      await database.close();
    }
  },
};

async function asOwner({ ownerUrl }: BenchDatabase, statement: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

function startHost(database: BenchDatabase): Promise<ChildServer> {
  return startChild('apps/portal-api/src/main.js', 'PORTAL_PORT', {
    NODE_ENV: 'production',
    LOG_LEVEL: process.env.BENCH_LOG_LEVEL ?? 'warn',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    PORTAL_TOKEN_SECRET: randomBytes(32).toString('hex'),
    SECRETS_KEY: `${TEST_KEYS.activeId}:${TEST_KEY.toString('base64')}`,
  });
}

async function measure(
  each: Case,
  host: ChildServer,
  installation: Installation & BenchDatabase,
): Promise<BenchResult> {
  const { url } = installation;
  const ours = await payingCompany(installation, each.invoices, each.total);
  const theirs = await payingCompany(installation, each.invoices, each.total);
  const work = await recordWork(each, theirs, url);
  const limit = findLimit();
  const deliver = (from: number, count: number) =>
    deliverAll(host.port, webhooksOf(each, ours, from, count), AT_ONCE);
  const repeat = (from: number, count: number) =>
    limit.run({ ...work, made: from, perClient: count / AT_ONCE });
  await deliver(0, each.warmUp);
  await repeat(AT_ONCE, each.warmUp - AT_ONCE);
  const latencies: number[] = [];
  const seconds = { ours: 0, limit: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = each.warmUp + round * each.captures;
    seconds.limit += each.captures / (await repeat(from, each.captures));
    const delivered = await deliver(from, each.captures);
    seconds.ours += delivered.seconds;
    latencies.push(...delivered.latencies);
  }
  const captures = each.captures * ROUNDS;
  const [rate, most] = [captures / seconds.ours, captures / seconds.limit];
  const { p99TargetMs } = each;
  return {
    measure: `${each.measure} (limit: ${limit.name})`,
    rate: Math.round(rate),
    limit: Math.round(most),
    ratio: Math.round((rate / most) * 100) / 100,
    target: each.target,
    unit: 'captures/s',
    peakMemoryMb: host.peakMemoryMb(),
    p50Ms: tenths(percentile(latencies, 0.5)),
    p99Ms: tenths(percentile(latencies, 0.99)),
    ...(p99TargetMs !== undefined && { p99TargetMs }),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** What the product asks for one capture, made repeatable: the second of a company is recorded. */
async function recordWork(
  each: Case,
  company: PayingCompany,
  url: string,
): Promise<Omit<LimitWork, 'made' | 'perClient'>> {
  await recordCapture(url, company, paymentOf(each, 0));
  const recorded = paymentOf(each, 1);
  const roundTrips = await recordCapture(url, company, recorded);
  const placeholders = [
    ...(each.invoices === 1 ? runningSums(company, each.amount) : []),
    ...placeholdersOf(roundTrips, company, recorded),
  ];
  return {
    url,
    roundTrips,
    placeholders,
    clients: AT_ONCE,
    invoices: each.invoices,
    stride: STRIDE,
  };
}

function webhooksOf(
  each: Case,
  company: PayingCompany,
  from: number,
  count: number,
): SignedWebhook[] {
  return Array.from({ length: count }, (_, i) =>
    capturedWebhook(company, paymentOf(each, from + i)),
  );
}

function paymentOf({ invoices, amount }: Case, turn: number): CapturedPayment {
  const invoice = 1 + ((turn * STRIDE) % invoices);
  return { id: `pay_b${turn}x`, eventId: `evt_b${turn}x`, invoice, amount };
}
