import type { TaxDocumentLine, TaxReportRow } from '@quittance/reporting/host';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf } from '../access/members.js';
import { FRANCE, SELLER, Shop } from './tax-shop.js';

const AUSTRIA = { line1: 'Gasse 1', city: 'Wien', postalCode: '1010', country: 'AT' };
const BONN = { line1: 'Weg 1', city: 'Bonn', postalCode: '53111', country: 'DE' };
const MARCH = 'from=2026-03-01&to=2026-03-31';
const APRIL = 'from=2026-04-01&to=2026-04-30';

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
  shop.must<TaxReportRow[]>('GET', `/reports/${of}?${period}`);

interface Page {
  readonly data: TaxDocumentLine[];
  readonly total: number;
}

async function documentsOf({ documentsPath }: TaxReportRow): Promise<Page> {
  return bodyOf<Page>(await shop.client.call('GET', documentsPath));
}

const AMOUNTS = ['net', 'base', 'tax'] as const;
const cents = (lines: readonly Pick<TaxReportRow, 'net' | 'base' | 'tax'>[]) =>
  AMOUNTS.map((of) => lines.reduce((sum, line) => sum + Math.round(Number(line[of]) * 100), 0));

/** What each line of the report is made of comes to it. */
async function expectAddsUp(period: string): Promise<void> {
  const lines = await taxes(period);
  for (const line of lines) {
    const { data, total } = await documentsOf(line);
    expect([line.documents, ...cents([line])]).toEqual([total, ...cents(data)]);
  }
  const all = bodyOf<Page>(
    await shop.client.call('GET', `/reports/tax-documents?${period}&pageSize=200`),
  );
  expect(cents(all.data)).toEqual(cents(lines));
}

it('calls goods what was decided as goods by its code', async () => {
  await shop.sent(consumer, { taxCode: 'wares' }, { taxCode: 'advice', unitPrice: '30.00' });
  await shop.sent(business, { taxCode: 'wares' });
  const short = (lines: readonly TaxReportRow[]) =>
    lines.map(({ country, reason, supply, net }) => [country, reason, supply, net].join(' '));
  expect(short(await taxes(MARCH))).toEqual([
    'DE taxed services 30.00',
    'DE intra_community goods 100.00',
    'AT one_stop_shop goods 100.00',
  ]);
  expect(short(await taxes(MARCH, 'one-stop-shop'))).toEqual(['AT one_stop_shop goods 100.00']);
});

it('takes back as goods what a credit note says is of a line that was sold as such', async () => {
  const product = { productId: await shop.product('goods') };
  const sold = await shop.sent(await shop.customer(BONN), product);
  const [line] = sold.lines;
  const { accountId } = sold as unknown as { accountId: string };
  const note = await shop.must('POST', '/credit-notes', {
    accountId,
    currency: 'EUR',
    invoiceId: sold.id,
    issueDate: '2026-03-12',
    reason: 'Kind',
    lines: [{ description: 'Less', quantity: '1', unitPrice: '40.00', invoiceLineId: line?.id }],
  });
  await shop.must('POST', `/credit-notes/${note.id}/issue`);
  const home = (await taxes(MARCH)).filter(
    ({ reason, supply }) => reason === 'taxed' && supply === 'goods',
  );
  expect(home.map(({ net, documents }) => [net, documents])).toEqual([['60.00', 2]]);
  const [row] = home;
  const { data } = row ? await documentsOf(row) : { data: [] };
  expect(data.map(({ document, number, net, tax }) => [document, number, net, tax])).toEqual([
    ['invoice', sold.number, '100.00', '19.00'],
    ['credit_note', note.number, '-40.00', '-7.60'],
  ]);
});

it('leads from each line to the documents that come to it, taken back or not', async () => {
  await expectAddsUp(MARCH);
  const wrong = await shop.sent(consumer, { taxCode: 'wares', unitPrice: '50.00' });
  t.clock.set('2026-04-10T09:00:00.000Z');
  await shop.must('POST', `/invoices/${wrong.id}/void`, { reason: 'Never ordered' });
  await expectAddsUp(MARCH);
  await expectAddsUp(APRIL);
  const [row] = await taxes(APRIL);
  const { data } = row ? await documentsOf(row) : { data: [] };
  expect(data).toMatchObject([
    { documentId: wrong.id, issueDate: '2026-03-01', takenBackOn: '2026-04-10', net: '-50.00' },
  ]);
});

it('lists documents by page and by key, and as a file', async () => {
  const path = `/reports/tax-documents`;
  const numbers = (query: string) =>
    shop.must<Page & { nextCursor: string | null }>('GET', `${path}?${MARCH}&${query}`);
  const all = await numbers('pageSize=200');
  const walked: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof numbers>> = await numbers(`pageSize=2&cursor=${cursor}`);
    walked.push(...page.data.map(({ documentId, net }) => `${documentId} ${net}`));
    cursor = page.nextCursor;
  }
  expect(walked).toEqual(all.data.map(({ documentId, net }) => `${documentId} ${net}`));
  const file = await shop.client.call('GET', `${path}?${MARCH}`, {
    headers: { accept: 'text/csv' },
  });
  expect(String(file.body).trim().split('\n').length).toBe(all.total + 1);
});
