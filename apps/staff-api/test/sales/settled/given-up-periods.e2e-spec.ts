import { parseMinor } from '@quittance/money';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call } from '../sales-support';
import { billedOn, invoicesOf } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
});
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

const post = async (path: string, body: object = {}) => {
  const answer = await call(admin, 'POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer.body;
};
/** An item as a change names it. */
const named = ({ itemId, planId, unitPrice }: Json) => ({ itemId, planId, unitPrice });
const billed = (day: string) => billedOn({ t, api, admin }, day);

/** 30.00 a month, billed for April. */
async function subscribed(): Promise<Subscribed> {
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
  const made = await aSubscription(admin, plan, { startDate: '2026-04-01' });
  await billed('2026-04-01');
  return made as Subscribed;
}

async function changed({ id, items: [item] }: Subscribed, to: string, billing: string) {
  t.clock.set('2026-04-16T12:00:00Z');
  const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice: to }];
  await post(`/subscriptions/${id}/change`, { items, effective: 'now', billing });
}

/** Voids, or cancels as a draft, an invoice by its place, with the notes on it. */
async function givenUp(place: number, how: 'void' | 'cancel'): Promise<void> {
  const invoice = (await invoicesOf(admin))[place];
  const { body } = await call(admin, 'GET', '/credit-notes');
  for (const { id, invoiceId, status } of body.data as Json[]) {
    if (invoiceId !== invoice?.id || status === 'void') continue;
    if (status !== 'issued') await post(`/credit-notes/${String(id)}/unapply`, { invoiceId });
    await post(`/credit-notes/${String(id)}/void`, { reason: 'Never owed' });
  }
  const path = `/invoices/${invoice?.id}`;
  if (how === 'void' && invoice?.status === 'draft') await post(`${path}/send`);
  await post(`${path}/${how}`, how === 'void' ? { reason: 'Never owed' } : {});
}

/** What is asked and not given back; minor units. */
async function charged(): Promise<number> {
  const minor = (text: unknown) => Number(parseMinor(String(text), 'EUR'));
  const stands = ({ status }: Json) => status !== 'void' && status !== 'cancelled';
  const { body } = await call(admin, 'GET', '/credit-notes');
  const sum = (all: readonly Json[]) =>
    all.filter(stands).reduce((s, { subtotal }) => s + minor(subtotal), 0);
  return sum(await invoicesOf(admin)) - sum(body.data as Json[]);
}

describe.each(['void', 'cancel'] as const)('an invoice that is given up by %s', (how) => {
  // The second half of April, and May, at the new price.
  test.each([
    ['10', 'next_invoice', 500 + 1000],
    ['60', 'next_invoice', 3000 + 6000],
    ['60', 'now', 3000 + 6000],
    ['10', 'now', 500 + 1000],
  ])('asks for nothing but what a change to %s (%s) asked', async (to, billing, left) => {
    // Ahead of the change, while it waits, and once another invoice has taken it off.
    for (const when of ['ahead', 'waiting', 'behind']) {
      t.clock.set('2026-04-01T10:00:00Z');
      admin = await api.newAdmin(await t.newCompany());
      const of = await subscribed();
      if (when === 'ahead') await givenUp(0, how);
      // What is sent has a note of the change, and what is not takes it off itself.
      else if (how === 'void') await post(`/invoices/${(await invoicesOf(admin))[0]?.id}/send`);
      await changed(of, to, billing);
      if (when === 'waiting') await givenUp(0, how);
      await billed('2026-05-01');
      if (when === 'behind') await givenUp(0, how);
      await post(`/subscriptions/${of.id}/cancel`, { at: 'now' });
      await billed('2026-05-02');
      expect([when, await charged()]).toEqual([when, left]);
    }
  });

  test('is not paid for by what is given up behind it, in either order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      t.clock.set('2026-04-01T10:00:00Z');
      admin = await api.newAdmin(await t.newCompany());
      const of = await subscribed();
      await changed(of, '10', 'next_invoice');
      await billed('2026-05-01');
      for (const place of order) await givenUp(place, how);
      await billed('2026-06-01');
      // Of May nothing is asked either; what the change asked of April is on the invoice of June.
      expect([order, await charged()]).toEqual([order, 500 + 1000]);
    }
  });

  test('leaves the change of the day as it is, and the next one by itself', async () => {
    const of = await subscribed();
    await changed(of, '60', 'now');
    await givenUp(0, how);
    await changed(of, '90', 'now');
    await billed('2026-05-01');
    expect(await charged()).toBe(4500 + 9000);
  });
});

// 30.00 for April, 10.00 from the 11th on (20 days), and in full something else from the 16th on.
test.each([
  ['an end', null, 0],
  ['a change to 2', '2', 667 - 667],
  ['a change to 5', '5', 667 - 1000 + 500],
  ['a change to 60', '60', 667 - 1000 + 6000],
])('%s in full behind a change by days knows no invoice that is given up', async (_, to, left) => {
  for (const when of ['ahead', 'between', 'behind', 'sent']) {
    t.clock.set('2026-04-01T10:00:00Z');
    admin = await api.newAdmin(await t.newCompany());
    const of = await subscribed();
    const [item] = of.items;
    const change = (on: string, unitPrice: string, more: object) => {
      t.clock.set(`2026-04-${on}T12:00:00Z`);
      const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice }];
      return post(`/subscriptions/${of.id}/change`, { items, effective: 'now', ...more });
    };
    if (when === 'sent') await post(`/invoices/${(await invoicesOf(admin))[0]?.id}/send`);
    if (when === 'ahead') await givenUp(0, 'cancel');
    await change('11', '10', {});
    if (when === 'between') await givenUp(0, 'cancel');
    if (to === null) {
      t.clock.set('2026-04-16T12:00:00Z');
      await post(`/subscriptions/${of.id}/cancel`, { at: 'now', credit: 'full' });
    } else await change('16', to, { proration: 'full' });
    if (when === 'behind') await givenUp(0, 'cancel');
    if (when === 'sent') await givenUp(0, 'void');
    await billed('2026-04-17');
    if (to !== null) {
      await post(`/subscriptions/${of.id}/cancel`, { at: 'now' });
      await billed('2026-04-18');
    }
    expect([when, await charged()]).toEqual([when, left]);
  }
});

test.each([
  ['50', 'now', 2500],
  ['10', 'next_invoice', 500],
])(
  'an item that a change to %s (%s) leaves alone stays given up with its invoice',
  async (...of) => {
    const [to, billing, left] = of;
    for (const isAhead of [true, false]) {
      t.clock.set('2026-04-01T10:00:00Z');
      admin = await api.newAdmin(await t.newCompany());
      const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
      const asked = { items: [{ planId: plan.id }, { planId: plan.id }], startDate: '2026-04-01' };
      const { id, items } = (await aSubscription(admin, plan, asked)) as Subscribed;
      await billed('2026-04-01');
      await post(`/invoices/${(await invoicesOf(admin))[0]?.id}/send`);
      if (isAhead) await givenUp(0, 'void');
      t.clock.set('2026-04-16T12:00:00Z');
      const wanted = items.map((item, i) => ({ ...item, unitPrice: [to, '30'][i] })).map(named);
      await post(`/subscriptions/${id}/change`, { items: wanted, effective: 'now', billing });
      if (!isAhead) await givenUp(0, 'void');
      await post(`/subscriptions/${id}/cancel`, { at: 'period_end' });
      await billed('2026-05-01');
      await billed('2026-05-02');
      expect([isAhead, await charged()]).toEqual([isAhead, left]);
    }
  },
);

const RISES = ['06 60 prorated', '08 90 prorated', '14 30 full', '17 90 prorated'];

// The first asks 40.00 by days; the second no less than takes that back, and its whole difference.
// The rises leave 73.00 of April, their fall 13.00, and the rise behind it 41.00.
test.each([
  [['11 60 prorated', '21 5 full'], 0],
  [['11 60 prorated', '21 20 full'], 0],
  [['11 60 prorated', '21 90 full'], 4000 + 3000],
  [RISES, 4100],
  [[...RISES, '21 5 full'], 0],
  [[...RISES, '21 120 full'], 4100 + 3000],
])('changes by days and in full (%j) cost what they cost without April', async (steps, left) => {
  for (const when of [...steps.keys(), steps.length]) {
    t.clock.set('2026-04-01T10:00:00Z');
    admin = await api.newAdmin(await t.newCompany());
    const { id, items: of } = await subscribed();
    for (const [at, step] of steps.entries()) {
      const [day, unitPrice, proration] = step.split(' ');
      for (const { id: invoice, status } of await invoicesOf(admin)) {
        if (status === 'draft') await post(`/invoices/${invoice}/send`);
      }
      if (when === at) await givenUp(0, 'void');
      t.clock.set(`2026-04-${day}T12:00:00Z`);
      const items = of.map(({ itemId, planId }) => ({ itemId, planId, unitPrice }));
      await post(`/subscriptions/${id}/change`, { items, effective: 'now', proration });
    }
    if (when === steps.length) await givenUp(0, 'void');
    await post(`/subscriptions/${id}/cancel`, { at: 'period_end' });
    await billed('2026-05-01');
    await billed('2026-05-02');
    expect([when, await charged()]).toEqual([when, left]);
  }
});

test('what one item asks more is asked behind the note and the invoice of another', async () => {
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
  const items = [{ planId: plan.id }, { planId: plan.id }];
  const of = (await aSubscription(admin, plan, {
    items,
    startDate: '2026-04-01',
  })) as Subscribed;
  await billed('2026-04-01');
  await post(`/invoices/${(await invoicesOf(admin))[0]?.id}/send`);
  for (const [day, ...prices] of [
    ['16', '50', '30'],
    ['22', '60', '10'],
  ]) {
    t.clock.set(`2026-04-${day}T12:00:00Z`);
    const wanted = of.items.map(({ itemId, planId }, i) => ({
      itemId,
      planId,
      unitPrice: prices[i],
    }));
    await post(`/subscriptions/${of.id}/change`, { items: wanted, effective: 'now' });
  }
  const { body } = await call(admin, 'GET', '/credit-notes');
  expect(body.data).toMatchObject([{ subtotal: '3.00' }]);
  await givenUp(0, 'void');
  await billed('2026-05-01');
  // Six days of April at 50.00 and nine at 60.00; nine of the other at 10.00; and both of May.
  expect(await charged()).toBe(1000 + 1800 + 300 + 7000);
});

describe('what one item asks and another gives back for nothing together', () => {
  /** Two items of 30.00, of which one rises on the 16th by as much as the other falls. */
  async function swapped(more: object, isGivenUp = false): Promise<Subscribed> {
    const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
    const items = [{ planId: plan.id }, { planId: plan.id }];
    const of = (await aSubscription(admin, plan, {
      items,
      startDate: '2026-04-01',
    })) as Subscribed;
    await billed('2026-04-01');
    await post(`/invoices/${(await invoicesOf(admin))[0]?.id}/send`);
    if (isGivenUp) await givenUp(0, 'void');
    t.clock.set('2026-04-16T12:00:00Z');
    const wanted = of.items.map(({ itemId, planId }, i) => {
      return { itemId, planId, unitPrice: ['50', '10'][i] };
    });
    await post(`/subscriptions/${of.id}/change`, { items: wanted, effective: 'now', ...more });
    return of;
  }

  test('makes no document, and is asked behind the invoice that paid for both', async () => {
    await swapped({});
    expect(await invoicesOf(admin)).toHaveLength(1);
    await billed('2026-05-01');
    expect(await charged()).toBe(6000 + 6000);
    await givenUp(0, 'void');
    await billed('2026-06-01');
    // Fifteen days of April at 50.00 and at 10.00, and two months of both.
    expect(await charged()).toBe(2500 + 500 + 12_000);
  });

  test('was never asked where it is taken back on the day', async () => {
    const { id, items } = await swapped({});
    const as = items.map(({ itemId, planId }) => ({ itemId, planId, unitPrice: '30' }));
    await post(`/subscriptions/${id}/change`, { items: as, effective: 'now' });
    await givenUp(0, 'void');
    await billed('2026-05-01');
    // Nothing of April, as without any change.
    expect(await charged()).toBe(6000);
  });

  test('comes to the same where that invoice was given up ahead of it', async () => {
    await swapped({}, true);
    await billed('2026-05-01');
    await billed('2026-06-01');
    expect(await charged()).toBe(2500 + 500 + 12_000);
  });

  test('is asked where a run has netted what waited, and where that invoice is gone', async () => {
    const of = await swapped({ billing: 'next_invoice' });
    await post(`/subscriptions/${of.id}/cancel`, { at: 'period_end' });
    await billed('2026-05-01');
    expect(await charged()).toBe(6000);
    await givenUp(0, 'void');
    await billed('2026-05-02');
    // The second half of April at both new prices, which wait by themselves.
    expect(await charged()).toBe(2500 + 500);
  });
});
