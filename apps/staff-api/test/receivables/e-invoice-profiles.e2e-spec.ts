import { parseLocalDate } from '@quittance/calendar';
import type { InvoiceId } from '@quittance/kernel';
import { bookCaptures } from '@quittance/receivables';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { refusal } from '../access/members.js';
import { newAccount, newInvoice, sentInvoice } from './billing-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'billing@quittance.example' };
  api = await startStaffApi(t, mail);
  accountId = await newAccount(t, api.company);
  const body = {
    legalName: 'Beispiel GmbH',
    address: { line1: 'Hauptstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' },
    taxRegistrations: [{ country: 'DE', number: 'DE136695976' }],
    bankAccount: { iban: 'DE02120300000000202051' },
    electronicAddress: { scheme: '9930', id: 'DE136695976' },
  };
  const { status } = await api.admin.call('PATCH', '/company', { body });
  if (status !== 200) throw new Error(`The company answers ${status}`);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

interface Faults {
  readonly errors?: readonly { readonly code: string; readonly pointer?: string }[];
}
const LINES = [{ description: 'Work', quantity: '1', unitPrice: '100.00', taxRate: '19' }];

describe('an invoice whose customer wants XRechnung', () => {
  it('is refused by field until all is there, then is one, and so is its credit', async () => {
    const said = { eInvoiceProfile: 'xrechnung', endpointScheme: '0204', endpointId: '991-1-06' };
    const half = await api.admin.call('PATCH', `/accounts/${accountId}`, {
      body: { endpointScheme: '0204' },
    });
    expect(half.status).toBe(422);
    const patched = await api.admin.call('PATCH', `/accounts/${accountId}`, { body: said });
    expect(patched.status).toBe(200);
    const invoice = await newInvoice(api.admin, accountId, { lines: LINES });
    const path = `/invoices/${invoice.id}`;
    const check = await api.admin.call('GET', `${path}/e-invoice-check`);
    expect(check.body).toMatchObject({ format: 'ubl', profile: 'xrechnung', possible: false });
    const refused = await api.admin.call('POST', `${path}/send`, { body: {} });
    expect(refused.status).toBe(422);
    const faults = (refused.body as Faults).errors ?? [];
    expect(faults.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['BR-DE-5', '/company/contact/name'],
      ['BR-DE-6', '/company/contact/phone'],
      ['BR-DE-7', '/company/contact/email'],
      ['BR-DE-15', '/buyerReference'],
    ]);
    const contact = { name: 'Erika Muster', phone: '+49 221 1234', email: 'ar@beispiel.example' };
    await api.admin.call('PATCH', '/company', { body: { contact } });
    const given = await api.admin.call('PATCH', path, { body: { buyerReference: '991-1-06' } });
    expect(given.status).toBe(200);
    await api.admin.call('PATCH', `/accounts/${accountId}`, {
      body: { email: 'ap@stadt.example' },
    });
    const sent = await api.admin.call('POST', `${path}/send`, { body: { email: true } });
    expect(sent.status).toBe(200);
    const attached = await t.db.read(api.company, (tx) =>
      tx.one<{ kinds: unknown }>(
        `select jsonb_path_query_array(attachments, '$[*].kind') as kinds
         from notifications.email where company_id = $1 and record_id = $2`,
        [api.company.companyId, invoice.id],
      ),
    );
    expect(attached.kinds).toEqual(['invoice-pdf', 'invoice-xml']);
    const file = await fetch(`${api.url}${path}/e-invoice`, {
      headers: { authorization: `Bearer ${api.admin.token()}` },
    });
    const xml = await file.text();
    expect(xml).toContain('urn:xeinkauf.de:kosit:xrechnung_3.0');
    expect(xml).toContain('<cbc:EndpointID schemeID="0204">991-1-06</cbc:EndpointID>');
    const note = await api.admin.call('POST', '/credit-notes', {
      body: { accountId, invoiceId: invoice.id, reason: 'Broken' },
    });
    expect(note.body).toMatchObject({ buyerReference: '991-1-06', eInvoiceProfile: 'xrechnung' });
  });
});

it('what a payment brought above what was open is no electronic invoice', async () => {
  const said = { lines: LINES, buyerReference: '991-1-06' };
  const { id: invoiceId } = await sentInvoice(api.admin, accountId, said);
  const [found] = await t.db.write(api.company, (tx) =>
    bookCaptures(tx, [
      {
        invoiceId: invoiceId as InvoiceId,
        provider: 'sandbox',
        providerPaymentId: 'above',
        amount: 20_000n,
        currency: 'EUR',
        method: 'gateway',
        receivedOn: parseLocalDate('2026-03-02'),
        reference: null,
      },
    ]),
  );
  const noteId = found && 'creditNoteId' in found ? found.creditNoteId : null;
  const path = `/credit-notes/${noteId}`;
  const note = await api.admin.call('GET', path);
  expect(note.body).toMatchObject({ kind: 'on_account', invoiceId });
  for (const format of ['ubl', 'cii', 'factur-x', 'irn']) {
    const check = await api.admin.call('GET', `${path}/e-invoice-check?format=${format}`);
    expect(check.body).toMatchObject({ format, possible: false, faults: [{ rule: 'kind' }] });
    const file = await api.admin.call('GET', `${path}/e-invoice?format=${format}`);
    expect(refusal(file)).toEqual([422, 'e_invoice_not_possible']);
  }
  expect((await api.admin.call('GET', `${path}/print`)).status).toBe(200);
});

describe('what is taken off an invoice or put on it', () => {
  const adjustments = [
    { kind: 'allowance', reason: 'Loyalty', percent: '10' },
    { kind: 'charge', reason: 'Freight', amount: '5.00' },
  ];

  it('is priced and taxed with its lines, anew whenever they change', async () => {
    const { id } = await newInvoice(api.admin, accountId, { lines: LINES, adjustments });
    const path = `/invoices/${id}`;
    const made = (await api.admin.call('GET', path)).body as {
      subtotal: string;
      lines: { id: string; adjustment: string | null; net: string }[];
    };
    // 100 − 10 + 5, and 19 % of it.
    expect(made).toMatchObject({ subtotal: '95.00', taxTotal: '18.05', total: '113.05' });
    expect(made.lines.map(({ adjustment, net }) => [adjustment, net])).toEqual([
      [null, '100.00'],
      ['allowance', '-10.00'],
      ['charge', '5.00'],
    ]);
    const more = { description: 'More', quantity: '1', unitPrice: '50.00', taxRate: '19' };
    const grown = await api.admin.call('POST', `${path}/lines`, { body: more });
    expect(grown.body).toMatchObject({ subtotal: '140.00', total: '166.60' });
    const own = `${path}/lines/${made.lines[1]?.id}`;
    expect([404, 422]).toContain((await api.admin.call('DELETE', own)).status);
    const tooMuch = { ...LINES[0], discount: { amount: '1000000.00' } };
    const refused = await api.admin.call('POST', `${path}/lines`, { body: tooMuch });
    expect((refused.body as Faults).errors?.[0]?.pointer).toBe('/discount/amount');
    const none = await api.admin.call('PATCH', path, { body: { adjustments: null } });
    expect(none.body).toMatchObject({ subtotal: '150.00', adjustments: null });
  });

  it('is taken off a credit note or put on it as well, and stands in its e-invoice', async () => {
    const sold = await newInvoice(api.admin, accountId, { lines: LINES });
    await api.admin.call('PATCH', `/invoices/${sold.id}`, { body: { buyerReference: '991-1-06' } });
    await api.admin.call('POST', `/invoices/${sold.id}/send`, { body: {} });
    const own = [
      { kind: 'allowance', reason: 'Restocking', percent: '10' },
      { kind: 'charge', reason: 'Freight', amount: '5.00' },
    ];
    const body = { accountId, invoiceId: sold.id, reason: 'Returned', adjustments: own };
    // More than the invoice asked for is given back by nothing that is put on it.
    const much = [{ ...own[1], amount: '20.00' }];
    const beyond = await api.admin.call('POST', '/credit-notes', {
      body: { ...body, adjustments: much },
    });
    expect(beyond.status).toBe(422);
    const made = await api.admin.call('POST', '/credit-notes', { body });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        total: '113.05',
        lines: [
          { adjustment: null, net: '100.00' },
          { adjustment: 'allowance', description: 'Restocking', net: '-10.00' },
          { adjustment: 'charge', description: 'Freight', net: '5.00' },
        ],
      },
    ]);
    const path = `/credit-notes/${(made.body as { id: string }).id}`;
    expect((await api.admin.call('POST', `${path}/issue`, { body: {} })).status).toBe(200);
    const file = await fetch(`${api.url}${path}/e-invoice`, {
      headers: { authorization: `Bearer ${api.admin.token()}` },
    });
    const xml = await file.text();
    expect(xml).toContain('<cbc:AllowanceChargeReason>Restocking</cbc:AllowanceChargeReason>');
    expect(xml.match(/<cac:AllowanceCharge>/g)).toHaveLength(2);
  });

  it('stands in its e-invoice once for each rate of its lines, and comes back', async () => {
    const books = { description: 'Books', quantity: '1', unitPrice: '50.00', taxRate: '7' };
    const sold = await newInvoice(api.admin, accountId, {
      buyerReference: '991-1-06',
      lines: [...LINES, books],
      adjustments: [{ kind: 'allowance', reason: 'Loyalty', amount: '10.00' }],
    });
    // 100 − 6.67 at 19 % and 50 − 3.33 at 7 %.
    expect(sold).toMatchObject({ taxTotal: '21.00', total: '161.00' });
    const sent = await api.admin.call('POST', `/invoices/${sold.id}/send`, { body: {} });
    expect([sent.status, sent.body]).toEqual([200, expect.anything()]);
    const file = await fetch(`${api.url}/invoices/${sold.id}/e-invoice`, {
      headers: { authorization: `Bearer ${api.admin.token()}` },
    });
    const xml = await file.text();
    expect(xml.match(/<cac:AllowanceCharge>/g)).toHaveLength(2);
    for (const [net, tax] of [
      ['93.33', '17.73'],
      ['46.67', '3.27'],
    ]) {
      expect(xml).toMatch(new RegExp(`<cbc:TaxableAmount currencyID="EUR">${net}<`));
      expect(xml).toMatch(new RegExp(`<cbc:TaxAmount currencyID="EUR">${tax}<`));
    }
    const note = { accountId, invoiceId: sold.id, reason: 'Returned' };
    const made = await api.admin.call('POST', '/credit-notes', { body: note });
    expect(made.body).toMatchObject({ taxTotal: '21.00', total: '161.00' });
  });

  it('is refused by its place where it says too much, or its tax is not told', async () => {
    const both = [{ kind: 'charge', reason: 'Freight', amount: '5.00', percent: '1' }];
    const answer = await api.admin.call('POST', '/invoices', {
      body: { accountId, currency: 'EUR', lines: LINES, adjustments: both },
    });
    expect(answer.status).toBe(422);
    expect((answer.body as Faults).errors?.[0]?.pointer).toBe('/adjustments/0');
    const untaxed = [{ kind: 'charge', reason: 'Freight', amount: '5.00', taxCode: 'NO-SUCH' }];
    const unknown = await api.admin.call('POST', '/invoices', {
      body: { accountId, currency: 'EUR', lines: LINES, adjustments: [adjustments[0], ...untaxed] },
    });
    expect((unknown.body as Faults).errors?.[0]?.pointer).toBe('/adjustments/1/taxCode');
    const noted = await api.admin.call('POST', '/credit-notes', {
      body: {
        accountId,
        currency: 'EUR',
        reason: 'Late',
        lines: LINES,
        adjustments: [adjustments[0], ...untaxed],
      },
    });
    expect(noted.status).toBe(422);
    expect((noted.body as Faults).errors?.[0]?.pointer).toBe('/adjustments/1/taxCode');
  });

  it('takes off no more than the lines come to that are taxed as it is', async () => {
    const off = { kind: 'allowance', reason: 'Loyalty', taxRate: '19' };
    const untaxed = { ...LINES[0], unitPrice: '1000.00', taxRate: '0' };
    const most = { ...off, percent: '60' };
    const beyond = [422, '/adjustments', 'max'];
    const fault = ({ status, body }: { status: number; body: unknown }) => {
      const [first] = (body as Faults).errors ?? [];
      return [status, first?.pointer, first?.code];
    };
    for (const [lines, own, expected] of [
      [[untaxed], [{ ...off, amount: '100' }], [422, '/adjustments/0/taxCode', 'empty']],
      [[...LINES, untaxed], [{ ...off, amount: '100.01' }], beyond],
      [[...LINES, untaxed], [most, most], beyond],
    ] as const) {
      const body = { accountId, currency: 'EUR', lines, adjustments: own };
      expect(fault(await api.admin.call('POST', '/invoices', { body }))).toEqual(expected);
      const note = await api.admin.call('POST', '/credit-notes', {
        body: { ...body, reason: 'Returned' },
      });
      expect(fault(note)).toEqual(expected);
    }
    const lines = [...LINES, untaxed];
    const all = [{ ...off, amount: '100.00' }];
    const { id, lines: written } = await newInvoice(api.admin, accountId, {
      lines,
      adjustments: all,
    });
    const less = { body: { unitPrice: '99.99' } };
    const path = `/invoices/${id}/lines/${written[0]?.id}`;
    expect(fault(await api.admin.call('PATCH', path, less))).toEqual(beyond);
    const made = await api.admin.call('POST', '/credit-notes', {
      body: { accountId, currency: 'EUR', reason: 'Returned', lines, adjustments: all },
    });
    const note = made.body as { id: string; total: string; lines: { id: string }[] };
    expect(note.total).toBe('1000.00');
    const noted = `/credit-notes/${note.id}/lines/${note.lines[0]?.id}`;
    expect(fault(await api.admin.call('PATCH', noted, less))).toEqual(beyond);
  });
});
