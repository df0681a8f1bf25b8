import { addAccount } from '@quittance/crm/host';
import { XMLParser } from 'fast-xml-parser';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { pdfFiles, pdfText } from '../../../../test/support/texts/pdf-text.js';
import { newAccount, newInvoice, sentInvoice } from './billing-support.js';
import { memberWith } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  await api.admin.call('PATCH', '/company', { body: COMPANY });
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const COMPANY = {
  legalName: 'Beispiel GmbH',
  address: { line1: 'Hauptstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' },
  taxRegistrations: [{ country: 'DE', number: 'DE136695976' }],
  bankAccount: { iban: 'DE02120300000000202051' },
};
const LINES = [
  { description: 'Installation', quantity: '2', unitPrice: '49.99', taxRate: '19' },
  { description: 'Machine', quantity: '1', unitPrice: '1000.00', taxRate: '19' },
];

async function get(client: StaffClient, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${client.token()}`, ...headers },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const sent = (over: object = {}) => sentInvoice(api.admin, accountId, { lines: LINES, ...over });

describe('an invoice as PDF', () => {
  it('shows both sides, the lines and the sums, under a safe name', async () => {
    const { id, number, total } = await sent();
    const { answer, bytes } = await get(api.admin, `/invoices/${id}/pdf`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${number}.pdf"`);
    const [page = ''] = pdfText(bytes);
    const texts = [
      'Beispiel GmbH',
      'VAT ID: DE136695976',
      'Acme GmbH',
      number,
      'Machine',
      '1,000.00',
    ];
    for (const text of [...texts, `${Number(total).toLocaleString('en')} EUR`]) {
      expect(page).toContain(text);
    }
  });

  it('is sent once: the same bytes, and nothing to whoever has them', async () => {
    const { id } = await sent();
    const first = await get(api.admin, `/invoices/${id}/pdf`);
    const again = await get(api.admin, `/invoices/${id}/pdf`);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    const tag = first.answer.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    const known = await get(api.admin, `/invoices/${id}/pdf`, { 'if-none-match': `W/"x", ${tag}` });
    expect([known.answer.status, known.bytes.length]).toEqual([304, 0]);
    await api.admin.call('PATCH', `/invoices/${id}`, { body: { notes: 'Changed' } });
    const changed = await get(api.admin, `/invoices/${id}/pdf`, { 'if-none-match': tag });
    expect(changed.answer.status).toBe(200);
    expect(pdfText(changed.bytes)[0]).toContain('Changed');
  });

  it('speaks the language asked for, else that of the company', async () => {
    const { id } = await sent();
    const german = await get(api.admin, `/invoices/${id}/pdf?language=de`);
    expect(pdfText(german.bytes)[0]).toMatch(/Rechnung[\s\S]*1\.000,00/);
    await api.admin.call('PATCH', '/company', { body: { documentLanguage: 'fr' } });
    const french = await get(api.admin, `/invoices/${id}/pdf`);
    await api.admin.call('PATCH', '/company', { body: { documentLanguage: null } });
    expect(pdfText(french.bytes)[0]).toContain('Facture');
    expect((await api.admin.call('GET', `/invoices/${id}/pdf?language=tlh`)).status).toBe(422);
  });

  it('says where to pay while a payment page is open, and makes none', async () => {
    const { id } = await sent();
    const before = (await get(api.admin, `/invoices/${id}/print`)).bytes.toString();
    expect(before).not.toContain('Pay online');
    const checkout = await api.admin.call('POST', '/payments/checkout', {
      body: { invoiceId: id },
    });
    expect(checkout.status).toBe(201);
    const { lastingUrl } = checkout.body as { lastingUrl: string };
    const open = (await get(api.admin, `/invoices/${id}/print`)).bytes.toString();
    expect(open).toContain(`href="${lastingUrl}"`);
    expect(pdfText((await get(api.admin, `/invoices/${id}/pdf`)).bytes)[0]).toContain('Pay online');
  });

  it('bears the mark of what is not to be paid', async () => {
    const draft = await newInvoice(api.admin, accountId, { lines: LINES });
    expect(pdfText((await get(api.admin, `/invoices/${draft.id}/pdf`)).bytes)[0]).toContain(
      'Draft',
    );
    const { id } = await sent();
    await api.admin.call('POST', `/invoices/${id}/void`, { body: { reason: 'Mistake' } });
    expect(pdfText((await get(api.admin, `/invoices/${id}/pdf`)).bytes)[0]).toContain('Void');
  });

  it('leaves an invoice as it is: staff who read it are no customer who viewed it', async () => {
    const { id } = await sent();
    await get(api.admin, `/invoices/${id}/pdf`);
    expect((await api.admin.call('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'sent' });
  });
});

describe('an invoice as a page', () => {
  it('loads nothing and runs nothing, whatever its texts hold', async () => {
    const description = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const { id } = await sent({ lines: [{ ...LINES[0], description }], notes: '</style><b>&' });
    const { answer, bytes } = await get(api.admin, `/invoices/${id}/print`);
    const page = bytes.toString();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/<script|<img|<b>/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('is written from right to left in Arabic', async () => {
    const { id } = await sent();
    const page = (await get(api.admin, `/invoices/${id}/print?language=ar`)).bytes.toString();
    expect(page).toContain('<html lang="ar" dir="rtl">');
    expect(page).toContain('فاتورة');
  });
});

/** A company in Mumbai with a customer in Bengaluru, and the rates of one kind of service. */
async function indianCompany() {
  const admin = await api.newAdmin(await t.newCompany({ baseCurrency: 'INR' }));
  const must = async (method: string, path: string, body: object) => {
    const answer = await admin.call(method, path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: string };
  };
  const place = { line1: '7 Fort Road', country: 'IN' };
  await must('PATCH', '/company', {
    address: { ...place, city: 'Mumbai', region: 'MH', postalCode: '400001' },
    taxRegistrations: [{ country: 'IN', number: '27AAPFU0939F1ZV' }],
  });
  await must('POST', '/tax/seed', { countries: ['IN'] });
  const { body } = await admin.call('GET', '/tax/jurisdictions');
  const [india] = (body as { data: { id: string }[] }).data;
  const taxCode = '998314';
  await must('POST', '/tax/codes', { code: taxCode, name: 'Development of software' });
  const rates = [
    ['gst_cgst', '9'],
    ['gst_sgst', '9'],
    ['gst_igst', '18'],
  ];
  for (const [kind, rate] of rates) {
    const common = { jurisdictionId: india?.id, taxCode, validFrom: '2020-01-01' };
    await must('POST', '/tax/rates', { ...common, kind, rate });
  }
  const customer = {
    name: 'Byte Ltd',
    email: 'ap@byte.example',
    taxRegistration: '29AAGCB7383J1Z4',
    billingAddress: {
      ...place,
      line2: null,
      city: 'Bengaluru',
      region: 'KA',
      postalCode: '560001',
    },
  };
  const { id: account } = await t.db.write(t.ctx(admin.companyId), (tx) =>
    addAccount(tx, customer),
  );
  return { admin, account };
}

describe('an electronic invoice', () => {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });

  it.each(['ubl', 'cii'])('is the invoice as %s', async (format) => {
    const { id, number } = await sent();
    const { answer, bytes } = await get(api.admin, `/invoices/${id}/e-invoice?format=${format}`);
    expect(answer.headers.get('content-type')).toBe('application/xml');
    const disposition = `attachment; filename="${number}.xml"`;
    expect(answer.headers.get('content-disposition')).toBe(disposition);
    const text = JSON.stringify(parser.parse(bytes));
    for (const part of [number, '1099.98', '209.00', '1308.98', 'DE136695976']) {
      expect(text).toContain(part);
    }
  });

  it('is inside the PDF as Factur-X', async () => {
    const { id } = await sent();
    const { answer, bytes } = await get(api.admin, `/invoices/${id}/e-invoice?format=factur-x`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(pdfFiles(bytes).get('factur-x.xml')?.toString()).toContain('CrossIndustryInvoice');
  });

  it('is the JSON of India’s registration portal, checked by its own rules', async () => {
    const { admin, account } = await indianCompany();
    const line = { description: 'Work', quantity: '2', unitPrice: '1000.00', taxCode: '998314' };
    const draft = { currency: 'INR', lines: [line] };
    const invoice = await sentInvoice(admin, account, draft);
    const path = `/invoices/${invoice.id}/e-invoice?format=irn`;
    const { answer, bytes } = await get(admin, path);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('content-disposition')).toContain(`${invoice.number}.json`);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      DocDtls: { Typ: 'INV', No: invoice.number, Dt: '01/03/2026' },
      SellerDtls: { Gstin: '27AAPFU0939F1ZV' },
      BuyerDtls: { Gstin: '29AAGCB7383J1Z4', Pos: '29' },
      ItemList: [{ HsnCd: '998314', GstRt: 18, IgstAmt: 360, TotItemVal: 2360 }],
      ValDtls: { AssVal: 2000, IgstVal: 360, TotInvVal: 2360 },
    });
    const plain = await sentInvoice(admin, account, {
      ...draft,
      lines: [{ ...line, taxCode: null }],
    });
    const refused = await admin.call('GET', `/invoices/${plain.id}/e-invoice?format=irn`);
    expect(refused.body).toMatchObject({ status: 422, code: 'e_invoice_not_possible' });
  });

  it('is refused with everything that is missing', async () => {
    const other = await api.newAdmin();
    const account = await newAccount(t, t.ctx(other.companyId));
    const { id } = await sentInvoice(other, account, { lines: LINES });
    const refused = await other.call('GET', `/invoices/${id}/e-invoice?format=ubl`);
    expect(refused.status).toBe(422);
    const { code, errors } = refused.body as { code: string; errors: { code: string }[] };
    expect(code).toBe('e_invoice_not_possible');
    const rules = errors.map((error) => error.code);
    expect(rules).toEqual(['BR-08', 'BR-08', 'BR-08', 'BR-09', 'BR-CO-26', 'BR-S-02']);
  });

  it('is not made of drafts, of void invoices, nor in three decimals', async () => {
    const draft = await newInvoice(api.admin, accountId, { lines: LINES });
    const dinar = await sent({ currency: 'KWD' });
    for (const { id } of [draft, dinar]) {
      const refused = await api.admin.call('GET', `/invoices/${id}/e-invoice?format=cii`);
      expect(refused.body).toMatchObject({ status: 422, code: 'e_invoice_not_possible' });
    }
  });

  it('is UBL unless another format is asked for, and nothing else', async () => {
    const { id } = await sent();
    const { bytes } = await get(api.admin, `/invoices/${id}/e-invoice`);
    expect(bytes.toString()).toContain('urn:oasis:names:specification:ubl:schema:xsd:Invoice-2');
    const word = await api.admin.call('GET', `/invoices/${id}/e-invoice?format=docx`);
    expect(word.status).toBe(422);
  });
});

describe('a credit note', () => {
  it('is printed and sent like an invoice, with the invoice it credits', async () => {
    const invoice = await sent();
    const written = await api.admin.call('POST', '/credit-notes', {
      body: {
        accountId,
        invoiceId: invoice.id,
        reason: 'Returned',
        currency: 'EUR',
        lines: [LINES[0]],
      },
    });
    expect(written.status).toBe(201);
    const { id, number } = written.body as { id: string; number: string };
    expect((await api.admin.call('GET', `/credit-notes/${id}/e-invoice?format=ubl`)).status).toBe(
      422,
    );
    await api.admin.call('POST', `/credit-notes/${id}/issue`, { body: {} });
    const [page = ''] = pdfText((await get(api.admin, `/credit-notes/${id}/pdf`)).bytes);
    for (const text of ['Credit note', number, 'Returned', invoice.number]) {
      expect(page).toContain(text);
    }
    expect((await get(api.admin, `/credit-notes/${id}/print`)).answer.status).toBe(200);
    const xml = (await get(api.admin, `/credit-notes/${id}/e-invoice?format=ubl`)).bytes.toString();
    expect(xml).toContain('<cbc:CreditNoteTypeCode>381<');
    expect(xml).toContain(`<cbc:ID>${invoice.number}</cbc:ID>`);
  });
});

describe('who may', () => {
  it('is whoever may print, and nobody of another company', async () => {
    const { id } = await sent();
    const viewer = await memberWith(api, { matrix: { invoices: ['view'] } });
    const printer = await memberWith(api, { matrix: { invoices: ['view', 'print'] } });
    const stranger = await api.newAdmin();
    for (const path of ['pdf', 'print', 'e-invoice?format=ubl']) {
      const status = async (client: StaffClient) =>
        (await get(client, `/invoices/${id}/${path}`)).answer.status;
      expect([await status(viewer), await status(printer), await status(stranger)]).toEqual([
        403, 200, 404,
      ]);
    }
  });

  it('sees nothing of another company in any document', async () => {
    const one = await planted('CANARYONE');
    const two = await planted('CANARYTWO');
    for (const [own, other] of [
      [one, 'CANARYTWO'],
      [two, 'CANARYONE'],
    ] as const) {
      for (const path of ['pdf', 'print', 'e-invoice?format=ubl', 'e-invoice?format=factur-x']) {
        const { answer, bytes } = await get(own.client, `/invoices/${own.id}/${path}`);
        expect(answer.status).toBe(200);
        const isPdf = bytes.subarray(0, 4).toString() === '%PDF';
        const files = isPdf ? [...pdfFiles(bytes).values()].join() : '';
        const text = isPdf
          ? pdfText(bytes).join() + files + bytes.toString('latin1')
          : bytes.toString();
        expect(text).toContain(own.canary);
        expect(text).not.toContain(other);
      }
    }
  });

  /** A company with its mark in every text that a document shows. */
  async function planted(canary: string) {
    const client = await api.newAdmin();
    const text = (name: string) => `${canary}${name}`;
    const patch = {
      ...COMPANY,
      legalName: text('legal'),
      tradeName: text('trade'),
      registrationNumber: text('register'),
      address: { ...COMPANY.address, line1: text('street'), city: text('city') },
      contact: { name: text('contact') },
      bankAccount: { ...COMPANY.bankAccount, holder: text('holder'), bankName: text('bank') },
    };
    const changed = await client.call('PATCH', '/company', { body: patch });
    expect(changed.status).toBe(200);
    const account = await newAccount(t, t.ctx(client.companyId));
    const { id } = await sentInvoice(client, account, {
      lines: [{ ...LINES[0], description: text('line') }],
      notes: text('notes'),
      poNumber: text('po'),
    });
    return { client, id, canary };
  }
});

it('an electronic invoice says by its code whether it asks for a deposit', async () => {
  const line = { description: 'Ahead', amount: '119.00', taxRate: '19' };
  const asked = { accountId, currency: 'EUR', lines: [line] };
  const made = await api.admin.call('POST', '/deposits', { body: asked });
  const deposit = (made.body as { id: string }).id;
  await api.admin.call('POST', `/invoices/${deposit}/send`, { body: {} });
  const typeOf = async (id: string) => {
    const { bytes } = await get(api.admin, `/invoices/${id}/e-invoice?format=ubl`);
    return /InvoiceTypeCode>(\d+)</.exec(bytes.toString())?.[1];
  };
  expect([await typeOf(deposit), await typeOf((await sent()).id)]).toEqual(['386', '380']);
});
