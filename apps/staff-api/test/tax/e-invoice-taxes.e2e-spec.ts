import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { FRANCE, Shop, vatOf, WORK, type TaxedDocument } from './tax-shop.js';

let t: TestDatabase;
let api: TestStaffApi;
let shop: Shop;
let customer: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  shop = await Shop.open({ t, api });
  customer = await shop.customer({ ...FRANCE, country: 'DE', postalCode: '50667' });
});
afterAll(async () => {
  await api.close();
  await t.close();
});

/** The rules that keep a document from being an electronic invoice, each once. */
async function faultsOf(of: Shop, path: string): Promise<unknown[]> {
  const { status, body } = await of.ask('GET', `${path}/e-invoice?format=cii`);
  const { code, errors = [] } = body as { code?: string; errors?: { code: string }[] };
  return [status, code, ...new Set(errors.map((each) => each.code))];
}

it('an invoice of several grounds states each of them, and the code of none', async () => {
  const coded = { margin_second_hand: 'used', exempt_education: 'school' };
  for (const [taxClass, code] of Object.entries(coded)) {
    await shop.must('POST', '/tax/codes', { code, name: code, taxClass });
  }
  const { id } = await shop.sent(
    customer,
    { taxCode: 'used', unitPrice: '500.00' },
    { taxCode: 'school' },
  );
  const law = '(Article 132(1)(i), Directive 2006/112/EC)';
  expect(await vatOf(shop, `/invoices/${id}`)).toMatchObject({
    category: 'E',
    code: null,
    reason: `Margin scheme – second-hand goods; Exempt from tax ${law}`,
  });
});

it('the note that empties a line is issued under a profile, and has its file', async () => {
  const pieces = { quantity: '10', unitPrice: '0.13', taxRate: '19' };
  const sold = await shop.sent(customer, pieces);
  expect(sold.taxTotal).toBe('0.25');
  const one = { ...WORK, unitPrice: '0.13', invoiceLineId: sold.lines[0]?.id };
  const body = { accountId: customer, invoiceId: sold.id, reason: 'Broken', lines: [one] };
  const taxes: string[] = [];
  let last: TaxedDocument = sold;
  for (let i = 0; i < 10; i += 1) {
    last = await shop.must('POST', '/credit-notes', { ...body, eInvoiceProfile: 'en16931' });
    await shop.must('POST', `/credit-notes/${last.id}/issue`);
    taxes.push(last.taxTotal);
  }
  expect(taxes).toEqual([...Array.from({ length: 9 }, () => '0.02'), '0.07']);
  const xml = (await shop.file(`/credit-notes/${last.id}/e-invoice`)).toString();
  expect(xml).toContain('<cbc:TaxAmount currencyID="EUR">0.07</cbc:TaxAmount>');
});

it('a name that XML can hold nothing of is missing, and its invoice not sent', async () => {
  for (const description of ['\u0001', '\ufffe', '\uffff']) {
    const line = { ...WORK, description, taxRate: '19' };
    const draft = await shop.must('POST', '/invoices', {
      accountId: customer,
      currency: 'EUR',
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      eInvoiceProfile: 'en16931',
      lines: [line],
    });
    const { status, body } = await shop.ask('POST', `/invoices/${draft.id}/send`, {});
    expect([status, body]).toMatchObject([422, { errors: [{ code: 'BR-25' }] }]);
  }
});

describe('a tax that is no value added tax of Europe', () => {
  const JAPAN = { line1: '1-1', city: 'Tokyo', postalCode: '100-0001', country: 'JP' };
  const TEXAS = { line1: '1 St', city: 'Austin', region: 'TX', postalCode: '73301', country: 'US' };
  const GERMAN = [{ country: 'DE', number: 'DE136695976' }];

  it.each([
    ['of Japan', JAPAN, 'JP', { taxRate: '10' }],
    ['of the United States, where none is charged', TEXAS, null, {}],
  ])('makes no electronic invoice: that %s', async (_, address, seeded, line) => {
    const other = await Shop.plain({ t, api });
    await other.must('PATCH', '/company', { legalName: 'Seller', address });
    if (seeded) await other.must('POST', '/tax/seed', { countries: [seeded] });
    // What it is registered for elsewhere changes nothing.
    await other.must('PATCH', '/company', {
      registrationNumber: '1',
      taxRegistrations: seeded ? [{ country: seeded, number: 'T7000012050002' }] : GERMAN,
    });
    const { id } = await other.sent(await other.customer(address), line);
    expect(await faultsOf(other, `/invoices/${id}`)).toEqual(
      expect.arrayContaining([422, 'e_invoice_not_possible', 'BR-CO-04']),
    );
  });
});
