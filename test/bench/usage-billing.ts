import type { Ctx } from '@quittance/kernel';
import type { Bench, BenchResult } from './bench-result.js';
import { subscribeAll } from './billing-run/due-subscriptions.js';
import { useAll } from './billing-run/due-usage.js';
import {
  addTo,
  milliseconds,
  nothing,
  withBilling,
  type MeasuredBilling,
} from './billing-run/measured-billing.js';

const SUBSCRIPTIONS = 1000;
const FEW = 200_000;
const USUAL = 1_000_000;
const FULL = 10_000_000;
/** Companies that share subscriptions and events, billed in turns on both sides. */
const ROUNDS = 4;
/** Lines of an invoice: an item and its usage. */
const LINES = 2;

/**
 * A thousand subscriptions billed behind many events beside as many behind few, each in a database
 * of its own: what a month's billing costs must not grow with what was used. A million events, with
 * `--full` ten; planted by SQL, as taking them is measured by `usage`.
 */
export const bench: Bench = {
  name: 'usage-billing',
  run: ({ full }) =>
    withBilling((few) => withBilling(async (many) => [await measured(few, many, full)])),
};

async function measured(
  few: MeasuredBilling,
  many: MeasuredBilling,
  full: boolean,
): Promise<BenchResult> {
  const events = full ? FULL : USUAL;
  const sides = [
    { billing: few, companies: await plant(few, FEW), cost: nothing() },
    { billing: many, companies: await plant(many, events), cost: nothing() },
  ] as const;
  for (let round = 0; round <= ROUNDS; round += 1) {
    // The side that is billed first takes turns too.
    for (const { billing, companies, cost } of round % 2 === 0 ? sides : sides.toReversed()) {
      const spent = await billing.bill(companies[round] as Ctx, LINES);
      // The first company warms up.
      if (round > 0) addTo(cost, spent);
    }
  }
  const [{ cost: limit }, { cost: own }] = sides;
  return {
    measure: `${told(SUBSCRIPTIONS)} subscriptions ${behind(events)} and ${behind(FEW)}`,
    rate: SUBSCRIPTIONS / own.seconds,
    limit: SUBSCRIPTIONS / limit.seconds,
    // By the clock it tells as much of what else the machine does.
    ratio: limit.processor / own.processor,
    target: 0.85,
    unit: 'invoices/s',
    processorMs: milliseconds(own.processor / SUBSCRIPTIONS),
    limitProcessorMs: milliseconds(limit.processor / SUBSCRIPTIONS),
    peakMemoryMb: own.peakMemoryMb,
  };
}

/** One company to warm up, with few events, and those among which all are shared. */
async function plant(billing: MeasuredBilling, events: number): Promise<readonly Ctx[]> {
  const due = SUBSCRIPTIONS / ROUNDS;
  const companies: Ctx[] = [];
  for (let i = 0; i <= ROUNDS; i += 1) {
    const ctx = await billing.newCompany(due);
    await subscribeAll(billing.owner, ctx, due, { items: 1, usage: true });
    await useAll(billing.owner, ctx, due, (i === 0 ? FEW : events) / ROUNDS);
    companies.push(ctx);
  }
  await billing.owner.query('vacuum analyze');
  return companies;
}

const told = (count: number): string => count.toLocaleString('en');
const behind = (events: number): string => `behind ${told(events)} events`;
