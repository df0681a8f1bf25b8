import { newId } from '@quittance/kernel';
import type { WriteStage } from './write-stage.js';

const LINE = { description: 'Install', quantity: '2', unitPrice: '49.99', taxRate: '19' };

interface Draft {
  readonly id: string;
  readonly lines: readonly { readonly id: string }[];
}

/** A quote that is out, and the word of its link. */
interface Sent {
  readonly id: string;
  readonly token: string;
}

/** What a page has given whoever reads it. */
interface Page {
  readonly nonce: string;
  readonly quote: { readonly contentHash: string };
}

async function newQuote(stage: WriteStage): Promise<Draft> {
  const { id: accountId } = await stage.post('/accounts', { name: `Buyer ${newId()}` });
  return stage.do('POST', '/quotes', { accountId, currency: 'EUR', lines: [LINE] });
}

async function sentQuote(stage: WriteStage): Promise<Sent> {
  const { id } = await newQuote(stage);
  await stage.do('POST', `/quotes/${id}/submit`);
  await stage.do('POST', `/quotes/${id}/approve`);
  const path = `/quotes/${id}/send`;
  const { link } = await stage.do<{ link: { token: string } }>('POST', path);
  return { id, token: link.token };
}

export async function writeQuotes(stage: WriteStage): Promise<void> {
  const draft = await newQuote(stage);
  const at = `/quotes/${draft.id}`;
  await stage.do('PATCH', at, { title: 'Changed' });
  await stage.post(`${at}/lines`, LINE);
  const line = `${at}/lines/${draft.lines[0]?.id}`;
  await stage.do('PATCH', line, { quantity: '3' });
  await stage.do('DELETE', line);
  await stage.do('POST', `${at}/reprice`);
  await stage.do('POST', `${at}/submit`);
  await stage.post(`${at}/return`, { note: 'Too cheap' });
  const copy = await stage.post(`${at}/clone`, { title: 'Another' });
  await stage.post(`/quotes/${copy.id}/cancel`, { reason: 'Not now' });
}

export async function writeQuoteDecisions(stage: WriteStage): Promise<void> {
  const shared = await sentQuote(stage);
  await stage.do('POST', `/quotes/${shared.id}/share`);
  await stage.do('DELETE', `/quotes/${shared.id}/share`);
  const evidence = { name: 'Bea Buyer', evidence: 'Letter of 1 March' };
  await stage.post(`/quotes/${shared.id}/accept`, evidence);
  const back = await sentQuote(stage);
  const changes = { name: 'Bea Buyer', message: 'Half of it' };
  await stage.post(`/quotes/${back.id}/request-changes`, changes);
  const declined = await sentQuote(stage);
  await stage.post(`/quotes/${declined.id}/reject`, { reason: 'Too dear' });
  await stage.do('POST', `/quotes/${declined.id}/revise`);
}

export async function writeQuoteApproval(stage: WriteStage): Promise<void> {
  const rules = [{ maxPercent: '15', maxTotal: '1000.00', minMargin: '20' }];
  const costs = [{ currency: 'EUR', unitCost: '32.50' }];
  await stage.do('PUT', `/products/${stage.planted('/products/:id')}/costs`, { costs });
  await stage.do('PUT', '/settings/quote-approval', { mode: 'rules', rules });
  await stage.do('PUT', '/settings/quote-approval', { mode: 'always', rules: [] });
  const draft = await newQuote(stage);
  const bulk = { ids: [draft.id], patch: { internalNotes: 'Seen' } };
  await stage.do('POST', '/quotes/bulk', bulk);
  await stage.do('PUT', '/settings/quotes', { quoteValidityDays: 21 });
  const template = await stage.do('POST', '/quote-templates', { name: newId(), lines: [LINE] });
  await stage.do('PATCH', `/quote-templates/${template.id}`, { active: false });
}

/** What whoever holds the link of a quote does, as nobody. */
export async function writeSharedQuotes(stage: WriteStage): Promise<void> {
  const { portal } = stage;
  const opened = async () => {
    const { token } = await sentQuote(stage);
    const { nonce, quote } = (await portal.call('GET', `/public/quotes/${token}`)).body as Page;
    return { token, nonce, contentHash: quote.contentHash };
  };
  const act = async (operation: string, body: object) => {
    const { token, nonce, contentHash } = await opened();
    const page = operation === 'accept' ? { nonce, contentHash } : { nonce };
    const path = `/public/quotes/${token}/${operation}`;
    const answer = await portal.call('POST', path, { body: { ...page, ...body } });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  };
  await act('accept', { name: 'Bea Buyer', email: 'bea@example.com' });
  await act('reject', { reason: 'Too dear' });
  await act('request-changes', { name: 'Bea Buyer', message: 'Half of it' });
  const { token, ...page } = await opened();
  const filled = { action: 'accept', name: 'Bea Buyer', email: 'bea@example.com', ...page };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(filled).toString();
  expect((await portal.call('POST', `/q/${token}`, { body, headers })).status).toBe(200);
}
