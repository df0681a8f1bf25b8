import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { done, made, type Made } from '../../objects/objects-support.js';
import { aPlan, aSubscription } from '../sales-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-01-20T10:00:00Z');
  admin = await api.newAdmin();
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** Volume: up to 100 at 1.00, above at 0.90. */
const V = [
  { upTo: '100', unitPrice: '1' },
  { upTo: null, unitPrice: '0.9' },
];

async function metered(): Promise<Made> {
  const meter = await made(admin, '/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
  const prices = [{ currency: 'EUR', model: 'volume', tiers: V }];
  const charges = [{ key: 'calls', meterId: meter.id, name: 'Calls', prices }];
  const plan = await aPlan(admin, { charges });
  return aSubscription(admin, plan, { startDate: '2026-01-01' });
}

async function used({ id }: Made, value: string): Promise<void> {
  const event = { eventId: value, meter: 'calls', timestamp: '2026-01-10T09:00:00Z', value };
  await done(admin, 'POST', `/subscriptions/${id}/usage`, { events: [event] });
}

interface Previewed {
  readonly invoices: readonly { readonly lines: readonly Made[] }[];
}
interface Rated {
  readonly charges: readonly { readonly amount: string; readonly lines: readonly Made[] }[];
}

/** The line of usage, as the coming invoice has it and as it is rated by now. */
async function told({ id }: Made) {
  const preview = await done<Previewed>(admin, 'GET', `/subscriptions/${id}/preview`);
  const lines = preview.invoices.flatMap((invoice) => invoice.lines);
  const coming = lines.find(({ description }) => String(description).startsWith('Calls'));
  const usage = await done<Rated>(admin, 'GET', `/subscriptions/${id}/usage`);
  const [rated] = usage.charges.flatMap((charge) => charge.lines);
  return {
    coming: [coming?.net, coming?.fellFrom],
    rated: [rated?.amount, rated?.fellFrom],
  };
}

describe('a volume of usage', () => {
  it('that falls though more is used says so in the preview (example 21)', async () => {
    const subscription = await metered();
    await used(subscription, '100');
    expect(await told(subscription)).toEqual({
      coming: ['100.00', null],
      rated: ['100.00', null],
    });
    await used(subscription, '1');
    const from = { quantity: '100', amount: '100.00' };
    expect(await told(subscription)).toEqual({ coming: ['90.90', from], rated: ['90.90', from] });
    await used(subscription, '11');
    expect(await told(subscription)).toEqual({
      coming: ['100.80', null],
      rated: ['100.80', null],
    });
  });
});
