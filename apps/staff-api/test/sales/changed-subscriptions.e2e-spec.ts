import { parseMinor, sumOf } from '@quittance/money';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import type { Json, Made } from '../objects/objects-support';
import { aPlan, aSubscription, call as callAs } from './sales-support';
import { billedOn, invoicesOf, scheduleOf, told, type Invoice } from './subscription-support';

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
const invoices = () => invoicesOf(admin);
const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

/** A subscription to one item at a price, billed until a day. */
async function priced(
  price: string,
  {
    start,
    until,
    version = {},
    more = {},
  }: Record<string, unknown> & { start: string; until: string },
): Promise<Subscribed> {
  on(start);
  const plan = await aPlan(admin, {
    prices: [{ currency: 'EUR', unitPrice: price }],
    ...(version as object),
  });
  const made = await aSubscription(admin, plan, { startDate: start, ...(more as object) });
  await billed(until);
  return made as Subscribed;
}

/** Gives the only item another price or quantity. */
async function changed(
  { id, items: [item] }: Subscribed,
  { unitPrice, quantity, ...more }: Record<string, string>,
) {
  const items = [
    {
      itemId: item?.itemId,
      planId: item?.planId,
      ...(unitPrice && { unitPrice }),
      ...(quantity && { quantity }),
    },
  ];
  return post(`/subscriptions/${id}/change`, { items, ...more });
}

const netOf = ({ lines }: Invoice) => lines.map(({ quantity, net }) => `${quantity}: ${net}`);

async function notes(): Promise<Json[]> {
  const { body } = await call('GET', '/credit-notes?sort=number');
  const found: Json[] = [];
  for (const { id } of body.data as Made[])
    found.push((await call('GET', `/credit-notes/${id}`)).body);
  return found;
}

describe('what costs more', () => {
  test('example 5: holds at once, with what comes back and what is asked', async () => {
    const subscription = await priced('50', { start: '2026-04-01', until: '2026-04-01' });
    on('2026-04-16');
    expect((await changed(subscription, { unitPrice: '80' })).status).toBe(200);
    const [, draft] = await invoices();
    expect(draft).toMatchObject({
      status: 'draft',
      issueDate: '2026-04-16',
      dueDate: '2026-05-16',
      total: '15.00',
      subscriptionId: subscription.id,
    });
    expect(draft && netOf(draft)).toEqual(['-1: -25.00', '1: 40.00']);
    expect(draft && told([draft])).toEqual([
      ['2026-04-16', '-25.00: 2026-04-16 to 2026-04-30', '40.00: 2026-04-16 to 2026-04-30'],
    ]);
    await billed('2026-05-01');
    expect(told(await invoices()).at(-1)).toEqual([
      '2026-05-01',
      '80.00: 2026-05-01 to 2026-05-31',
    ]);
  });

  test('example 7: of a quantity gives back and asks the full price too', async () => {
    const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '19.99' }] });
    const items = [{ planId: plan.id, quantity: '3' }];
    const made = await aSubscription(admin, plan, { startDate: '2026-03-01', items });
    await billed('2026-03-01');
    on('2026-03-20');
    await changed(made as Subscribed, { quantity: '5' });
    expect(netOf((await invoices())[1] as Invoice)).toEqual(['-1: -23.21', '1: 38.69']);
  });

  test('example 4: within a year that has 366 days', async () => {
    const subscription = await priced('1200', {
      start: '2027-03-01',
      until: '2027-03-01',
      version: { frequency: 'annually' },
    });
    on('2028-02-29');
    await changed(subscription, { unitPrice: '2400' });
    const [, draft] = await invoices();
    expect(draft && netOf(draft)).toEqual(['-1: -3.28', '1: 6.56']);
  });

  test('example 6: gives back the full price in force, not the last difference', async () => {
    const subscription = await priced('499', {
      start: '2026-01-01',
      until: '2026-01-01',
      version: { frequency: 'annually' },
    });
    on('2026-01-24');
    await changed(subscription, { unitPrice: '998' });
    on('2026-01-29');
    await changed(subscription, { unitPrice: '1497' });
    const [, first, second] = await invoices();
    expect(first && netOf(first)).toEqual(['-1: -467.56', '1: 935.11']);
    expect(second && netOf(second)).toEqual(['-1: -921.44', '1: 1382.16']);
    expect([first?.total, second?.total]).toEqual(['467.55', '460.72']);
  });

  test('is what the preview has shown, or is refused', async () => {
    const subscription = await priced('50', { start: '2026-04-01', until: '2026-04-01' });
    on('2026-04-16');
    const [item] = subscription.items;
    const items = [{ itemId: item?.itemId, planId: item?.planId, unitPrice: '80' }];
    const preview = await post(`/subscriptions/${subscription.id}/preview-change`, { items });
    expect(preview.body).toMatchObject({
      effectiveOn: '2026-04-16',
      credit: '25.00',
      charge: '40.00',
      net: '15.00',
    });
    const { previewHash } = preview.body;
    on('2026-04-17');
    const stale = await post(`/subscriptions/${subscription.id}/change`, { items, previewHash });
    expect(stale.code).toBe('preview_stale');
    on('2026-04-16');
    const made = await post(`/subscriptions/${subscription.id}/change`, { items, previewHash });
    expect(made.status).toBe(200);
  });

  test('is due by the days its account has to pay, and says what order it is of', async () => {
    const poNumber = 'PO-77';
    const first = { start: '2026-04-01', until: '2026-04-01', more: { poNumber } };
    const subscription = await priced('50', first);
    const { body: account } = await call('GET', `/accounts/${String(subscription.accountId)}`);
    const ledger = `/ledger-accounts/${String(account.ledgerAccountId)}`;
    expect((await call('PATCH', ledger, { creditDays: 14 })).status).toBe(200);
    on('2026-04-16');
    await changed(subscription, { unitPrice: '80' });
    expect(await invoices()).toMatchObject([
      { issueDate: '2026-04-01', dueDate: '2026-05-01', poNumber },
      { issueDate: '2026-04-16', dueDate: '2026-04-30', poNumber },
    ]);
  });

  test('costs nothing, or all of it, where that is asked', async () => {
    const subscription = await priced('50', { start: '2026-04-01', until: '2026-04-01' });
    on('2026-04-16');
    await changed(subscription, { unitPrice: '80', proration: 'none' });
    expect(await invoices()).toHaveLength(1);
    on('2026-04-17');
    await changed(subscription, { unitPrice: '90', proration: 'full' });
    expect((await invoices()).at(-1)).toMatchObject({ total: '40.00' });
  });
});

describe('in full, within a stub', () => {
  // 7 of the 31 days of March: 39.52 of 175.00, 45.16 of 200.00 and 22.58 of 100.00.
  const stub = { start: '2026-03-25', until: '2026-03-25', more: { anchorDay: 1 } };

  test.each([
    ['200', 'prorated', '5.64'],
    ['100', 'prorated', '-16.94'],
    // One that is billed in full is that price, and one that is free stays free.
    ['200', 'full', '25.00'],
    ['200', 'free', '0.00'],
  ])('a change to %s of one that is %s comes to its part', async (unitPrice, kind, net) => {
    const { id, items } = await priced('175', { ...stub, version: { stub: kind } });
    on('2026-03-28');
    const [item] = items;
    const { body } = await post(`/subscriptions/${id}/preview-change`, {
      items: [{ itemId: item?.itemId, planId: item?.planId, unitPrice }],
      effective: 'now',
      proration: 'full',
    });
    expect(body).toMatchObject({ net });
  });

  test('an item that is new in it asks as much as if it had been there', async () => {
    const { id, items } = await priced('175', stub);
    on('2026-03-28');
    const [{ itemId, planId } = {}] = items;
    const asked = {
      items: [
        { itemId, planId },
        { planId, unitPrice: '62' },
      ],
      effective: 'now',
      proration: 'full',
    };
    await post(`/subscriptions/${id}/change`, asked);
    expect((await invoices()).map(({ total }) => total)).toEqual(['39.52', '14.00']);
  });
});

describe('what costs less', () => {
  test('holds with the next period unless it is told', async () => {
    const subscription = await priced('90', { start: '2026-06-01', until: '2026-06-01' });
    on('2026-06-21');
    const { body } = await changed(subscription, { unitPrice: '30' });
    expect(body).toMatchObject({ changeOn: '2026-07-01' });
    await billed('2026-07-01');
    expect(told(await invoices()).at(-1)).toEqual([
      '2026-07-01',
      '30.00: 2026-07-01 to 2026-07-31',
    ]);
  });

  test('example 10: is a credit note on the invoice of the period, at its tax', async () => {
    const subscription = await priced('90', { start: '2026-06-01', until: '2026-06-01' });
    const [invoice] = await invoices();
    const path = `/invoices/${invoice?.id}`;
    await call('PATCH', `${path}/lines/${invoice?.lines[0]?.id}`, { taxRate: '19' });
    expect((await post(`${path}/send`)).status).toBe(200);
    on('2026-06-21');
    const made = await changed(subscription, { unitPrice: '30', effective: 'now' });
    expect(made.status).toBe(200);
    expect(await notes()).toMatchObject([
      {
        status: 'applied',
        invoiceId: invoice?.id,
        subtotal: '20.00',
        taxTotal: '3.80',
        total: '23.80',
      },
    ]);
    expect((await call('GET', path)).body).toMatchObject({
      creditedAmount: '23.80',
      balance: '83.30',
    });
  });

  test('of an invoice that is still a draft is a line of it', async () => {
    const subscription = await priced('90', { start: '2026-06-01', until: '2026-06-01' });
    on('2026-06-21');
    await changed(subscription, { unitPrice: '30', effective: 'now' });
    const [draft, ...others] = await invoices();
    expect([draft && netOf(draft), others]).toEqual([['1: 90.00', '-1: -20.00'], []]);
    expect(await notes()).toEqual([]);
  });

  test('stays on account where the invoice is paid', async () => {
    const subscription = await priced('90', { start: '2026-06-01', until: '2026-06-01' });
    const [invoice] = await invoices();
    await post(`/invoices/${invoice?.id}/send`);
    await post(`/invoices/${invoice?.id}/payments`, { amount: '90.00', method: 'cash' });
    on('2026-06-21');
    await changed(subscription, { unitPrice: '30', effective: 'now' });
    expect(await notes()).toMatchObject([{ status: 'issued', remaining: '20.00' }]);
  });
});

describe('changes of one day', () => {
  test('example 13: are one: back to what was is charged nothing', async () => {
    const subscription = await priced('50', { start: '2026-04-01', until: '2026-04-01' });
    on('2026-04-16');
    await changed(subscription, { unitPrice: '80' });
    await changed(subscription, { unitPrice: '50', effective: 'now' });
    const all = await invoices();
    expect(all.map(({ status, total }) => [status, total])).toEqual([
      ['draft', '50.00'],
      ['cancelled', '15.00'],
    ]);
    const history = await call('GET', `/subscriptions/${subscription.id}/amendments`);
    expect((history.body.data as Json[]).filter(({ kind }) => kind === 'changed')).toHaveLength(2);
    on('2026-04-20');
    await changed(subscription, { unitPrice: '80' });
    expect(netOf((await invoices()).at(-1) as Invoice)).toEqual(['-1: -18.33', '1: 29.33']);
  });

  test('are one: the last takes the place of the draft of the first', async () => {
    const subscription = await priced('50', { start: '2026-04-01', until: '2026-04-01' });
    on('2026-04-16');
    await changed(subscription, { unitPrice: '80' });
    await changed(subscription, { unitPrice: '110' });
    const open = (await invoices()).filter(({ status }) => status === 'draft');
    expect(netOf(open.at(-1) as Invoice)).toEqual(['-1: -25.00', '1: 55.00']);
  });
});

describe('what is given back', () => {
  test('example 14: of a pause, and asked again when it goes on', async () => {
    const subscription = await priced('30', { start: '2026-04-01', until: '2026-04-01' });
    const [invoice] = await invoices();
    await post(`/invoices/${invoice?.id}/send`);
    on('2026-04-10');
    const paused = await post(`/subscriptions/${subscription.id}/pause`, { creditUnused: true });
    expect(paused.status).toBe(200);
    expect(await notes()).toMatchObject([{ total: '21.00', invoiceId: invoice?.id }]);
    on('2026-04-20');
    await post(`/subscriptions/${subscription.id}/resume`);
    await billed('2026-05-01');
    expect(told(await invoices()).slice(1)).toEqual([
      ['2026-04-20', '11.00: 2026-04-20 to 2026-04-30'],
      ['2026-05-01', '30.00: 2026-05-01 to 2026-05-31'],
    ]);
  });

  test('of a pause that ends on its day is asked again for that day on', async () => {
    const subscription = await priced('30', { start: '2026-04-01', until: '2026-04-01' });
    await post(`/invoices/${(await invoices())[0]?.id}/send`);
    await post(`/subscriptions/${subscription.id}/pause`, { creditUnused: true });
    await post(`/subscriptions/${subscription.id}/resume`);
    await billed('2026-04-01');
    expect(told(await invoices())).toEqual([
      ['2026-04-01', '30.00: 2026-04-01 to 2026-04-30'],
      ['2026-04-01', '30.00: 2026-04-01 to 2026-04-30'],
    ]);
    expect(await notes()).toMatchObject([{ total: '30.00' }]);
  });

  test('example 11: of a period that is cut off by the end', async () => {
    const subscription = await priced('120', {
      start: '2026-01-31',
      until: '2026-01-31',
      version: { frequency: 'quarterly' },
    });
    await post(`/invoices/${(await invoices())[0]?.id}/send`);
    on('2026-03-02');
    const ended = await post(`/subscriptions/${subscription.id}/cancel`, {
      at: 'now',
      credit: 'prorated',
    });
    expect(ended.status).toBe(200);
    expect(await notes()).toMatchObject([{ total: '79.55' }]);
    expect(await scheduleOf(admin, subscription)).toMatchObject({ status: 'completed' });
  });

  test('is nothing unless it is asked', async () => {
    const subscription = await priced('120', { start: '2026-01-31', until: '2026-01-31' });
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now' });
    expect(await notes()).toEqual([]);
    expect((await invoices()).map(({ total }) => total)).toEqual(['120.00']);
  });
});

describe('a change while a run bills', () => {
  test('is billed by it, or settled behind it, and never twice', async () => {
    const all: Subscribed[] = [];
    for (let i = 0; i < 6; i += 1) {
      all.push(await priced('50', { start: '2026-04-01', until: '2026-04-01' }));
    }
    on('2026-05-01');
    const [, ...answers] = await Promise.all([
      billed('2026-05-01'),
      billed('2026-05-01'),
      ...all.map((subscription) => changed(subscription, { unitPrice: '80' })),
    ]);
    const statuses = answers.slice(1).map((each) => each.status);
    expect(statuses).toEqual(all.map(() => 200));
    const ofMay = (await invoices()).filter(
      ({ issueDate, status }) => issueDate === '2026-05-01' && status !== 'cancelled',
    );
    const sum = sumOf(ofMay.map(({ total }) => parseMinor(total, 'EUR') ?? 0n));
    expect(sum).toBe(6n * 8000n);
    expect(new Set(ofMay.map(({ subscriptionId }) => subscriptionId)).size).toBe(6);
  });
});
