import type { Bench } from './bench-result.js';
import { subscribeAll, type Subscribed } from './billing-run/due-subscriptions.js';
import {
  addTo,
  milliseconds,
  nothing,
  withBilling,
  type Cost,
  type MeasuredBilling,
} from './billing-run/measured-billing.js';

const USUAL = 10_000;
const LARGE = 100_000;
const WARM_UP = 2000;

/** How often each kind is billed, in turns: what else the machine does meets all of them. */
const ROUNDS = 4;

/** What is billed, and how many lines an invoice of it has. */
interface Kind {
  readonly subscribed: Subscribed | null;
  readonly lines: number;
}

const WITH_USAGE: Kind = { subscribed: { items: 2, usage: true }, lines: 3 };

/** What subscriptions with usage are measured beside. */
const BESIDE = {
  'the same without usage, with as many lines': {
    kind: { subscribed: { items: 3, usage: false }, lines: 3 },
    target: 0.8,
  },
  'the same without usage, with its line less': {
    kind: { subscribed: { items: 2, usage: false }, lines: 2 },
    target: 0.8,
  },
  'schedules with as many lines': { kind: { subscribed: null, lines: 3 }, target: 0 },
} as const satisfies Record<string, { readonly kind: Kind; readonly target: number }>;

/** A month's billing of subscriptions with usage, beside the run without. */
export const bench: Bench = {
  name: 'subscriptions',
  run: ({ full }) =>
    withBilling(async (billing) => {
      const count = full ? LARGE : USUAL;
      const kinds: readonly Kind[] = [WITH_USAGE, ...Object.values(BESIDE).map(({ kind }) => kind)];
      for (const kind of kinds) await billed(billing, kind, WARM_UP);
      const costs = new Map(kinds.map((kind) => [kind, nothing()]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [kind, cost] of costs) addTo(cost, await billed(billing, kind, count / ROUNDS));
      }
      const own = costs.get(WITH_USAGE) ?? nothing();
      return Object.entries(BESIDE).map(([name, { kind, target }]) => {
        const other = costs.get(kind) ?? nothing();
        return {
          measure: `${count.toLocaleString('en')} subscriptions with usage, beside ${name}`,
          rate: count / own.seconds,
          limit: count / other.seconds,
          // By the clock it tells as much of what else the machine does.
          ratio: other.processor / own.processor,
          target,
          unit: 'invoices/s',
          processorMs: milliseconds(own.processor / count),
          limitProcessorMs: milliseconds(other.processor / count),
          peakMemoryMb: own.peakMemoryMb,
        };
      });
    }),
};

async function billed(billing: MeasuredBilling, kind: Kind, due: number): Promise<Cost> {
  const { owner } = billing;
  const ctx = await billing.newCompany(due);
  if (kind.subscribed) await subscribeAll(owner, ctx, due, kind.subscribed);
  await owner.query('vacuum analyze');
  return billing.bill(ctx, kind.lines);
}
