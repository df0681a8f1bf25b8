import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Shop, WORK, type TaxedDocument } from './tax-shop.js';

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

const CLUJ = { line1: 'Strada 1', city: 'Cluj', postalCode: '400001', country: 'RO' };
const RO = { country: 'RO', number: 'RO18547290' };
/** Before and behind the first of August 2025, from which day on Romania taxes by 21 %. */
const BEFORE = '2025-07-30';
const BEHIND = '2025-08-05';
const JULY = { periodStart: '2025-07-01', periodEnd: '2025-07-31' };

/** A Romanian company with both rates, its customer, and invoices of 100.00. */
async function opened(registration: object = {}) {
  const shop = await Shop.plain({ t, api });
  const taxRegistrations = [{ ...RO, ...registration }];
  await shop.must('PATCH', '/company', { address: CLUJ, taxRegistrations });
  await shop.must('POST', '/tax/seed', { countries: ['RO'] });
  const accountId = await shop.customer(CLUJ);
  const currency = 'EUR';
  const invoiced = (dates: object): Promise<TaxedDocument> =>
    shop.must('POST', '/invoices', {
      accountId,
      currency,
      issueDate: BEHIND,
      lines: [WORK],
      ...dates,
    });
  return { shop, accountId, currency, invoiced };
}

const taxOf = ({ lines }: TaxedDocument) => lines.map(({ tax }) => tax);
const groundOf = ({ lines }: TaxedDocument) =>
  lines.map(({ taxCategory, taxReason }) => [taxCategory, taxReason]);

describe('an invoice is taxed by the rate of the day', () => {
  it.each([
    ['of its issue, where it says nothing else', {}, '21.00'],
    ['of a delivery before it', { deliveryDate: BEFORE }, '19.00'],
    ['of a delivery behind it', { issueDate: BEFORE, deliveryDate: BEHIND }, '21.00'],
    ['on which its period ended', JULY, '19.00'],
    ['of its issue within its period', { periodStart: BEFORE, periodEnd: '2025-08-29' }, '21.00'],
    ['of its issue ahead of its period', { ...JULY, issueDate: '2025-06-30' }, '19.00'],
    ['of a delivery behind its period', { ...JULY, deliveryDate: '2025-08-01' }, '21.00'],
  ])('%s', async (_, dates, tax) => {
    const { invoiced } = await opened();
    expect(taxOf(await invoiced(dates))).toEqual([tax]);
  });

  it('on which what was ordered has left', async () => {
    const { shop, accountId, currency } = await opened();
    const line = { description: 'Chair', ordered: '1', unitPrice: '100.00' };
    const lines = [{ ...line, invoicing: 'on_delivery' }];
    const order = { accountId, currency, issueDate: BEFORE, lines };
    const { id, lines: made } = await shop.must('POST', '/sales-orders', order);
    await shop.must('POST', `/sales-orders/${id}/confirm`);
    const left = { lines: [{ lineId: made[0]?.id, quantity: '1' }], shippedOn: BEFORE };
    await shop.must('POST', `/sales-orders/${id}/ship`, left);
    const asked = { all: true, issueDate: BEHIND };
    const invoice = await shop.must('POST', `/sales-orders/${id}/invoice`, asked);
    expect(invoice).toMatchObject({ deliveryDate: BEFORE, taxTotal: '19.00' });
  });
});

describe('lines of an invoice are taxed by the ends of their own periods', () => {
  const LINES = [{ ...WORK, ...JULY }, WORK];
  const AUGUST = { periodStart: '2025-08-01', periodEnd: '2025-08-31' };

  it('and so are a copy, a new line, an allowance of all and what is given back', async () => {
    const { shop, accountId, invoiced } = await opened();
    const { id, ...made } = await invoiced({ ...AUGUST, lines: LINES });
    expect(taxOf({ id, ...made })).toEqual(['19.00', '21.00']);
    const two = await shop.must('POST', `/invoices/${id}/lines`, { ...WORK, ...JULY });
    expect(taxOf(two)).toEqual(['19.00', '21.00', '19.00']);
    const adjustments = [{ kind: 'allowance', reason: 'Loyalty', percent: '10' }];
    const less = await shop.must('PATCH', `/invoices/${id}`, { adjustments });
    expect(taxOf(less)).toEqual(['19.00', '21.00', '19.00', '-3.80', '-2.10']);
    await shop.must('POST', `/invoices/${id}/send`);
    const written = { accountId, invoiceId: id, reason: 'Less', issueDate: '2025-09-01' };
    expect(taxOf(await shop.must('POST', '/credit-notes', written))).toEqual(taxOf(less));
  });

  it('but not where it states its delivery', async () => {
    const { invoiced } = await opened();
    expect(taxOf(await invoiced({ deliveryDate: BEHIND, lines: LINES }))).toEqual([
      '21.00',
      '21.00',
    ]);
  });
});

describe('a draft is taxed anew', () => {
  it('by each day of delivery and each end of its period that it is given', async () => {
    const { shop, invoiced } = await opened();
    const { id } = await invoiced({});
    const changed = async (patch: object) =>
      taxOf(await shop.must('PATCH', `/invoices/${id}`, patch));
    expect(await changed({ deliveryDate: BEFORE })).toEqual(['19.00']);
    expect(await changed({ deliveryDate: null })).toEqual(['21.00']);
    expect(await changed(JULY)).toEqual(['19.00']);
    expect(await changed({ periodEnd: '2025-08-31' })).toEqual(['21.00']);
  });

  it('by the day of its delivery where its lines change', async () => {
    const { shop, invoiced } = await opened();
    const { id, lines } = await invoiced({ deliveryDate: BEFORE });
    const two = await shop.must('POST', `/invoices/${id}/lines`, WORK);
    expect(taxOf(two)).toEqual(['19.00', '19.00']);
    const line = `/invoices/${id}/lines/${lines[0]?.id}`;
    const more = await shop.must('PATCH', line, { quantity: '2' });
    expect(taxOf(more)).toEqual(['38.00', '19.00']);
    const again = await shop.must('POST', `/invoices/${id}/recalculate-tax`);
    expect(taxOf(again)).toEqual(['38.00', '19.00']);
  });

  it('by no other day where it asks for money ahead', async () => {
    const { shop, accountId, currency } = await opened();
    const lines = [{ description: 'Ahead', amount: '121.00' }];
    const asked = { accountId, currency, issueDate: BEHIND, lines };
    const { id, ...deposit } = await shop.must('POST', '/deposits', asked);
    expect(taxOf({ id, ...deposit })).toEqual(['21.00']);
    const told = await shop.must('PATCH', `/invoices/${id}`, { deliveryDate: BEFORE });
    expect(taxOf(told)).toEqual(['21.00']);
  });
});

describe('a certificate frees what was supplied', () => {
  it('while it was valid, whenever that is invoiced', async () => {
    const { shop, accountId, invoiced } = await opened();
    const held = { accountId, certificate: 'C-1', validFrom: '2025-01-01', validTo: '2025-07-31' };
    await shop.must('POST', '/tax/exemptions', held);
    expect(groundOf(await invoiced({ deliveryDate: BEFORE }))).toEqual([['E', 'exempt_customer']]);
    expect(groundOf(await invoiced({}))).toEqual([['S', 'taxed']]);
  });
});

describe('a seller charges tax on what was supplied', () => {
  it('until its registration ended', async () => {
    const { invoiced } = await opened({ validTo: '2025-07-31' });
    expect(groundOf(await invoiced({ deliveryDate: BEFORE }))).toEqual([['S', 'taxed']]);
    expect(groundOf(await invoiced({}))).toEqual([['O', 'not_registered']]);
  });

  it('once its registration began', async () => {
    const { invoiced } = await opened({ validFrom: '2025-08-01' });
    expect(groundOf(await invoiced({ deliveryDate: BEFORE }))).toEqual([['O', 'not_registered']]);
    expect(groundOf(await invoiced({}))).toEqual([['S', 'taxed']]);
  });
});

describe('a credit note', () => {
  it('bears the taxes of the invoice that it corrects, whatever it says itself', async () => {
    const { shop, accountId, invoiced } = await opened();
    const { id: invoiceId } = await invoiced({ deliveryDate: BEFORE });
    await shop.must('POST', `/invoices/${invoiceId}/send`);
    const lines = [{ ...WORK, unitPrice: '50.00' }];
    const written = { accountId, invoiceId, reason: 'Less', issueDate: '2025-09-01', lines };
    const note = await shop.must('POST', '/credit-notes', written);
    expect(taxOf(note)).toEqual(['9.50']);
    const told = await shop.must('PATCH', `/credit-notes/${note.id}`, { deliveryDate: BEHIND });
    expect(taxOf(told)).toEqual(['9.50']);
  });

  it('of no invoice is taxed by the day that it says', async () => {
    const { shop, accountId, currency } = await opened();
    const written = { accountId, currency, reason: 'Less', issueDate: BEHIND, lines: [WORK] };
    const { id, ...note } = await shop.must('POST', '/credit-notes', {
      ...written,
      deliveryDate: BEFORE,
    });
    expect(taxOf({ id, ...note })).toEqual(['19.00']);
    const told = await shop.must('PATCH', `/credit-notes/${id}`, { deliveryDate: null });
    expect(taxOf(told)).toEqual(['21.00']);
  });
});
