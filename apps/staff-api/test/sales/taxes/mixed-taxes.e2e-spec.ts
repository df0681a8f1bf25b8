import { parseMinor } from '@quittance/money';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database';
import { made, type Json, type Made } from '../../objects/objects-support';
import { LifeBooks } from '../settled/life-books';
import { aPlan, call as callAs } from '../sales-support';
import { billedOn, invoicesOf } from '../subscription-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
// No dispatcher runs while the clock goes on for weeks.
afterEach(() => expectInvariants(t, ['I15b']));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const post = async (path: string, body: object = {}) => {
  const answer = await callAs(admin, 'POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer;
};
const billed = (day: string) => billedOn({ t, api, admin }, day);
const on = (day: string) => t.clock.set(`${day}T12:00:00Z`);
const minor = (text: unknown) => Number(parseMinor(String(text), 'EUR'));

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

const TAXES = [
  ['full', '19'],
  ['low', '7'],
] as const;

/** So much at 19 % and at 7 % a month, billed for May 2028. */
async function subscribed(prices = ['100', '100']): Promise<Subscribed> {
  t.clock.set('2028-05-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
  const address = { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
  await callAs(admin, 'PATCH', '/company', { address });
  const place = { level: 'country', code: 'DE', name: 'Germany', parentId: null };
  const { id: jurisdictionId } = await made(admin, '/tax/jurisdictions', place);
  const items: object[] = [];
  for (const [i, [code, percent]] of TAXES.entries()) {
    await made(admin, '/tax/codes', { code, name: code, isDefault: code === 'full' });
    const rate = { jurisdictionId, taxCode: code, kind: 'vat', validFrom: '2021-01-01' };
    await made(admin, '/tax/rates', { ...rate, rate: percent });
    const [unitPrice] = prices.slice(i);
    if (unitPrice === undefined) continue;
    const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice }] });
    items.push({ planId: plan.id, taxCode: code });
  }
  const { id: accountId } = await made(admin, '/accounts', {
    name: 'Acme',
    billingAddress: address,
  });
  const asked = { accountId, currency: 'EUR', startDate: '2028-05-01', items };
  const subscription = (await made(admin, '/subscriptions', asked)) as Subscribed;
  await billed('2028-05-01');
  return subscription;
}

async function sent(): Promise<void> {
  for (const { id, status } of await invoicesOf(admin)) {
    if (status === 'draft') await post(`/invoices/${id}/send`);
  }
}

function to({ items }: Subscribed, full: string, low: string, billing = 'now') {
  const prices = [full, low];
  const wanted = items.map(({ itemId, planId }, i) => ({ itemId, planId, unitPrice: prices[i] }));
  return { items: wanted, effective: 'now', billing };
}

async function changed(of: Subscribed, full: string, low: string, billing?: string) {
  const body = to(of, full, low, billing);
  const { body: shown } = await post(`/subscriptions/${of.id}/preview-change`, body);
  const { previewHash } = shown;
  await post(`/subscriptions/${of.id}/change`, { ...body, previewHash });
}

/** What is charged and not given back: net and tax at each rate. */
async function charged(): Promise<Record<string, readonly [net: number, tax: number]>> {
  const sums: Record<string, [number, number]> = {};
  for (const [path, sign] of [
    ['/invoices', 1],
    ['/credit-notes', -1],
  ] as const) {
    const { body } = await callAs(admin, 'GET', path);
    for (const { id, status } of body.data as Json[]) {
      if (status === 'void' || status === 'cancelled') continue;
      const { body: whole } = await callAs(admin, 'GET', `${path}/${String(id)}`);
      for (const { taxRate, net, tax } of whole.lines as Json[]) {
        const sum = (sums[String(Number(taxRate))] ??= [0, 0]);
        sum[0] += sign * minor(net);
        sum[1] += sign * minor(tax);
      }
    }
  }
  return sums;
}

describe.each([
  ['sent', sent],
  ['a draft', async () => undefined],
])('where one item falls and another at another tax rises, and the invoice is %s', (_, send) => {
  test('each comes to what its days cost at its own tax', async () => {
    const subscription = await subscribed();
    await send();
    on('2028-05-07');
    await changed(subscription, '20', '150');
    // 25 of 31 days: 64.52 and 12.26 less, 40.32 and 2.82 more.
    expect(await charged()).toEqual({ 19: [3548, 674], 7: [14032, 982] });
  });

  test('a change and an end are carried out', async () => {
    const subscription = await subscribed();
    await send();
    on('2028-05-07');
    // More in all without tax, and less with it.
    await changed(subscription, '20', '185');
    expect(await charged()).toEqual({ 19: [3548, 674], 7: [16854, 1180] });
    await send();
    on('2028-05-08');
    await changed(subscription, '10', '190');
    await send();
    await post(`/subscriptions/${subscription.id}/cancel`, { at: 'now', credit: 'prorated' });
    // Six days at 100.00, and one at 20.00 and 185.00, each division rounded by itself.
    const all = await charged();
    expect(all).toMatchObject({ 19: [2000, expect.anything()], 7: [2531, expect.anything()] });
    expect(Math.abs((all[19]?.[1] ?? 0) - 380)).toBeLessThanOrEqual(1);
    expect(Math.abs((all[7]?.[1] ?? 0) - 177)).toBeLessThanOrEqual(1);
  });
});

test('a pause gives back at each tax what is not served', async () => {
  const subscription = await subscribed();
  await sent();
  on('2028-05-07');
  await changed(subscription, '20', '200');
  await sent();
  on('2028-05-08');
  await post(`/subscriptions/${subscription.id}/pause`, { from: 'now', creditUnused: true });
  expect(await charged()).toMatchObject({ 19: [2000, 380], 7: [2580, expect.anything()] });
});

test('what falls with the next invoice comes back at its own tax', async () => {
  const subscription = await subscribed();
  await sent();
  on('2028-05-07');
  await changed(subscription, '20', '300', 'next_invoice');
  await billed('2028-06-01');
  await billed('2028-06-02');
  // May as it was served, and June.
  expect(await charged()).toMatchObject({ 19: [5548, 1054], 7: [56129, 3929] });
});

test('what falls below nothing with the next invoice, with its tax, holds nothing up', async () => {
  const subscription = await subscribed();
  await sent();
  on('2028-05-02');
  await changed(subscription, '2000', '100');
  await sent();
  on('2028-05-03');
  // June has room for it without tax, and none with it.
  await changed(subscription, '1', '1950', 'next_invoice');
  expect(await billed('2028-06-01')).toMatchObject({ invoiced: 1, failed: 0 });
  await billed('2028-06-02');
  // A day at 100.00, one at 2,000.00, 29 at 1.00; two at 100.00, 29 at 1,950.00; June.
  const all = await charged();
  expect(all).toMatchObject({
    19: [6868 + 100, expect.anything()],
    7: [183064 + 195000, expect.anything()],
  });
});

describe.each([
  // Of 29 of 31 days: 87.00 of the old price, and 174.00 of the new one.
  ['93', 0, 8700, 0],
  ['50', 0, 13000, 1600],
])('of an item %s are refunded, and it goes over to another tax', (refund, old, asked, ended) => {
  async function risen(billing: string): Promise<Subscribed> {
    const of = await subscribed(['93']);
    await sent();
    const [invoice] = await invoicesOf(admin);
    const back = { description: 'Goodwill', quantity: '1', unitPrice: refund };
    const note = await made(admin, '/credit-notes', {
      accountId: invoice?.accountId,
      invoiceId: invoice?.id,
      reason: 'Goodwill',
      lines: [{ ...back, invoiceLineId: invoice?.lines[0]?.id }],
    });
    await post(`/credit-notes/${note.id}/issue`);
    on('2028-05-03');
    const [item] = of.items;
    const taxed = { itemId: item?.itemId, planId: item?.planId, taxCode: 'low' };
    const body = { items: [{ ...taxed, unitPrice: '186' }], effective: 'now', billing };
    const { body: shown } = await post(`/subscriptions/${of.id}/preview-change`, body);
    await post(`/subscriptions/${of.id}/change`, { ...body, previewHash: shown.previewHash });
    return of;
  }
  test('so much less is asked at that, and nothing waits behind an end', async () => {
    const of = await risen('now');
    expect(await net()).toEqual([old, asked]);
    await sent();
    on('2028-05-13');
    await post(`/subscriptions/${of.id}/cancel`, { at: 'now', credit: 'prorated' });
    await billed('2028-06-01');
    expect(await net()).toEqual([old, ended]);
  });

  test('the next invoice asks so much less where it waits for that', async () => {
    await risen('next_invoice');
    for (const day of ['2028-06-01', '2028-06-02']) await billed(day);
    expect(await net()).toEqual([old, asked + 18600]);
  });

  test('another change of the day comes to the same', async () => {
    const of = await risen('now');
    const [item] = of.items;
    const taxed = { itemId: item?.itemId, planId: item?.planId, taxCode: 'low' };
    const items = [{ ...taxed, unitPrice: '62' }];
    await post(`/subscriptions/${of.id}/change`, { items, effective: 'now' });
    // 58.00 for the rest, less what was refunded of it.
    expect(await net()).toEqual([old, Math.max(0, 5800 - (17400 - asked))]);
  });

  test.each([
    // Two days at 3.00 and the rest at 6.00 a day, to the end of May and of an end within it.
    ['goes on', null, 17400 + 18600],
    ['has ended since', '2028-05-13', 6000],
  ])('each is at its own tax once that is voided, where it %s', async (_, ends, low) => {
    for (const billing of ['now', 'next_invoice']) {
      const of = await risen(billing);
      await sent();
      if (ends !== null) {
        on(ends);
        await post(`/subscriptions/${of.id}/cancel`, { at: 'now', credit: 'prorated' });
      }
      await takenBack();
      for (const day of ['2028-06-01', '2028-06-02']) await billed(day);
      expect([billing, await net()]).toEqual([billing, [600, low]]);
    }
  });

  test.each(['now', 'next_invoice'])(
    'its days are asked once where that and the invoice are voided (%s)',
    async (billing) => {
      await risen(billing);
      await sent();
      await takenBack();
      await new LifeBooks(t, api, admin).giveUpPeriod(0);
      for (const day of ['2028-06-01', '2028-06-02']) await billed(day);
      const [full, low] = await net();
      expect(Number(full) + Number(low)).toBe(17400 + 18600);
    },
  );
});

async function takenBack(): Promise<void> {
  const { body } = await callAs(admin, 'GET', '/credit-notes');
  const note = (body.data as Json[]).find(({ reason }) => reason === 'Goodwill');
  await post(`/credit-notes/${String(note?.id)}/void`, { reason: 'A mistake' });
}

/** Other items from today on; those that are new are of the first plan. */
type Wanted = readonly [item: number | 'new', unitPrice: string, taxCode?: string];

async function moved({ id, items }: Subscribed, wanted: readonly Wanted[], billing = 'now') {
  const asked = wanted.map(([item, unitPrice, taxCode]) => {
    const { itemId, planId } = items[item === 'new' ? 0 : item] ?? {};
    return { planId, unitPrice, taxCode, ...(item !== 'new' && { itemId }) };
  });
  const body = { items: asked, effective: 'now', billing };
  const { body: shown } = await post(`/subscriptions/${id}/preview-change`, body);
  await post(`/subscriptions/${id}/change`, { ...body, previewHash: shown.previewHash });
}

const net = async () => {
  const sums = await charged();
  return [sums[19]?.[0] ?? 0, sums[7]?.[0] ?? 0];
};
const end = async ({ id }: Subscribed, credit: string) => {
  await post(`/subscriptions/${id}/cancel`, { at: 'now', credit });
};
const NEW: Wanted = ['new', '62', 'full'];

describe('what began and ended on a day comes back where the draft behind it is undone', () => {
  // 25 of 31 days are left: 31.00 a month is 1.00 a day.
  test.each<[string, (of: Subscribed) => Promise<void>, number]>([
    ['by an end', (of) => end(of, 'prorated'), 600],
    ['by an end in full', (of) => end(of, 'full'), 0],
    ['by its old price', (of) => moved(of, [[0, '31']]), 3100],
    ['by more', (of) => moved(of, [[0, '93']]), 600 + 7500],
    ['by another like it', (of) => moved(of, [[0, '31'], NEW]), 3100 + 5000],
  ])('%s', async (_, undone, expected) => {
    for (const dropped of [[], [['new', '93', 'low'] as const]]) {
      const of = await subscribed(['31']);
      await sent();
      on('2028-05-07');
      await moved(of, [[0, '31'], NEW]);
      await sent();
      await moved(of, [[0, '124'], ...dropped]);
      await undone(of);
      expect(await net()).toEqual([expected, 0]);
    }
  });

  test('of what a period asked on its first day', async () => {
    const of = await subscribed(['31', '62']);
    await sent();
    const more: Wanted = ['new', '124', 'low'];
    await moved(of, [[0, '31'], more]);
    await moved(of, [[0, '62'], more]);
    await end(of, 'prorated');
    expect(await net()).toEqual([0, 0]);
  });
});

describe('two items that go over to the tax of each other', () => {
  // The one at 19 % falls by 25.00 beside 100.00 more at 7 %, or the other way round.
  const SWAPS: [string, readonly Wanted[]][] = [
    [
      'up',
      [
        [0, '124', 'low'],
        [1, '31', 'full'],
      ],
    ],
    [
      'down',
      [
        [0, '31', 'low'],
        [1, '124', 'full'],
      ],
    ],
  ];
  test.each(SWAPS)('come to what each costs at its own, %s', async (_, swap) => {
    const of = await subscribed(['62', '62']);
    await sent();
    on('2028-05-07');
    const start: readonly Wanted[] = [
      [0, '62', 'full'],
      [1, '62', 'low'],
    ];
    await moved(of, swap);
    await moved(of, start);
    expect(await net()).toEqual([6200, 6200]);
    await moved(of, swap);
    await moved(
      of,
      [
        [0, '62', 'full'],
        [1, '124', 'full'],
      ],
      'next_invoice',
    );
    await moved(of, [...swap, NEW]);
    await moved(of, start);
    await billed('2028-06-01');
    await billed('2028-06-02');
    expect(await net()).toEqual([12400, 12400]);
  });

  test('stand by lines of that where they swap their prices as well', async () => {
    const of = await subscribed(['31', '155']);
    on('2028-05-07');
    await moved(of, [
      [0, '155', 'low'],
      [1, '31', 'full'],
    ]);
    expect(await net()).toEqual([3100, 15500]);
    await moved(of, [
      [0, '31', 'low'],
      [1, '62', 'low'],
    ]);
    expect(await net()).toEqual([600, 10500]);
    await end(of, 'prorated');
    expect(await net()).toEqual([600, 3000]);
  });
});
