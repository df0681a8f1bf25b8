import { expectInvariants } from '../../../../test/support/invariants.js';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import {
  startStaffApi,
  type Answer,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  BELGIUM,
  FRANCE,
  NORWAY,
  SELLER,
  Shop,
  vatOf,
  WORK,
  type TaxedDocument,
} from './tax-shop.js';
import { activeSchedule, billingRun, SEATS } from '../receivables/schedule-support.js';

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

const refusal = ({ status, body }: Answer): unknown[] => {
  const { code, errors = [] } = body as { code: string; errors?: { pointer: string }[] };
  return [status, code, ...errors.map(({ pointer }) => pointer)];
};
const decided = ({ lines }: TaxedDocument) =>
  lines.map(({ taxCategory, taxReason, tax }) => [taxCategory, taxReason, tax]);

describe('a tax code that the set-up does not have', () => {
  let shop: Shop;
  let accountId: string;
  beforeAll(async () => {
    shop = await Shop.open({ t, api });
    accountId = await shop.customer({ ...FRANCE, country: 'DE' });
  });
  const UNKNOWN = { ...WORK, taxCode: 'nonsense' };

  it('is refused on every line of an invoice at once, and nothing is written', async () => {
    const lines = [UNKNOWN, WORK, { ...UNKNOWN, taxCode: 'gst-18', taxRate: '19' }];
    const refused = await shop.ask('POST', '/invoices', { accountId, lines });
    expect(refusal(refused)).toEqual([
      422,
      'tax_code_unknown',
      '/lines/0/taxCode',
      '/lines/2/taxCode',
    ]);
    expect((await shop.ask('GET', '/invoices')).body).toMatchObject({ total: 0 });
  });

  it('is refused on a line that is added or changed, of invoices and of credit notes', async () => {
    const { id, lines } = await shop.draft(accountId, {});
    const own = [422, 'tax_code_unknown', '/taxCode'];
    expect(refusal(await shop.ask('POST', `/invoices/${id}/lines`, UNKNOWN))).toEqual(own);
    const line = `/invoices/${id}/lines/${lines[0]?.id}`;
    expect(refusal(await shop.ask('PATCH', line, { taxCode: 'nonsense' }))).toEqual(own);
    const note = { accountId, reason: 'Broken', lines: [WORK, UNKNOWN] };
    expect(refusal(await shop.ask('POST', '/credit-notes', note))).toEqual([
      422,
      'tax_code_unknown',
      '/lines/1/taxCode',
    ]);
    const made = await shop.must('POST', '/credit-notes', { ...note, lines: [WORK] });
    const added = await shop.ask('POST', `/credit-notes/${made.id}/lines`, UNKNOWN);
    expect(refusal(added)).toEqual(own);
  });

  it('is refused of products, schedules and questions', async () => {
    const named = { sku: 'A', name: 'A', taxCode: 'nonsense' };
    const own = [422, 'tax_code_unknown', '/taxCode'];
    expect(refusal(await shop.ask('POST', '/products', named))).toEqual(own);
    const { id } = await shop.must('POST', '/products', { ...named, taxCode: 'standard' });
    expect(refusal(await shop.ask('PATCH', `/products/${id}`, { taxCode: 'x' }))).toEqual(own);
    const schedule = {
      accountId,
      currency: 'EUR',
      frequency: 'monthly',
      startDate: '2026-01-31',
      lines: [SEATS, { ...SEATS, taxCode: 'nonsense' }],
    };
    const second = [422, 'tax_code_unknown', '/lines/1/taxCode'];
    expect(refusal(await shop.ask('POST', '/billing-schedules', schedule))).toEqual(second);
    const made = await shop.must('POST', '/billing-schedules', { ...schedule, lines: [SEATS] });
    const path = `/billing-schedules/${made.id}`;
    expect(refusal(await shop.ask('PATCH', path, { lines: schedule.lines }))).toEqual(second);
    const question = { currency: 'EUR', shipTo: { country: 'DE' } };
    const lines = [{ amount: '1.00' }, { amount: '1.00', taxCode: 'nonsense', taxRate: '3' }];
    expect(refusal(await shop.ask('POST', '/tax/calculate', { ...question, lines }))).toEqual(
      second,
    );
  });

  it('lists a schedule as failed whose code was deleted, and bills it by no rate', async () => {
    const code = await shop.must('POST', '/tax/codes', { code: 'brief', name: 'Brief' });
    const lines = [{ ...SEATS, taxCode: 'brief', taxRate: '19' }];
    const { id } = await activeSchedule(shop.client, accountId, { lines });
    expect((await shop.ask('DELETE', `/tax/codes/${code.id}`)).status).toBe(204);
    const run = await billingRun(t, shop.client, { asOf: '2026-02-01', scheduleIds: [id] });
    expect(run).toMatchObject({
      invoiced: 0,
      failed: 1,
      failures: [{ scheduleId: id, code: 'tax_code_unknown' }],
    });
  });
});

describe('a line that should be taxed and has no rate', () => {
  let shop: Shop;
  let accountId: string;
  let goods: string;
  beforeAll(async () => {
    shop = await Shop.open({ t, api });
    // What it sells to consumers of other states is taxed there, where it is not registered.
    const distanceSales = [{ year: 2026, status: 'exceeded' }];
    await shop.must('PATCH', '/company', { distanceSales });
    accountId = await shop.customer(BELGIUM);
    goods = await shop.product('goods');
  });

  it('keeps its invoice a draft, whichever way it might leave, and is listed', async () => {
    const { id, number, lines } = await shop.draft(
      accountId,
      { taxRate: '21' },
      { productId: goods },
    );
    expect(lines).toMatchObject([
      { taxFallback: true, taxCategory: 'S', taxReason: 'line_rate', tax: '21.00' },
      { taxCategory: null, taxReason: 'registration_required', taxUndetermined: true, tax: '0.00' },
    ]);
    const stays = [409, 'tax_undetermined', '/lines/1'];
    const note = {
      accountId,
      reason: 'Goodwill',
      currency: 'EUR',
      lines: [{ ...WORK, taxRate: '0' }],
    };
    const credit = await shop.must('POST', '/credit-notes', note);
    await shop.must('POST', `/credit-notes/${credit.id}/issue`);
    const paid = { amount: '10.00', method: 'cash' };
    const applied = { invoiceId: id, amount: '10.00' };
    for (const [path, body] of [
      [`/invoices/${id}/send`, {}],
      [`/invoices/${id}/submit`, {}],
      [`/invoices/${id}/payments`, paid],
      ['/payments', { ...paid, accountId, currency: 'EUR', allocations: [applied] }],
      [`/credit-notes/${credit.id}/apply`, applied],
      ['/payments/checkout', { invoiceId: id }],
    ] as const) {
      expect([path, ...refusal(await shop.ask('POST', path, body))]).toEqual([path, ...stays]);
    }
    expect(await shop.must('GET', `/invoices/${id}`)).toMatchObject({ status: 'draft' });
    expect((await shop.ask('GET', '/tax/undetermined-lines')).body).toMatchObject({
      total: 1,
      data: [
        {
          invoiceId: id,
          invoiceNumber: number,
          position: 2,
          country: 'BE',
          reason: 'registration_required',
          net: '100.00',
        },
      ],
    });
    const [page] = pdfText(await shop.file(`/invoices/${id}/pdf`));
    expect(page).toContain('Draft: the tax is not determined yet');
    expect((await shop.ask('GET', `/invoices/${id}/e-invoice`)).status).toBe(422);
    // Rates alone are those of a starter set; once it is registered there it is taxed, and leaves.
    await shop.must('POST', '/tax/seed', { countries: ['BE'] });
    expect(await shop.must('POST', `/invoices/${id}/recalculate-tax`)).toMatchObject({
      taxTotal: '21.00',
    });
    const taxRegistrations = [
      ...SELLER.taxRegistrations,
      { country: 'BE', number: 'BE0417497106' },
    ];
    await shop.must('PATCH', '/company', { taxRegistrations });
    const taxed = await shop.must('POST', `/invoices/${id}/recalculate-tax`);
    expect(taxed).toMatchObject({ taxTotal: '42.00' });
    expect((await shop.ask('GET', '/tax/undetermined-lines')).body).toMatchObject({ total: 0 });
    expect(await shop.must('POST', `/invoices/${id}/send`)).toMatchObject({ status: 'sent' });
  });

  it('is told of by a run, whose draft it stays on, and by its preview', async () => {
    const other = await shop.customer({ ...BELGIUM, country: 'IT' });
    const { id } = await activeSchedule(shop.client, other, {
      lines: [{ ...SEATS, productId: goods }],
    });
    const preview = await shop.ask('GET', `/billing-runs/preview?asOf=2026-02-01`);
    expect(JSON.stringify(preview.body)).toContain('"taxUndetermined":true');
    await billingRun(t, shop.client, { asOf: '2026-02-01', scheduleIds: [id] });
    const { body } = await shop.ask('GET', '/tax/undetermined-lines');
    const [line] = (body as { data: { invoiceId: string; reason: string }[] }).data;
    expect(line).toMatchObject({ reason: 'registration_required', country: 'IT' });
    const sent = await shop.ask('POST', `/invoices/${line?.invoiceId}/send`, {});
    expect(refusal(sent)).toEqual([409, 'tax_undetermined', '/lines/0']);
  });

  it('is told line by line of a day before the first rate', async () => {
    const lines = [{ amount: '100.00' }, { amount: '100.00', taxRate: '16' }];
    const question = { currency: 'EUR', date: '2006-12-31', shipTo: { country: 'DE' }, lines };
    expect((await shop.ask('POST', '/tax/calculate', question)).body).toMatchObject({
      lines: [
        { tax: '0.00', undetermined: true, category: null, reason: 'rate_missing' },
        { tax: '16.00', undetermined: false, fallback: true, reason: 'line_rate' },
      ],
    });
  });

  it('keeps a credit note of its own a draft', async () => {
    const italy = await shop.customer({ ...BELGIUM, country: 'IT' });
    const note = {
      accountId: italy,
      reason: 'Broken',
      currency: 'EUR',
      lines: [{ ...WORK, productId: goods }],
    };
    const { id } = await shop.must('POST', '/credit-notes', note);
    expect(refusal(await shop.ask('POST', `/credit-notes/${id}/issue`, {}))).toEqual([
      409,
      'tax_undetermined',
      '/lines/0',
    ]);
  });
});

describe('a company that charges no tax anywhere', () => {
  it('sends what it has, outside the scope of tax', async () => {
    const shop = await Shop.plain({ t, api });
    const accountId = await shop.customer(BELGIUM);
    const invoice = await shop.sent(accountId, {});
    expect(invoice).toMatchObject({ status: 'sent', taxTotal: '0.00' });
    expect(decided(invoice)).toEqual([['O', 'not_registered', '0.00']]);
  });
});

describe('supplies without tax', () => {
  let shop: Shop;
  let goods: string;
  let service: string;
  beforeAll(async () => {
    shop = await Shop.open({ t, api });
    await shop.must('PATCH', '/company', { documentLanguage: 'de' });
    goods = await shop.product('goods');
    service = await shop.product('service');
  });
  const directive = (law: string, article: string) =>
    `(${law} UStG; Art. ${article} der Richtlinie 2006/112/EG)`;
  const EXPORT = {
    category: 'G',
    percent: '0',
    code: 'VATEX-EU-G',
    reason: `Steuerfreie Ausfuhrlieferung ${directive('§ 6', '146')}`,
    sellerId: true,
  };
  const page = async (path: string) =>
    pdfText(await shop.file(`${path}/pdf`))
      .join(' ')
      .replaceAll(/\s+/g, ' ');

  it.each([
    ['without a rate', {}],
    ['with one', { taxRate: '19' }],
    ['with one of nothing', { taxRate: '0' }],
  ])('goods to Norway are an export, %s', async (_, more) => {
    const accountId = await shop.customer(NORWAY);
    const invoice = await shop.sent(accountId, { productId: goods, ...more });
    expect(decided(invoice)).toEqual([['G', 'export', '0.00']]);
    expect(await vatOf(shop, `/invoices/${invoice.id}`)).toEqual(EXPORT);
    const text = await page(`/invoices/${invoice.id}`);
    // Once in the summary, with what it comes to, and once as the note.
    expect(text).toContain('Steuerfreie Ausfuhrlieferung 100,00 0,00');
    expect(text).toContain(EXPORT.reason);
  });

  it('goods to a business in another member state are an intra-community supply', async () => {
    const accountId = await shop.customer(FRANCE, 'FR40303265045');
    const invoice = await shop.sent(accountId, { productId: goods });
    expect(decided(invoice)).toEqual([['K', 'intra_community', '0.00']]);
    const reason = `Steuerfreie innergemeinschaftliche Lieferung ${directive('§ 6a', '138')}`;
    // Nobody has said when they were delivered, and the file invents no day (BR-IC-11).
    const path = `/invoices/${invoice.id}`;
    const undated = await shop.ask('GET', `${path}/e-invoice`);
    expect(refusal(undated)).toEqual([422, 'e_invoice_not_possible', '/deliveryDate']);
    await shop.must('PATCH', path, { deliveryDate: '2026-03-01' });
    expect((await shop.file(`${path}/e-invoice?format=cii`)).toString()).toContain('>20260301<');
    expect(await vatOf(shop, `/invoices/${invoice.id}`)).toEqual({
      ...EXPORT,
      category: 'K',
      code: 'VATEX-EU-IC',
      reason,
    });
    const text = await page(`/invoices/${invoice.id}`);
    expect(text).toContain(reason);
    expect(text).not.toContain('Steuerschuldnerschaft');
  });

  it('a service to one is at reverse charge', async () => {
    const accountId = await shop.customer(FRANCE, 'FR40303265045');
    const invoice = await shop.sent(accountId, { productId: service });
    const reason = `Steuerschuldnerschaft des Leistungsempfängers ${directive('§ 13b', '196')}`;
    expect(await vatOf(shop, `/invoices/${invoice.id}`)).toEqual({
      ...EXPORT,
      category: 'AE',
      code: 'VATEX-EU-AE',
      reason,
    });
    expect(await page(`/invoices/${invoice.id}`)).toContain(reason);
  });

  it('a service abroad is outside the scope, and says so', async () => {
    const accountId = await shop.customer(NORWAY);
    const invoice = await shop.sent(accountId, { productId: service });
    const reason = `Nicht im Inland steuerbare Leistung ${directive('§ 3a(2)', '44')}`;
    expect(await vatOf(shop, `/invoices/${invoice.id}`)).toEqual({
      category: 'O',
      percent: null,
      code: 'VATEX-EU-O',
      reason,
      sellerId: false,
    });
    expect(await page(`/invoices/${invoice.id}`)).toContain(reason);
  });

  it('keep their ground when they are credited, whatever the product has become', async () => {
    const sold = await shop.product('goods');
    const accountId = await shop.customer(NORWAY);
    const invoice = await shop.sent(accountId, { productId: sold, quantity: '2' });
    await shop.must('PATCH', `/products/${sold}`, { type: 'service' });
    const note = await shop.must('POST', '/credit-notes', {
      accountId,
      invoiceId: invoice.id,
      reason: 'Broken',
      lines: [{ ...WORK, invoiceLineId: invoice.lines[0]?.id }],
    });
    await shop.must('POST', `/credit-notes/${note.id}/issue`);
    expect(decided(note)).toEqual([['G', 'export', '0.00']]);
    expect(await vatOf(shop, `/credit-notes/${note.id}`, 'CreditNote')).toEqual(EXPORT);
  });

  it('follow the kind of a code where there is no product', async () => {
    const accountId = await shop.customer(NORWAY);
    await shop.must('POST', '/tax/codes', { code: 'crate', name: 'Crates', kind: 'goods' });
    const invoice = await shop.draft(accountId, { taxCode: 'crate' });
    expect(decided(invoice)).toEqual([['G', 'export', '0.00']]);
  });
});

describe('an invoice that is credited line by line', () => {
  it('is given back to the cent, by however many at once', async () => {
    const shop = await Shop.open({ t, api });
    const accountId = await shop.customer({ ...FRANCE, country: 'DE' });
    const line = { quantity: '3', unitPrice: '33.33' };
    const invoice = await shop.sent(accountId, line);
    expect(invoice.total).toBe('118.99');
    const invoiceLineId = invoice.lines[0]?.id;
    const credit = (more: object = {}) =>
      shop.ask('POST', '/credit-notes', {
        accountId,
        invoiceId: invoice.id,
        reason: 'Broken',
        lines: [{ ...WORK, ...line, quantity: '1', invoiceLineId, ...more }],
      });
    const first = (await credit()).body as TaxedDocument;
    await shop.must('POST', `/credit-notes/${first.id}/void`, { reason: 'Mistake' });
    const answers = await Promise.all([credit(), credit(), credit(), credit()]);
    const made = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body as TaxedDocument);
    expect(made.map(({ total }) => total).sort()).toEqual(['39.66', '39.66', '39.67']);
    expect(answers.filter(({ status }) => status !== 201).map(refusal)).toEqual([
      [422, 'credit_exceeds_line', '/lines/0/quantity'],
    ]);
    for (const { id, total } of made) {
      await shop.must('POST', `/credit-notes/${id}/issue`);
      await shop.must('POST', `/credit-notes/${id}/apply`, {
        invoiceId: invoice.id,
        amount: total,
      });
    }
    expect(await shop.must('GET', `/invoices/${invoice.id}`)).toMatchObject({
      status: 'paid',
      balance: '0.00',
    });
  });
});
