import type { EcSalesLine, TaxReportLine } from '@quittance/reporting/host';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith } from '../access/members.js';
import { FRANCE, NORWAY, SELLER, Shop } from './tax-shop.js';

let t: TestDatabase;
let api: TestStaffApi;
let shop: Shop;
beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-03-15T09:00:00.000Z');
  api = await startStaffApi(t);
  shop = await Shop.open({ t, api }, ['DE', 'FR']);
  const [germany] = SELLER.taxRegistrations;
  const ofUnion = { ...germany, scheme: 'oss_union', validFrom: '2026-01-01' };
  await shop.must('PATCH', '/company', { taxRegistrations: [germany, ofUnion] });
});
afterAll(async () => {
  // No dispatcher runs here.
  await expectInvariants(t, ['I15b']);
  await api.close();
  await t.close();
});

const MARCH = 'from=2026-03-01&to=2026-03-31';
const APRIL = 'from=2026-04-01&to=2026-04-30';
const taxes = (period: string) => shop.must<TaxReportLine[]>('GET', `/reports/tax?${period}`);
const short = (lines: readonly TaxReportLine[]) =>
  lines.map(({ scheme, country, category, reason, rate, net, tax }) =>
    [scheme, country, category, reason, Number(rate), net, tax].join(' '),
  );

/** What the heads of documents come to, which the report does not read. */
async function ofHeads(day: string): Promise<{ net: number; tax: number }> {
  interface Head {
    readonly issueDate: string;
    readonly subtotal: string;
    readonly taxTotal: string;
    readonly status: string;
  }
  const all = async (path: string) =>
    (await shop.must<{ data: Head[] }>('GET', path)).data.filter(
      ({ issueDate, status }) => issueDate.startsWith(day) && status !== 'draft',
    );
  const sum = (heads: readonly Head[], of: 'subtotal' | 'taxTotal') =>
    heads.reduce((cents, head) => cents + Math.round(Number(head[of]) * 100), 0);
  const [invoices, notes] = [await all('/invoices'), await all('/credit-notes')];
  return {
    net: sum(invoices, 'subtotal') - sum(notes, 'subtotal'),
    tax: sum(invoices, 'taxTotal') - sum(notes, 'taxTotal'),
  };
}

const cents = (lines: readonly TaxReportLine[], of: 'net' | 'tax') =>
  lines.reduce((sum, line) => sum + Math.round(Number(line[of]) * 100), 0);

it('sums up by registration, category and ground what documents say', async () => {
  const goods = { productId: await shop.product('goods') };
  const consumer = await shop.customer(FRANCE);
  const business = await shop.customer(FRANCE, 'FR40303265045');
  await shop.must('PATCH', `/accounts/${consumer}`, { buyerKind: 'consumer' });
  const home = await shop.customer({
    line1: 'Weg 1',
    city: 'Bonn',
    postalCode: '53111',
    country: 'DE',
  });
  const sold = await shop.sent(home, {}, { quantity: '3', unitPrice: '33.33' });
  await shop.sent(consumer, goods);
  await shop.sent(business, goods);
  await shop.sent(business, {});
  await shop.sent(await shop.customer(NORWAY), goods);
  await shop.draft(home, { unitPrice: '777.00' });
  const wrong = await shop.sent(home, { unitPrice: '50.00' });

  const march = await taxes(MARCH);
  expect(short(march)).toEqual([
    'normal DE S taxed 19 249.99 47.50',
    'normal DE AE reverse_charge 0 100.00 0.00',
    'normal DE G export 0 100.00 0.00',
    'normal DE K intra_community 0 100.00 0.00',
    'oss_union FR S one_stop_shop 20 100.00 20.00',
  ]);
  expect(march.every(({ registration }) => registration === 'DE136695976')).toBe(true);
  const heads = await ofHeads('2026-03');
  expect([cents(march, 'net'), cents(march, 'tax')]).toEqual([heads.net, heads.tax]);
  expect(short(await shop.must('GET', `/reports/one-stop-shop?${MARCH}`))).toEqual([
    'oss_union FR S one_stop_shop 20 100.00 20.00',
  ]);
  const sales = await shop.must<EcSalesLine[]>('GET', `/reports/ec-sales-list?${MARCH}`);
  expect(sales.map(({ country, buyerId, kind, net }) => [country, buyerId, kind, net])).toEqual([
    ['FR', 'FR40303265045', 'goods', '100.00'],
    ['FR', 'FR40303265045', 'services', '100.00'],
  ]);

  // What is taken back counts when it is, and March stays what it was.
  t.clock.set('2026-04-10T09:00:00.000Z');
  await shop.must('POST', `/invoices/${wrong.id}/void`, { reason: 'Never ordered' });
  const note = await shop.must('POST', '/credit-notes', {
    accountId: home,
    currency: 'EUR',
    invoiceId: sold.id,
    issueDate: '2026-04-10',
    reason: 'Kind',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '100.00' }],
  });
  await shop.must('POST', `/credit-notes/${note.id}/issue`);
  expect(await taxes(MARCH)).toEqual(march);
  expect(short(await taxes(APRIL))).toEqual(['normal DE S taxed 19 -150.00 -28.50']);
});

it('is a file for whoever may export, and tells nobody of accounts they do not reach', async () => {
  const headers = { accept: 'text/csv' };
  const file = await shop.client.call('GET', `/reports/tax?${MARCH}`, { headers });
  expect(file.status).toBe(200);
  // A member of the company of the shop, who looks after an account of their own.
  const company = { companyId: shop.client.companyId } as TestStaffApi['company'];
  const within: TestStaffApi = { ...api, admin: shop.client, company };
  within.client = api.client.bind(api);
  const member = (scope: 'all' | 'own') =>
    memberWith(within, { matrix: { reports: ['view'], tax: ['view'] }, scopes: { tax: scope } });
  const told = async (by: StaffClient, path: string) =>
    bodyOf<unknown[]>(await by.call('GET', `/reports/${path}?${MARCH}`)).length;
  const [all, own] = [await member('all'), await member('own')];
  expect(await told(all, 'tax')).toBe(5);
  expect([await told(own, 'tax'), await told(own, 'ec-sales-list')]).toEqual([0, 0]);
  expect((await all.call('GET', `/reports/tax?${MARCH}`, { headers })).status).toBe(403);
});

it('tells of a draft that was paid what it told, also when that is given back', async () => {
  const period = (month: string) => taxes(`from=2026-${month}-01&to=2026-${month}-28`);
  t.clock.set('2026-08-10T09:00:00.000Z');
  const home = await shop.customer({
    line1: 'Weg 1',
    city: 'Bonn',
    postalCode: '53111',
    country: 'DE',
  });
  const draft = await shop.draft(home, { unitPrice: '100.00' });
  const dates = { issueDate: '2026-08-10', dueDate: '2026-09-30' };
  await shop.must('PATCH', `/invoices/${draft.id}`, dates);
  const money = { amount: '119.00', method: 'cash' };
  const payment = await shop.must('POST', `/invoices/${draft.id}/payments`, money);
  const august = await period('08');
  expect(short(august)).toEqual(['normal DE S taxed 19 100.00 19.00']);
  t.clock.set('2026-09-10T09:00:00.000Z');
  const refund = { amount: '119.00', reason: 'Off' };
  await shop.must('POST', `/payments/${payment.id}/refund`, refund);
  const back = ['normal DE S taxed 19 -100.00 -19.00'];
  expect([await period('08'), short(await period('09'))]).toEqual([august, back]);
  await shop.must('PATCH', `/invoices/${draft.id}`, { issueDate: '2026-09-10' });
  expect([await period('08'), short(await period('09'))]).toEqual([august, back]);
});
