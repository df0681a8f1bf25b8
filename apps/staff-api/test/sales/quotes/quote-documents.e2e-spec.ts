import { expectInvariants } from '../../../../../test/support/invariants.js';
import { pdfText } from '../../../../../test/support/texts/pdf-text.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { DocumentRenderer } from '@quittance/documents';
import { SignedQuotePdfs } from '@quittance/sales/host';
import { Client } from 'pg';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';

interface QuoteBody {
  readonly id: string;
  readonly number: string;
}

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const post = async <T = QuoteBody>(path: string, body?: object) =>
  bodyOf<T>(await call('POST', path, { ...(body && { body }) }));

async function sentQuote(over: object = {}): Promise<QuoteBody> {
  const quote = await post('/quotes', {
    accountId,
    currency: 'EUR',
    terms: 'Thirty days.',
    lines: [
      { kind: 'section', description: 'Hardware' },
      { description: 'Till', quantity: '2', unitPrice: '50.00', taxRate: '19' },
      { description: 'Drawer', unitPrice: '20.00', taxRate: '19', optional: true },
    ],
    ...over,
  });
  await post(`/quotes/${quote.id}/submit`);
  await post(`/quotes/${quote.id}/approve`);
  await post(`/quotes/${quote.id}/send`);
  return quote;
}

async function file(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${api.admin.token()}`, ...headers },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}
const textOf = async (path: string) => pdfText((await file(path)).bytes).join('\n');

describe('the PDF of a quote', () => {
  it('has its lines, its terms and a place to sign, in the language asked for', async () => {
    const { id, number } = await sentQuote();
    const made = await file(`/quotes/${id}/pdf`);
    expect(made.headers.get('content-disposition')).toBe(`inline; filename="${number}.pdf"`);
    const text = pdfText(made.bytes).join('\n');
    for (const part of ['Hardware', 'Till', '119.00 EUR', 'Thirty days.', 'Place, date']) {
      expect(text).toContain(part);
    }
    expect(await textOf(`/quotes/${id}/pdf?language=de`)).toContain('Angebotsnummer');
    const page = await file(`/quotes/${id}/print?language=ar`);
    expect([page.status, page.bytes.toString()]).toEqual([
      200,
      expect.stringContaining('dir="rtl"'),
    ]);
    expect((await file(`/quotes/${id}/pdf?language=zz`)).status).toBe(422);
    const etag = made.headers.get('etag') ?? '';
    expect((await file(`/quotes/${id}/pdf`, { 'if-none-match': etag })).status).toBe(304);
  });

  it('is in the language of its account, unless it says another, or none', async () => {
    const german = await post('/accounts', { name: 'Muster GmbH', language: 'de' });
    const { id } = await sentQuote({ accountId: german.id });
    expect((await call('GET', `/quotes/${id}`)).body).toMatchObject({ language: 'de' });
    expect(await textOf(`/quotes/${id}/pdf`)).toContain('Angebotsnummer');
    const lines = [{ description: 'Till', unitPrice: '50.00' }];
    for (const [path, more] of [
      ['/quotes', {}],
      ['/sales-orders', { lines: [{ description: 'Till', ordered: '1', unitPrice: '50.00' }] }],
    ] as const) {
      const body = { accountId: german.id, currency: 'EUR', lines, ...more };
      expect(await post(path, body)).toMatchObject({ language: 'de' });
      expect(await post(path, { ...body, language: 'fr' })).toMatchObject({ language: 'fr' });
      const none = await post(path, { ...body, language: null });
      expect(none).toMatchObject({ language: null });
      // Whoever it is for instead is spoken to in theirs, or as is said.
      const other = await post(path, { ...body, accountId });
      const moved = (patch: object) => call('PATCH', `${path}/${other.id}`, { body: patch });
      expect((await moved({ accountId: german.id })).body).toMatchObject({ language: 'de' });
      const said = await moved({ accountId, language: 'it' });
      expect(said.body).toMatchObject({ language: 'it' });
    }
  });

  it('is made once as it is accepted, and is the only one that shows who has signed', async () => {
    const { id } = await sentQuote();
    await post(`/quotes/${id}/accept`, { name: 'Bea Buyer', evidence: 'Letter', poNumber: 'PO-7' });
    const kept = await file(`/quotes/${id}/pdf`);
    const text = pdfText(kept.bytes).join('\n');
    expect([text.includes('Bea Buyer'), text.includes('PO-7')]).toEqual([true, true]);
    expect(text).not.toContain('Place, date');
    await call('PATCH', '/company', { body: { tradeName: 'Renamed since' } });
    const later = await file(`/quotes/${id}/pdf`);
    expect(later.bytes.equals(kept.bytes)).toBe(true);
    const etag = kept.headers.get('etag') ?? '';
    expect((await file(`/quotes/${id}/pdf`, { 'if-none-match': etag })).status).toBe(304);
    const anew = await textOf(`/quotes/${id}/pdf?language=en`);
    expect([anew.includes('Renamed since'), anew.includes('Bea Buyer')]).toEqual([true, false]);
    expect((await file(`/quotes/${id}/print`)).bytes.toString()).not.toContain('Bea Buyer');
    await call('PATCH', '/company', { body: { tradeName: null } });
  });

  it('is made by the sweep where it was not made then', async () => {
    const { id } = await sentQuote();
    await post(`/quotes/${id}/accept`, { name: 'Bea Buyer', evidence: 'Letter' });
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    await owner.query('delete from sales.quote_signed_pdf where quote_id = $1', [id]);
    await owner.end();
    const renderer = new DocumentRenderer();
    const signed = new SignedQuotePdfs(t.db, renderer);
    const { company } = api;
    expect([await signed.sweep(company), await signed.sweep(company)]).toEqual([1, 0]);
    await renderer.onApplicationShutdown();
    expect(await textOf(`/quotes/${id}/pdf`)).toContain('Bea Buyer');
  });

  it('is no draft’s that might be taken for an offer, and takes the right to print', async () => {
    const draft = await post('/quotes', {
      accountId,
      currency: 'EUR',
      lines: [{ description: 'Till', unitPrice: '50.00', taxRate: '19' }],
    });
    expect((await file(`/quotes/${draft.id}/print`)).bytes.toString()).toContain('class="mark"');
    const reader = await memberWith(api, { matrix: { quotes: ['view'] } });
    expect(refusal(await reader.call('GET', `/quotes/${draft.id}/pdf`))).toEqual([
      403,
      'permission_denied',
    ]);
    const own = await memberWith(api, {
      matrix: { quotes: ['view', 'print'] },
      scopes: { quotes: 'own' },
    });
    expect(refusal(await own.call('GET', `/quotes/${draft.id}/pdf`))).toEqual([404, 'not_found']);
  });
});
