import type { TaxReportLine } from '@quittance/reporting/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { FRANCE, SELLER, Shop } from './tax-shop.js';

const AUSTRIA = { line1: 'Gasse 1', city: 'Wien', postalCode: '1010', country: 'AT' };
const MARCH = 'from=2026-03-01&to=2026-03-31';

let t: TestDatabase;
let api: TestStaffApi;
let shop: Shop;
/** A consumer in Austria and a business in France. */
let consumer: string;
let business: string;

beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-03-15T09:00:00.000Z');
  api = await startStaffApi(t);
  shop = await Shop.open({ t, api }, ['DE', 'AT', 'FR']);
  const [germany] = SELLER.taxRegistrations;
  const ofUnion = { ...germany, scheme: 'oss_union', validFrom: '2026-01-01' };
  await shop.must('PATCH', '/company', { taxRegistrations: [germany, ofUnion] });
  consumer = await shop.customer(AUSTRIA);
  await shop.must('PATCH', `/accounts/${consumer}`, { buyerKind: 'consumer' });
  business = await shop.customer(FRANCE, 'FR40303265045');
  await codeOf('wares', 'goods');
  await codeOf('advice', 'services');
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** A tax code that says what is sold under it, with a rate in Germany and Austria. */
async function codeOf(code: string, kind: string): Promise<void> {
  await shop.must('POST', '/tax/codes', { code, name: code, kind });
  const places = await shop.must<{ data: { id: string; code: string }[] }>(
    'GET',
    '/tax/jurisdictions?pageSize=200',
  );
  for (const [country, rate] of Object.entries({ DE: '19', AT: '20' })) {
    const jurisdictionId = places.data.find((each) => each.code === country)?.id;
    const sold = { taxCode: code, kind: 'vat', rate, validFrom: '2020-01-01' };
    await shop.must('POST', '/tax/rates', { ...sold, jurisdictionId });
  }
}

const taxes = (period: string, of = 'tax') =>
  shop.must<TaxReportLine[]>('GET', `/reports/${of}?${period}`);

it('calls goods what was decided as goods by its code', async () => {
  await shop.sent(consumer, { taxCode: 'wares' }, { taxCode: 'advice', unitPrice: '30.00' });
  await shop.sent(business, { taxCode: 'wares' });
  const short = (lines: readonly TaxReportLine[]) =>
    lines.map(({ country, reason, supply, net }) => [country, reason, supply, net].join(' '));
  expect(short(await taxes(MARCH))).toEqual([
    'DE taxed services 30.00',
    'DE intra_community goods 100.00',
    'AT one_stop_shop goods 100.00',
  ]);
  expect(short(await taxes(MARCH, 'one-stop-shop'))).toEqual(['AT one_stop_shop goods 100.00']);
});
