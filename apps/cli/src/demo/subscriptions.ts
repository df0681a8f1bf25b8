import { systemClock } from '@quittance/kernel';
import { where, type DemoPage, type ApiClient } from './client.js';
import { counted, grouped, recall, type Step } from './story.js';

const SKU = 'DEMO-ANALYTICS';
const METER = 'demo_queries';
const EVENTS = 1500;

interface Identified {
  readonly id: string;
}

async function findOrCreate(
  staff: ApiClient,
  path: string,
  key: Readonly<Record<string, string>>,
  more: object,
): Promise<Identified> {
  const known = await staff.get<DemoPage<Identified>>(path, where(key));
  return known.data[0] ?? staff.post<Identified>(path, { body: { ...key, ...more } });
}

/** A flat price by the month, and so much for each query beyond those that are included. */
const versionOf = (meterId: string) => ({
  frequency: 'monthly',
  prices: [{ currency: 'EUR', unitPrice: '90.00' }],
  charges: [
    {
      key: 'queries',
      meterId,
      name: 'Queries',
      included: '1000',
      alerts: { percents: [80, 100] },
      prices: [{ currency: 'EUR', model: 'per_unit', unitPrice: '0.02' }],
    },
  ],
});

export const offerPlan: Step = {
  title: 'Offer a plan',
  async run({ staff, known }) {
    const product = { name: 'Analytics', kind: 'recurring' };
    const { id: productId } = await findOrCreate(staff, '/products', { sku: SKU }, product);
    const meter = { name: 'Queries', aggregation: 'sum' };
    const { id: meterId } = await findOrCreate(staff, '/meters', { code: METER }, meter);
    const plan = await staff.post<Identified>('/plans', { body: { name: 'Analytics', productId } });
    await staff.post(`/plans/${plan.id}/versions`, { body: versionOf(meterId) });
    known.set('product', productId);
    return ['90.00 EUR a month with 1,000 queries, 0.02 EUR for each one more'];
  },
};

interface Taken {
  readonly accepted: number;
  readonly duplicates: number;
}

interface Usage {
  readonly total: string;
  readonly charges: readonly { readonly units: string; readonly amount: string }[];
}

export const sendUsage: Step = {
  title: 'Usage comes in',
  async run(story) {
    const { staff } = story;
    const subscriptionId = recall(story, 'subscription');
    const timestamp = systemClock.now();
    const lines = Array.from({ length: EVENTS }, (_, i) =>
      JSON.stringify({
        eventId: `${subscriptionId}-${i}`,
        meter: METER,
        subscriptionId,
        timestamp,
      }),
    );
    const raw = { type: 'application/x-ndjson', text: lines.join('\n') };
    const first = await staff.post<Taken>('/usage-events', { raw });
    const again = await staff.post<Taken>('/usage-events', { raw });
    const usage = await staff.get<Usage>(`/subscriptions/${subscriptionId}/usage`);
    const known = `sent again, ${grouped(again.duplicates)} are known`;
    return [
      `${counted(first.accepted, 'event')} taken; ${known}`,
      ...usage.charges.map(
        ({ units, amount }) => `${grouped(units)} queries so far: ${amount} EUR`,
      ),
    ];
  },
};

interface RevenueMonth {
  readonly month: string;
  readonly currency: string;
  readonly new: string;
  readonly end: string;
  readonly arr: string;
}

export const recurringRevenue: Step = {
  title: 'Recurring revenue',
  async run({ staff }) {
    const months = await staff.get<readonly RevenueMonth[]>('/reports/recurring-revenue');
    const last = months.findLast(({ currency }) => currency === 'EUR');
    if (!last) throw new Error('No recurring revenue is reported');
    return [
      `${last.month}: ${grouped(last.end)} EUR a month, ${grouped(last.new)} of it new`,
      `${grouped(last.arr)} EUR a year`,
    ];
  },
};
