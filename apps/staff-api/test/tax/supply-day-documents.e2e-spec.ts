import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { FRANCE, SELLER, Shop, WORK, type TaxedDocument } from './tax-shop.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const GERMAN = 'DE136695976';
const FRENCH = 'FR40303265045';
const DECEMBER = { periodStart: '2026-12-01', periodEnd: '2026-12-31' };

/** A German company that sells goods in France, where its registration ends with 2026. */
async function opened() {
  const shop = await Shop.open({ t, api }, ['DE', 'FR']);
  await shop.must('PATCH', '/company', {
    taxRegistrations: [
      ...SELLER.taxRegistrations,
      { country: 'FR', number: FRENCH, validTo: '2026-12-31' },
    ],
    distanceSales: [
      { year: 2026, status: 'exceeded' },
      { year: 2027, status: 'below' },
    ],
  });
  const accountId = await shop.customer(FRANCE);
  const line = { ...WORK, productId: await shop.product('goods') };
  const sold = { accountId, currency: 'EUR', lines: [line], issueDate: '2027-01-01' };
  return { shop, sold };
}

/** Which of the ids an electronic document bears. */
async function idsIn(shop: Shop, path: string): Promise<string[]> {
  const xml = (await shop.file(`${path}/e-invoice?format=ubl`)).toString();
  return [GERMAN, FRENCH].filter((id) => xml.includes(`>${id}<`));
}

it('an invoice in arrears claims the tax of December under the id of December', async () => {
  const { shop, sold } = await opened();
  const invoice = await shop.must('POST', '/invoices', { ...sold, ...DECEMBER });
  expect(invoice.taxTotal).toBe('20.00');
  await shop.must('POST', `/invoices/${invoice.id}/send`);
  expect(await idsIn(shop, `/invoices/${invoice.id}`)).toContain(FRENCH);
  const { accountId } = sold;
  const written = { accountId, invoiceId: invoice.id, reason: 'Less', issueDate: '2027-02-01' };
  const note = await shop.must<TaxedDocument>('POST', '/credit-notes', written);
  await shop.must('POST', `/credit-notes/${note.id}/issue`);
  expect(await idsIn(shop, `/credit-notes/${note.id}`)).toContain(FRENCH);
});

it('the delivery of what was sent moves no day that it was taxed by', async () => {
  const { shop, sold } = await opened();
  const { id } = await shop.must('POST', '/invoices', sold);
  await shop.must('POST', `/invoices/${id}/send`);
  const told = (deliveryDate: string | null) =>
    shop.ask('PATCH', `/invoices/${id}`, { deliveryDate });
  expect(await told('2026-12-30')).toMatchObject({
    status: 409,
    body: { code: 'invoice_not_editable', errors: [{ pointer: '/deliveryDate', code: 'state' }] },
  });
  expect(await told('2027-01-01')).toMatchObject({ status: 200 });
  expect(await told('2027-01-02')).toMatchObject({ status: 409 });
  expect(await told(null)).toMatchObject({ status: 200 });
});

it('an invoice of January knows of no registration that ended with December', async () => {
  const { shop, sold } = await opened();
  const invoice = await shop.must('POST', '/invoices', sold);
  await shop.must('POST', `/invoices/${invoice.id}/send`);
  expect(await idsIn(shop, `/invoices/${invoice.id}`)).toEqual([GERMAN]);
});

it('what is asked for ahead shows the registrations of its own day, and its note too', async () => {
  const { shop, sold } = await opened();
  const { lines, ...asked } = sold;
  const ahead = lines.map(({ productId }) => ({ productId, description: 'Ahead', amount: '119' }));
  const deposit = await shop.must('POST', '/deposits', { ...asked, lines: ahead });
  await shop.must('PATCH', `/invoices/${deposit.id}`, { deliveryDate: '2026-12-30' });
  await shop.must('POST', `/invoices/${deposit.id}/send`);
  // It is taxed by no delivery, so that this may be mended.
  await shop.must('PATCH', `/invoices/${deposit.id}`, { deliveryDate: '2026-12-29' });
  expect(await idsIn(shop, `/invoices/${deposit.id}`)).toEqual([GERMAN]);
  const written = { accountId: sold.accountId, invoiceId: deposit.id, reason: 'Less' };
  const dated = { ...written, issueDate: '2027-02-01' };
  const note = await shop.must<TaxedDocument>('POST', '/credit-notes', dated);
  await shop.must('POST', `/credit-notes/${note.id}/issue`);
  expect(await idsIn(shop, `/credit-notes/${note.id}`)).toEqual([GERMAN]);
});
