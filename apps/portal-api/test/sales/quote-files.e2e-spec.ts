import { newId } from '@quittance/kernel';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { startPortalApi } from '../../../../test/support/test-api.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(() => stage.close());

const staff = async <T = Record<string, string>>(method: string, path: string, body?: object) =>
  (await stage.staff.admin.call(method, path, { ...(body && { body }) })).body as T;

async function sentQuote(over: object = {}) {
  const account = await staff('POST', '/accounts', { name: `Acme ${newId()}` });
  const quote = await staff('POST', '/quotes', {
    accountId: account.id,
    currency: 'EUR',
    lines: [{ description: 'Install', quantity: '2', unitPrice: '1234.50', taxRate: '19' }],
    ...over,
  });
  await staff('POST', `/quotes/${quote.id}/submit`);
  await staff('POST', `/quotes/${quote.id}/approve`);
  const { link } = await staff<{ link: { token: string } }>('POST', `/quotes/${quote.id}/send`);
  return { id: quote.id as string, number: quote.number as string, token: link.token };
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${stage.portal.url}${path}`, { headers });
const fileOf = async (token: string, headers: Record<string, string> = {}) => {
  const answer = await get(`/public/quotes/${token}/pdf`, headers);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const statusOf = async (id: string) => (await staff('GET', `/quotes/${id}`)).status;

interface Opened {
  readonly nonce: string;
  readonly quote: { readonly contentHash: string };
}

async function accept(token: string, more: object = {}) {
  const { nonce, quote } = (await (await get(`/public/quotes/${token}`)).json()) as Opened;
  const { contentHash } = quote;
  const body = { nonce, contentHash, name: 'Bea Buyer', email: 'bea@example.com', ...more };
  const answer = await fetch(`${stage.portal.url}/public/quotes/${token}/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
}

/** One transparent pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('the PDF of a shared quote', () => {
  it('is read by the link and marks nothing; once accepted it is the signed one', async () => {
    const { id, token, number } = await sentQuote();
    const open = await fileOf(token);
    expect(open.answer.headers.get('content-disposition')).toContain(`${number}.pdf`);
    expect(pdfText(open.bytes).join('\n')).toContain('Place, date');
    expect(await statusOf(id)).toBe('sent');
    const etag = open.answer.headers.get('etag') ?? '';
    expect((await fileOf(token, { 'if-none-match': etag })).answer.status).toBe(304);
    expect(await accept(token, { signature: PIXEL })).toBe(200);
    const signed = await fileOf(token);
    expect(pdfText(signed.bytes).join('\n')).toContain('Bea Buyer');
    expect(signed.bytes.toString('latin1')).toContain('/Subtype /Image');
    const printed = await stage.staff.admin.call('GET', `/quotes/${id}/print`);
    expect(printed.body).not.toContain('Bea Buyer');
    await staff('DELETE', `/quotes/${id}/share`);
    expect((await fileOf(token)).answer.status).toBe(410);
    expect((await fileOf('nothing')).answer.status).toBe(404);
  });

  it('is signed by no picture that could not be printed', async () => {
    const { id, token } = await sentQuote();
    const cut = PIXEL.slice(0, 90);
    expect(await accept(token, { signature: `${cut}==` })).toBe(422);
    expect(await accept(token, { signature: 'data:text/html;base64,AAAA' })).toBe(422);
    expect(await statusOf(id)).toBe('viewed');
  });
});

describe('a receipt', () => {
  it('is said to hold to whoever knows its hash, and nothing else is said', async () => {
    const { id, token, number } = await sentQuote();
    await accept(token);
    const { receiptHash } = await staff('GET', `/quotes/${id}/acceptance`);
    const answer = await get(`/public/receipts/${receiptHash}`);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        number,
        revision: 1,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        valid: true,
      },
    ]);
    for (const unknown of ['0'.repeat(64), 'nothing', `${receiptHash?.toUpperCase()}`]) {
      const refused = await get(`/public/receipts/${unknown}`);
      expect([refused.status, await refused.json()]).toMatchObject([
        404,
        { code: 'receipt_unknown' },
      ]);
    }
  });
});

describe('the page of a quote in another language', () => {
  it('has the words and the figures of that language, and its direction', async () => {
    const german = await sentQuote({ language: 'de' });
    const page = await (await get(`/q/${german.token}`)).text();
    for (const part of ['lang="de"', 'Dieses Angebot annehmen', '2.938,11 EUR', 'Gültig bis']) {
      expect(page).toContain(part);
    }
    expect(page).toContain(`href="/public/quotes/${german.token}/pdf"`);
    const arabic = await sentQuote({ language: 'ar' });
    expect(await (await get(`/q/${arabic.token}`)).text()).toContain('<html lang="ar" dir="rtl">');
    const gone = await get('/q/nothing', { 'accept-language': 'fr-CH,fr;q=0.9' });
    expect([gone.status, await gone.text()]).toEqual([
      404,
      expect.stringContaining('Ce devis n’existe pas'),
    ]);
  });

  it('says that a contract goes on by itself, as the PDF does', async () => {
    const product = { sku: 'SEAT', name: 'Seat', kind: 'recurring' };
    const { id: productId } = await staff('POST', '/products', product);
    const plan = await staff('POST', '/plans', { name: 'Seat', productId });
    const prices = [{ currency: 'EUR', unitPrice: '10.00' }];
    await staff('POST', `/plans/${plan.id}/versions`, { frequency: 'monthly', prices });
    const seat = { productId, description: 'Seat', unitPrice: '10.00', taxRate: '19' };
    const { token } = await sentQuote({
      termMonths: 12,
      autoRenew: true,
      noticeDays: 60,
      upliftPercent: '3.5',
      lines: [{ ...seat, kind: 'recurring', frequency: 'monthly' }],
    });
    const page = (await (await get(`/q/${token}`)).text()).replace(/[\u2066-\u2069]/g, '');
    expect(page).toContain('<dt>Term</dt><dd><bdi>12 months</bdi>');
    expect(page).toContain('notice is given 60 days before the end; prices rise by 3.5%');
    expect(pdfText((await fileOf(token)).bytes).join(' ')).toContain('by itself');
  });

  it('says in its language what is missing', async () => {
    const { token } = await sentQuote({ language: 'de' });
    const { nonce, quote } = (await (await get(`/public/quotes/${token}`)).json()) as Opened;
    const answer = await fetch(`${stage.portal.url}/q/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ action: 'accept', nonce, ...quote, name: '' }).toString(),
    });
    const html = await answer.text();
    expect([answer.status, html]).toEqual([422, expect.stringContaining('Etwas fehlt')]);
    expect(html).toContain('E-Mail-Adresse');
  });

  it('is not viewed by whoever comes signed in', async () => {
    const { id, token } = await sentQuote();
    const authorization = `Bearer ${stage.staff.admin.token()}`;
    expect((await get(`/q/${token}`, { authorization })).status).toBe(200);
    expect((await get(`/public/quotes/${token}`, { authorization })).status).toBe(200);
    expect(await statusOf(id)).toBe('sent');
    await get(`/q/${token}`);
    expect(await statusOf(id)).toBe('viewed');
  });
});

/** Last, as whatever else is served by this database ends with it. */
describe('the hash of a receipt', () => {
  it('is asked for so often and no more', async () => {
    const strict = await startPortalApi(stage.t, { RATE_LIMIT_SIGN_IN_PER_MINUTE: '2' });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      statuses.push((await strict.call('GET', `/public/receipts/${'1'.repeat(64)}`)).status);
    }
    await strict.close();
    expect(statuses).toEqual([404, 404, 429]);
  });
});
