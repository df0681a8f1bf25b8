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
import { taxedAccount } from '../settled/life-taxes';
import { aPlan, call } from '../sales-support';
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

interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

const post = async (path: string, body: object = {}) => {
  const answer = await call(admin, 'POST', path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer.body;
};
const billed = (day: string) => billedOn({ t, api, admin }, day);

/** 30.00 a month, at 19 % unless a code is told, billed for April and sent. */
async function subscribed(taxCode: string | null): Promise<Subscribed> {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
  const accountId = await taxedAccount(admin, { rounding: 'document', several: true });
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
  const items = [{ planId: plan.id, taxCode }];
  const asked = { accountId, currency: 'EUR', startDate: '2026-04-01', items };
  const of = (await made(admin, '/subscriptions', asked)) as Subscribed;
  await billed('2026-04-01');
  await new LifeBooks(t, api, admin).send();
  t.clock.set('2026-04-16T12:00:00Z');
  return of;
}

async function changed({ id, items: [item] }: Subscribed, more: object): Promise<Json> {
  const { itemId, planId } = item ?? {};
  const body = { items: [{ itemId, planId, taxCode: 'low' }], ...more };
  const shown = await post(`/subscriptions/${id}/preview-change`, body);
  await post(`/subscriptions/${id}/change`, { ...body, previewHash: shown.previewHash });
  return shown;
}

/** Net and tax of what is asked and not given back, at each code. */
async function charged(): Promise<Record<string, readonly [bigint, bigint]>> {
  const sums: Record<string, [bigint, bigint]> = {};
  for (const { code, net, back, tax, taxBack } of await new LifeBooks(t, api, admin).taxed()) {
    const sum = (sums[code] ??= [0n, 0n]);
    sum[0] += net - back;
    sum[1] += tax - taxBack;
  }
  return sums;
}

const minor = (text: string) => parseMinor(text, 'EUR');
const at = (net: string, tax: string) => [minor(net), minor(tax)];

test.each([['full'], [null]])(
  'a change of the tax alone holds for what is left of the period, from %s',
  async (code) => {
    for (const billing of ['now', 'next_invoice']) {
      const of = await subscribed(code);
      const shown = await changed(of, { effective: 'now', billing });
      expect(shown).toMatchObject({ credit: '15.00', charge: '15.00', net: '0.00' });
      if (billing === 'next_invoice')
        for (const day of ['05-01', '05-02']) await billed(`2026-${day}`);
      const may = billing === 'now' ? ['15', '1.05'] : ['45', '3.15'];
      expect(await charged()).toEqual({
        [code ?? '']: at('15', '2.85'),
        low: at(may[0] as string, may[1] as string),
      });
    }
  },
);

test('it holds with the next period unless a time is told, or with no proration', async () => {
  for (const more of [{}, { effective: 'now', proration: 'none' }]) {
    const of = await subscribed('full');
    await changed(of, more);
    await billed('2026-05-01');
    expect(await invoicesOf(admin)).toHaveLength(2);
    expect(await charged()).toEqual({ full: at('30', '5.70'), low: at('30', '2.10') });
  }
});

test('one that is taken back on its day, or planned and withdrawn, leaves all as was', async () => {
  for (const send of [false, true]) {
    const of = await subscribed('full');
    await changed(of, { effective: 'now' });
    if (send) await new LifeBooks(t, api, admin).send();
    const [item] = of.items;
    const items = [{ itemId: item?.itemId, planId: item?.planId, taxCode: 'full' }];
    await post(`/subscriptions/${of.id}/change`, { items, effective: 'now' });
    const { low, ...others } = await charged();
    expect([low?.[0] ?? 0n, others]).toEqual([0n, { full: at('30', '5.70') }]);
  }
  const of = await subscribed('full');
  await changed(of, { effective: 'day', day: '2026-05-16' });
  await billed('2026-05-01');
  expect(await charged()).toMatchObject({ low: at('15.48', '1.08') });
  expect((await call(admin, 'DELETE', `/subscriptions/${of.id}/change`)).status).toBe(200);
  for (const day of ['2026-06-01', '2026-06-02']) await billed(day);
  expect(await charged()).toMatchObject({ full: [minor('90'), expect.anything()] });
});

test('another code of a product is no change of what is agreed', async () => {
  const of = await subscribed(null);
  const [line] = (await invoicesOf(admin))[0]?.lines ?? [];
  const path = `/products/${String(line?.productId)}`;
  expect((await call(admin, 'PATCH', path, { taxCode: 'low' })).status).toBe(200);
  const [item] = of.items;
  const kept = { itemId: item?.itemId, planId: item?.planId };
  const shown = await post(`/subscriptions/${of.id}/preview-change`, {
    items: [kept, { planId: item?.planId, unitPrice: '10' }],
    effective: 'now',
  });
  expect(shown).toMatchObject({ credit: '0.00', charge: '5.00' });
});

/** Two rooms for 30.00 a month each, one in Germany at 19 % and one in Austria at 10 %. */
async function rooms(): Promise<Subscribed> {
  t.clock.set('2026-04-01T10:00:00Z');
  admin = await api.newAdmin(await t.newCompany());
  const accountId = await taxedAccount(admin, { rounding: 'document', several: true });
  const taxRegistrations = [
    { country: 'DE', number: 'DE136695976' },
    { country: 'AT', number: 'ATU13585627' },
  ];
  expect((await call(admin, 'PATCH', '/company', { taxRegistrations })).status).toBe(200);
  await made(admin, '/tax/codes', { code: 'room', name: 'Room', kind: 'immovable' });
  const { body } = await call(admin, 'GET', '/tax/jurisdictions');
  const [{ id: home }] = body.data as [Made];
  const place = { level: 'country', code: 'AT', name: 'Austria', parentId: null };
  const { id: abroad } = await made(admin, '/tax/jurisdictions', place);
  for (const [jurisdictionId, rate] of [
    [home, '19'],
    [abroad, '10'],
  ]) {
    const of = { jurisdictionId, taxCode: 'room', kind: 'vat', validFrom: '2021-01-01' };
    await made(admin, '/tax/rates', { ...of, rate });
  }
  const plan = await aPlan(admin, { prices: [{ currency: 'EUR', unitPrice: '30' }] });
  const items = ['DE', 'AT'].map((country) => {
    return { planId: plan.id, taxCode: 'room', placeOf: { country } };
  });
  const asked = { accountId, currency: 'EUR', startDate: '2026-04-01', items };
  const of = (await made(admin, '/subscriptions', asked)) as Subscribed;
  await billed('2026-04-01');
  await new LifeBooks(t, api, admin).send();
  t.clock.set('2026-04-16T12:00:00Z');
  return of;
}

/** Net and tax of what is asked and not given back, at each rate. */
async function chargedAt(): Promise<Record<string, readonly [bigint, bigint]>> {
  const sums: Record<string, [bigint, bigint]> = {};
  for (const [path, sign] of [
    ['/invoices', 1n],
    ['/credit-notes', -1n],
  ] as const) {
    for (const { id } of (await call(admin, 'GET', path)).body.data as Made[]) {
      const { lines } = (await call(admin, 'GET', `${path}/${id}`)).body;
      for (const { placeOf, net, tax } of lines as Json[]) {
        const sum = (sums[String((placeOf as Json | null)?.country)] ??= [0n, 0n]);
        sum[0] += sign * (minor(String(net)) ?? 0n);
        sum[1] += sign * (minor(String(tax)) ?? 0n);
      }
    }
  }
  return sums;
}

test.each(['now', 'next_invoice'])(
  'an item that moves to another place is taxed there for what is left, and the other stays: %s',
  async (billing) => {
    const { id, items } = await rooms();
    expect(items).toMatchObject([
      { placeOf: { country: 'DE', region: null, postalCode: null } },
      { placeOf: { country: 'AT', region: null, postalCode: null } },
    ]);
    expect(await chargedAt()).toEqual({ DE: at('30', '5.70'), AT: at('30', '3') });
    const [home, abroad] = items.map(({ itemId, planId }) => ({ itemId, planId }));
    const moved = { ...home, placeOf: { country: 'AT' } };
    const body = { items: [moved, abroad], effective: 'now', billing };
    const shown = await post(`/subscriptions/${id}/preview-change`, body);
    expect(shown).toMatchObject({ credit: '15.00', charge: '15.00', net: '0.00' });
    await post(`/subscriptions/${id}/change`, { ...body, previewHash: shown.previewHash });
    const isNext = billing === 'next_invoice';
    if (isNext) for (const day of ['05-01', '05-02']) await billed(`2026-${day}`);
    const there = isNext ? at('105', '10.50') : at('45', '4.50');
    expect(await chargedAt()).toEqual({ DE: at('15', '2.85'), AT: there });
  },
);
