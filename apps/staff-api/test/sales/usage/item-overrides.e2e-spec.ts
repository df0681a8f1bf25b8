import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from '../sales-support';
import { billedOn, invoicesOf } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let count = 0;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
afterAll(async () => {
  // No dispatcher runs while the clock goes on for months.
  await expectInvariants(t, ['I15b']);
  await api?.close();
  await t?.close();
});

const call = (method: string, path: string, body?: object) => callAs(admin, method, path, body);
const post = (path: string, body: object = {}) => call('POST', path, body);
const billed = (day: string) => billedOn({ t, api, admin }, day);
const nets = async () => (await invoicesOf(admin)).map(({ subtotal }) => subtotal);

const EUR = { currency: 'EUR' };
/** ≤ 100 at 1.00, above at 0.50. */
const G = {
  ...EUR,
  model: 'graduated',
  tiers: [{ upTo: '100', unitPrice: '1.00' }, { unitPrice: '0.50' }],
};
/** ≤ 100 at 0.80, above at 0.10. */
const AGREED = {
  model: 'graduated',
  tiers: [{ upTo: '100', unitPrice: '0.80' }, { unitPrice: '0.10' }],
};
const TIERS = { charges: [{ key: 'calls', price: AGREED }] };

async function aVersion(): Promise<object> {
  const { body } = await post('/meters', { code: 'calls', name: 'Calls', aggregation: 'sum' });
  const charges = [{ key: 'calls', meterId: body.id, name: 'Calls', included: '10', prices: [G] }];
  return { prices: [], charges, minimums: [{ ...EUR, amount: '20' }] };
}

async function agreed(overrides: object | undefined, plan: Made): Promise<Made> {
  const items = [{ planId: plan.id, ...(overrides && { overrides }) }];
  return aSubscription(admin, plan, { startDate: '2026-04-01', items });
}

async function used({ id }: Made, day: string, value: string, toldOn = day): Promise<void> {
  count += 1;
  t.clock.set(`${toldOn}T12:00:00Z`);
  const event = { eventId: `e-${count}`, meter: 'calls', timestamp: `${day}T11:00:00Z`, value };
  expect((await post(`/subscriptions/${id}/usage`, { events: [event] })).body).toMatchObject({
    accepted: 1,
  });
}

describe('what is agreed of usage with one subscription', () => {
  test.each([
    ['nothing: as the plan asks', undefined, '120.00'],
    ['tiers', TIERS, '84.00'],
    ['other included units', { charges: [{ key: 'calls', included: '50' }] }, '100.00'],
    ['that nothing is included', { charges: [{ key: 'calls', included: null }] }, '125.00'],
    [
      'a price of another model',
      {
        charges: [{ key: 'calls', price: { model: 'per_unit', unitPrice: '0.01' }, included: '0' }],
      },
      '20.00',
    ],
    ['a minimum', { minimum: '200' }, '200.00'],
    [
      'that there is none',
      {
        charges: [{ key: 'calls', price: { model: 'per_unit', unitPrice: '0.01' }, included: '0' }],
        minimum: '0',
      },
      '1.50',
    ],
  ])('is billed: %s', async (_, overrides, total) => {
    const plan = await aPlan(admin, await aVersion());
    const made = await agreed(overrides, plan);
    await used(made, '2026-04-10', '150');
    const { body } = await call('GET', `/subscriptions/${made.id}/preview`);
    expect((body.invoices as Json[])[0]?.subtotal).toBe(total);
    await billed('2026-05-01');
    expect(await nets()).toEqual([total]);
  });

  test('rates also what comes late, and what usage has come to', async () => {
    const plan = await aPlan(admin, await aVersion());
    const made = await agreed(TIERS, plan);
    await used(made, '2026-04-10', '150');
    const usage = await call('GET', `/subscriptions/${made.id}/usage`);
    expect(usage.body).toMatchObject({ total: '84.00' });
    await billed('2026-05-01');
    // What was agreed is no longer, and was in the period that it came late for.
    const [item] = made.items as unknown as Json[];
    t.clock.set('2026-05-02T10:00:00Z');
    const items = [{ itemId: item?.itemId, planId: plan.id, overrides: null }];
    const change = { items, effective: 'now' };
    expect((await post(`/subscriptions/${made.id}/change`, change)).status).toBe(200);
    await used(made, '2026-04-11', '100', '2026-05-03');
    await billed('2026-06-01');
    // 100 × 0.10 late, and both parts of May up to their minimum: 0.65 and 19.35.
    expect(await nets()).toEqual(['84.00', '30.00']);
  });

  test('splits the period where it changes, each side with whole tiers', async () => {
    const plan = await aPlan(admin, { ...(await aVersion()), minimums: [] });
    const made = await agreed(undefined, plan);
    await used(made, '2026-04-10', '110');
    const [item] = made.items as unknown as Json[];
    t.clock.set('2026-04-16T10:00:00Z');
    const items = [{ itemId: item?.itemId, planId: plan.id, overrides: TIERS }];
    await post(`/subscriptions/${made.id}/change`, { items, effective: 'now' });
    await used(made, '2026-04-16', '110');
    await billed('2026-05-01');
    expect(await nets()).toEqual(['180.00']);
  });

  test('stays when the quantity changes, and is answered', async () => {
    const plan = await aPlan(admin, await aVersion());
    const made = await agreed(TIERS, plan);
    const [item] = made.items as unknown as Json[];
    const items = [{ itemId: item?.itemId, planId: plan.id, quantity: '2' }];
    const changed = await post(`/subscriptions/${made.id}/change`, { items, effective: 'now' });
    expect((changed.body.items as Json[])[0]?.overrides).toMatchObject({ ...TIERS, minimum: null });
  });

  test.each([
    [false, '84.00'],
    [true, '240.00'],
  ])('survives a migration unless it is dropped (%s)', async (dropOverrides, total) => {
    const version = (await aVersion()) as { charges: object[] };
    const plan = await aPlan(admin, version);
    const made = await agreed(TIERS, plan);
    const double = {
      ...G,
      tiers: G.tiers.map(({ unitPrice, ...tier }) => {
        return { ...tier, unitPrice: String(Number(unitPrice) * 2) };
      }),
    };
    const charges = version.charges.map((charge) => ({ ...charge, prices: [double] }));
    const next = await post(`/plans/${plan.id}/versions`, {
      frequency: 'monthly',
      ...version,
      charges,
    });
    const moved = await post(`/plans/${plan.id}/migrate`, {
      to: next.body.id,
      on: 'period_end',
      dropOverrides,
    });
    expect(moved.body).toMatchObject({ migrated: 1 });
    await billed('2026-05-01');
    await used(made, '2026-05-10', '150');
    await billed('2026-06-01');
    expect((await nets()).at(-1)).toBe(total);
  });

  test.each([
    ['of no charge', { charges: [{ key: 'none' }] }, '/items/0/overrides/charges/0/key'],
    [
      'of one twice',
      { charges: [{ key: 'calls' }, { key: 'calls' }] },
      '/items/0/overrides/charges/1/key',
    ],
    [
      'without tiers',
      { charges: [{ key: 'calls', price: { model: 'graduated' } }] },
      '/items/0/overrides/charges/0/price/tiers',
    ],
    [
      'with tiers that do not rise',
      {
        charges: [
          {
            key: 'calls',
            price: {
              model: 'volume',
              tiers: [
                { upTo: '10', unitPrice: '1' },
                { upTo: '5', unitPrice: '1' },
                { unitPrice: '1' },
              ],
            },
          },
        ],
      },
      '/items/0/overrides/charges/0/price/tiers/1/upTo',
    ],
    ['with a minimum that is too fine', { minimum: '1.001' }, '/items/0/overrides/minimum'],
  ])('is refused %s', async (_, overrides, pointer) => {
    const plan = await aPlan(admin, await aVersion());
    const account = await post('/accounts', { name: 'Somebody' });
    const items = [{ planId: plan.id, overrides }];
    const made = await post('/subscriptions', {
      accountId: account.body.id,
      currency: 'EUR',
      items,
    });
    expect(made.status).toBe(422);
    expect(made.body.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  test('is refused where items of one plan would differ', async () => {
    const plan = await aPlan(admin, await aVersion());
    const account = await post('/accounts', { name: 'Somebody' });
    const items = [{ planId: plan.id }, { planId: plan.id, overrides: TIERS }];
    const made = await post('/subscriptions', {
      accountId: account.body.id,
      currency: 'EUR',
      items,
    });
    expect(made.body.errors).toEqual([
      expect.objectContaining({ pointer: '/items/1/overrides', code: 'mixed' }),
    ]);
  });
});
