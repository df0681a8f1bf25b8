import { addSeconds, systemClock, type Ctx } from '@quittance/kernel';
import { claimUpTo } from '@quittance/webhooks/testing';
import type { BenchResult } from '../bench-result.js';
import { peakMemoryMb, type OpenBench } from '../support/open-bench.js';
import { companyWithEndpoint } from './lone-endpoint.js';

const SMALL = 1000;
const LARGE = 100_000;
const CLAIMS = 100;
const LIMIT = 100;

const MESSAGES = `
  insert into webhooks.message (company_id, id, endpoint_id, event_id, type, body, occurred_at,
    next_attempt_at, created_at, record_id, bulk)
  select e.company_id, gen_random_uuid(), e.id, gen_random_uuid(), 'invoice.created',
    '{"type":"invoice.created"}', now(), now() - interval '1 hour' + n * interval '1 millisecond',
    now(), gen_random_uuid()::text, true
  from webhooks.endpoint e, generate_series(1, $2::int) n where e.company_id = $1`;

class Undone extends Error {}

/** What it costs to claim the next messages where few and where many wait, in turns. */
export async function claimCost(open: OpenBench): Promise<BenchResult[]> {
  const companies = [await waitingIn(open, SMALL), await waitingIn(open, LARGE)];
  await open.owner.query('update webhooks.endpoint set in_flight_limit = $1', [LIMIT]);
  await open.owner.query('vacuum analyze webhooks.message');
  const times: number[][] = companies.map(() => []);
  for (let i = 0; i < CLAIMS; i += 1) {
    for (const [which, ctx] of companies.entries()) {
      const started = performance.now();
      await claim(open, ctx);
      times[which]?.push(performance.now() - started);
    }
  }
  const [small = 0, large = 0] = times.map((each) => 1000 / median(each));
  return [
    {
      measure: 'claims where 100,000 wait beside 1,000 (flatness, medians)',
      rate: large,
      limit: small,
      ratio: large / small,
      target: 0.8,
      unit: 'claims/s',
      peakMemoryMb: peakMemoryMb(),
    },
  ];
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

async function waitingIn(open: OpenBench, waiting: number): Promise<Ctx> {
  const ctx = await companyWithEndpoint(open, 'http://127.0.0.1:9/in');
  await open.owner.query(MESSAGES, [ctx.companyId, waiting]);
  return ctx;
}

/** Everything but the commit: what is claimed waits again for the next claim. */
async function claim({ db }: OpenBench, ctx: Ctx): Promise<void> {
  const now = addSeconds(systemClock.now(), 1);
  await db
    .write({ ...ctx, now }, async (tx) => {
      const claimed = await claimUpTo(tx, LIMIT);
      if (claimed < LIMIT / 2) throw new Error(`${claimed} were claimed`);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
}
