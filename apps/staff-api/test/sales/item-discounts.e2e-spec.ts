import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import type { Json, Made } from '../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';
import { billedOn, invoicesOf } from './subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-01-01T10:00:00Z');
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

const at = (unitPrice: string, version: object = {}) =>
  aPlan(admin, { prices: [{ currency: 'EUR', unitPrice }], ...version });

async function discounted(plan: Made, item: object, more: object = {}): Promise<Made> {
  const items = [{ planId: plan.id, ...item }];
  return aSubscription(admin, plan, { startDate: '2026-01-01', items, ...more });
}

const itemsOf = (made: Json) => made.items as Json[];
const shown = (made: Json) =>
  itemsOf(made).map(({ validFrom, validTo, net, discountUntil }) => [
    validFrom,
    validTo,
    net,
    discountUntil,
  ]);

describe('a discount for a number of periods', () => {
  test('example 40: lowers so many invoices, and no more', async () => {
    const made = await discounted(await at('297.00'), {
      discountPercent: '10',
      discountPeriods: 3,
    });
    expect(shown(made)).toEqual([
      ['2026-01-01', '2026-04-01', '267.30', '2026-04-01'],
      ['2026-04-01', null, '297.00', null],
    ]);
    const { body } = await call('GET', `/subscriptions/${made.id}/preview?count=4`);
    const previewed = (body.invoices as Json[]).map(({ subtotal }) => subtotal);
    await billed('2026-05-01');
    expect(await nets()).toEqual(['267.30', '267.30', '267.30', '297.00', '297.00']);
    expect(previewed).toEqual(['267.30', '267.30', '267.30', '297.00']);
  });

  test('may be an amount, and never takes off more than there is', async () => {
    const plan = await at('20.00');
    await discounted(plan, { quantity: '2', discountAmount: '15.00', discountPeriods: 1 });
    await billed('2026-02-01');
    expect(await nets()).toEqual(['25.00', '40.00']);
    const items = [{ planId: plan.id, discountAmount: '20.01' }];
    const [first] = (await call('GET', '/subscriptions')).body.data as Json[];
    const over = await post('/subscriptions', {
      accountId: first?.accountId,
      currency: 'EUR',
      items,
    });
    expect(over.body.errors).toEqual([
      expect.objectContaining({ pointer: '/items/0/discountAmount' }),
    ]);
  });

  test('is on the stub too, and counts whole periods', async () => {
    const plan = await at('31.00');
    const more = { startDate: '2026-01-15', anchorDay: 1 };
    await discounted(plan, { discountPercent: '50', discountPeriods: 2 }, more);
    await billed('2026-04-01');
    expect(await nets()).toEqual(['8.50', '15.50', '15.50', '31.00']);
  });

  test('does not come back once another has taken its place', async () => {
    const made = await discounted(await at('100.00'), {
      discountPercent: '10',
      discountPeriods: 6,
    });
    const [{ itemId, planId } = {}] = itemsOf(made);
    const change = (item: object, day: string) => {
      t.clock.set(`${day}T10:00:00Z`);
      const items = [{ itemId, planId, ...item }];
      return post(`/subscriptions/${made.id}/change`, { items, effective: 'now' });
    };
    const heldOf = async () =>
      itemsOf((await call('GET', `/subscriptions/${made.id}`)).body).filter(
        ({ validTo }) => validTo === null,
      );
    expect((await change({ discountPercent: '5' }, '2026-01-10')).status).toBe(200);
    expect((await change({ quantity: '2' }, '2026-01-20')).status).toBe(200);
    expect(await heldOf()).toMatchObject([{ net: '190.00', discountUntil: null }]);
  });

  test('holds for ever without a number', async () => {
    await discounted(await at('10.00'), { discountAmount: '1.00' });
    await billed('2026-03-01');
    expect(await nets()).toEqual(['9.00', '9.00', '9.00']);
  });

  test('counts as revenue what is asked on the day', async () => {
    const made = await discounted(await at('100.00'), {
      discountPercent: '10',
      discountPeriods: 2,
    });
    expect(made.mrr).toBe('90.00');
    await billed('2026-03-15');
    const { body } = await call('GET', `/subscriptions/${made.id}`);
    expect(body.mrr).toBe('100.00');
    const report = await call('GET', '/reports/recurring-revenue?from=2026-01-01&to=2026-03-31');
    const months = (report.body as never as Json[]).map(({ month, end, expansion }) => {
      return [month, end, expansion];
    });
    expect(months).toEqual([
      ['2026-01', '90.00', '0.00'],
      ['2026-02', '90.00', '0.00'],
      ['2026-03', '100.00', '10.00'],
    ]);
  });

  test('goes on to its end whatever else of the item changes', async () => {
    const plan = await at('100.00');
    const made = await discounted(plan, { discountPercent: '10', discountPeriods: 3 });
    await billed('2026-01-01');
    t.clock.set('2026-01-10T10:00:00Z');
    const [item] = itemsOf(made);
    const items = [{ itemId: item?.itemId, planId: plan.id, quantity: '2' }];
    const changed = await post(`/subscriptions/${made.id}/change`, {
      items,
      effective: 'period_end',
    });
    expect(changed.status).toBe(200);
    await billed('2026-04-01');
    expect(await nets()).toEqual(['90.00', '180.00', '180.00', '200.00']);
  });

  test('goes on where something changes on the first day', async () => {
    const plan = await at('100.00');
    const made = await discounted(plan, { discountPercent: '10', discountPeriods: 2 });
    const items = [{ itemId: itemsOf(made)[0]?.itemId, planId: plan.id, quantity: '2' }];
    await post(`/subscriptions/${made.id}/change`, { items, effective: 'now' });
    await billed('2026-03-01');
    expect(await nets()).toEqual(['180.00', '180.00', '200.00']);
  });

  test('is as it was once a change that was planned is withdrawn', async () => {
    const plan = await at('100.00');
    const made = await discounted(plan, { discountPercent: '10', discountPeriods: 2 });
    await billed('2026-01-01');
    const [item] = itemsOf(made);
    const items = [{ itemId: item?.itemId, planId: plan.id, quantity: '2' }];
    const change = { items, effective: 'period_end' };
    expect((await post(`/subscriptions/${made.id}/change`, change)).status).toBe(200);
    const kept = await call('DELETE', `/subscriptions/${made.id}/change`);
    expect(shown(kept.body)).toEqual(shown(made));
    await billed('2026-03-01');
    expect(await nets()).toEqual(['90.00', '90.00', '100.00']);
  });

  test('stays where a change that is withdrawn was of another item, or of nothing', async () => {
    const plan = await at('100.00');
    const other = await at('10.00');
    const made = await discounted(plan, { discountPercent: '10', discountPeriods: 3 });
    const added = await post(`/subscriptions/${made.id}/change`, {
      items: [{ itemId: itemsOf(made)[0]?.itemId, planId: plan.id }, { planId: other.id }],
      effective: 'now',
    });
    const [first, , second] = itemsOf(added.body);
    const items = (quantity: string) => [
      { itemId: first?.itemId, planId: plan.id },
      { itemId: second?.itemId, planId: other.id, quantity },
    ];
    for (const quantity of ['1', '2']) {
      const change = { items: items(quantity), effective: 'period_end' };
      expect((await post(`/subscriptions/${made.id}/change`, change)).status).toBe(200);
      const kept = await call('DELETE', `/subscriptions/${made.id}/change`);
      expect(shown(kept.body)).toEqual(shown(added.body));
    }
  });

  test('ends where another is told', async () => {
    const plan = await at('100.00');
    const made = await discounted(plan, { discountPercent: '10', discountPeriods: 6 });
    const [item] = itemsOf(made);
    const items = [{ itemId: item?.itemId, planId: plan.id, discountPercent: '20' }];
    await post(`/subscriptions/${made.id}/change`, { items, effective: 'period_end' });
    await billed('2026-01-01');
    await billed('2026-09-01');
    expect(new Set((await nets()).slice(1))).toEqual(new Set(['80.00']));
  });

  test('moves along with a trial that is extended', async () => {
    const plan = await at('100.00', { trialDays: 31 });
    const made = await discounted(plan, { discountPercent: '10', discountPeriods: 2 });
    expect(shown(made)[0]).toEqual(['2026-01-01', '2026-04-01', '90.00', '2026-04-01']);
    const later = await post(`/subscriptions/${made.id}/extend-trial`, { trialEnd: '2026-03-01' });
    expect(shown(later.body)).toEqual([
      ['2026-01-01', '2026-05-01', '90.00', '2026-05-01'],
      ['2026-05-01', null, '100.00', null],
    ]);
    await billed('2026-05-01');
    expect(await nets()).toEqual(['90.00', '90.00', '100.00']);
  });

  test('survives a migration of the plan', async () => {
    const plan = await at('100.00');
    await discounted(plan, { discountPercent: '10', discountPeriods: 3 });
    await billed('2026-01-01');
    const version = await post(`/plans/${plan.id}/versions`, {
      frequency: 'monthly',
      prices: [{ currency: 'EUR', unitPrice: '200.00' }],
    });
    const moved = await post(`/plans/${plan.id}/migrate`, {
      to: version.body.id,
      on: 'period_end',
    });
    expect(moved.body).toMatchObject({ migrated: 1, skipped: 0 });
    await billed('2026-04-01');
    expect(await nets()).toEqual(['90.00', '180.00', '180.00', '200.00']);
  });

  test.each([
    ['without a discount', { discountPeriods: 3 }, '/items/0/discountPeriods'],
    ['of both kinds', { discountPercent: '1', discountAmount: '1' }, '/items/0/discountAmount'],
    ['finer than the currency', { discountAmount: '0.001' }, '/items/0/discountAmount'],
  ])('is refused %s', async (_, item, pointer) => {
    const plan = await at('10.00');
    const account = await post('/accounts', { name: 'Somebody' });
    const items = [{ planId: plan.id, ...item }];
    const made = await post('/subscriptions', {
      accountId: account.body.id,
      currency: 'EUR',
      items,
    });
    expect(made.status).toBe(422);
    expect(made.body.errors).toEqual([expect.objectContaining({ pointer })]);
  });
});
