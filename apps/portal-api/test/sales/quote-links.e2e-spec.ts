import { newId, type UserId } from '@quittance/kernel';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(() => stage.close());

const staff = async <T = Record<string, string>>(
  method: 'POST' | 'GET' | 'DELETE',
  path: string,
  body?: object,
) => (await stage.staff.admin.call(method, path, { ...(body && { body }) })).body as T;

interface Sent {
  readonly id: string;
  readonly token: string;
}

async function sentQuote(over: object = {}): Promise<Sent & { readonly accountId: string }> {
  const account = await staff('POST', '/accounts', { name: `Acme <${newId()}> & Sons` });
  const quote = await staff('POST', '/quotes', {
    accountId: account.id,
    currency: 'EUR',
    title: 'Offer <b>',
    terms: 'Pay "soon"',
    internalNotes: 'Margin is fat',
    lines: [
      { description: 'Install', quantity: '2', unitPrice: '49.99', taxRate: '19' },
      {
        description: 'Training',
        unitPrice: '100.00',
        taxRate: '19',
        optional: true,
        minQuantity: '1',
        maxQuantity: '3',
      },
    ],
    ...over,
  });
  await staff('POST', `/quotes/${quote.id}/submit`);
  await staff('POST', `/quotes/${quote.id}/approve`);
  const { link } = await staff<{ link: { token: string } }>('POST', `/quotes/${quote.id}/send`);
  return { id: quote.id as string, token: link.token, accountId: account.id as string };
}

const fetchPath = (path: string, init: RequestInit = {}) =>
  fetch(`${stage.portal.url}${path}`, { redirect: 'manual', ...init });

interface Receipt {
  readonly orderNumber: string;
  readonly receiptHash: string;
}

interface Opened {
  readonly nonce: string;
  readonly quote: {
    contentHash: string;
    status: string;
    open: boolean;
    beingRevised: boolean;
    lines: { id: string }[];
  };
}

const open = async (token: string, headers: Record<string, string> = {}) => {
  const answer = await fetchPath(`/public/quotes/${token}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Opened & { code?: string } };
};

async function act(token: string, operation: string, body: object) {
  const answer = await fetchPath(`/public/quotes/${token}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as { code?: string; status?: string; total?: string };
  return [answer.status, said.code ?? said.status, ...(said.total ? [said.total] : [])];
}

const form = (path: string, fields: Record<string, string>) =>
  fetchPath(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

const statusOf = async (id: string) => (await staff('GET', `/quotes/${id}`)).status;
const BUYER = { name: 'Bea Buyer', email: 'bea@example.com' };

test('is told with its whole address, once', async () => {
  const { id, token } = await sentQuote();
  const { link } = await staff<{ link: object }>('POST', `/quotes/${id}/send`);
  expect(link).toMatchObject({ token: null, url: null });
  const made = await staff<{ token: string; url: string }>('POST', `/quotes/${id}/share`);
  expect(made.url).toBe(`${stage.portal.url}/q/${made.token}`);
  expect(made.token).not.toBe(token);
  expect((await fetch(made.url)).status).toBe(200);
});

describe('a shared quote', () => {
  it('is read by its link, marked as viewed once, and hides what is internal', async () => {
    const { id, token } = await sentQuote();
    const ahead = await open(token, { 'sec-purpose': 'prefetch' });
    expect([ahead.status, await statusOf(id)]).toEqual([200, 'sent']);
    const { body } = await open(token);
    expect(body.quote).toMatchObject({
      status: 'viewed',
      open: true,
      total: '118.98',
      figures: { withOptions: { gross: '237.98' } },
    });
    expect(JSON.stringify(body)).not.toContain('Margin');
    expect(await statusOf(id)).toBe('viewed');
    await open(token);
    const again = await staff<{ link: object }>('POST', `/quotes/${id}/send`);
    expect(again.link).toMatchObject({ opens: 2, token: null });
  });

  it('is accepted with what the page gave, at the prices offered, and once', async () => {
    const { id, token } = await sentQuote();
    const { nonce, quote } = (await open(token)).body;
    const { contentHash } = quote;
    const lineId = quote.lines[1]?.id;
    const input = { nonce, contentHash, ...BUYER, selections: [{ lineId, quantity: '2' }] };
    expect(await act(token, 'accept', { ...input, nonce: 'x' })).toMatchObject([
      409,
      'page_expired',
    ]);
    const other = { ...input, contentHash: '0'.repeat(64) };
    expect(await act(token, 'accept', other)).toMatchObject([409, 'content_changed']);
    const tooMany = { ...input, selections: [{ lineId, quantity: '4' }] };
    expect(await act(token, 'accept', tooMany)).toMatchObject([422, 'selection_invalid']);
    const answers = await Promise.all([act(token, 'accept', input), act(token, 'accept', input)]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409]);
    expect(answers.find(([status]) => status === 200)).toEqual([200, 'accepted', '356.98']);
    expect(await staff('GET', `/quotes/${id}/acceptance`)).toMatchObject({
      method: 'link',
      name: 'Bea Buyer',
      ip: expect.any(String),
      selections: [{ lineId, quantity: '2' }],
    });
    const receipt = JSON.parse(
      (await staff('GET', `/quotes/${id}/acceptance`)).receipt ?? '{}',
    ) as { acceptance: object };
    expect(receipt.acceptance).toMatchObject({ name: 'Bea Buyer', total: '356.98' });
    expect(JSON.stringify(receipt)).not.toContain('127.0.0.1');
  });

  it('gives a receipt that can be asked for, on its page too, with its order', async () => {
    const { token } = await sentQuote({ autoConvert: 'on_accept', language: 'en' });
    const { nonce, quote } = (await open(token)).body;
    expect((await open(token)).body).toMatchObject({ receipt: null });
    const body = { nonce, contentHash: quote.contentHash, ...BUYER, title: 'CFO', poNumber: 'P-7' };
    const accepted = await fetchPath(`/public/quotes/${token}/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { number, receipt } = (await accepted.json()) as { number: string; receipt: Receipt };
    expect(receipt).toEqual({
      number,
      revision: 1,
      at: expect.stringMatching(/Z$/),
      on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      name: BUYER.name,
      title: 'CFO',
      poNumber: 'P-7',
      total: '118.98',
      currency: 'EUR',
      orderNumber: expect.stringMatching(/^SO-/),
      receiptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await open(token)).body).toMatchObject({ receipt });
    const asked = await fetchPath(`/public/receipts/${receipt.receiptHash}`);
    expect(await asked.json()).toMatchObject({ number, revision: 1, valid: true });
    const page = await (await fetchPath(`/q/${token}`)).text();
    for (const said of [BUYER.name, 'CFO', 'P-7', receipt.orderNumber, receipt.receiptHash]) {
      expect(page).toContain(said);
    }
  });

  it('is accepted for nobody who is held, and the page does not say so', async () => {
    const { token, accountId } = await sentQuote();
    const { body } = await open(token);
    const hold = { accountId, strength: 'hard', reason: 'manual', note: 'Never pays' };
    await staff('POST', '/credit-holds', hold);
    const { nonce, quote } = body;
    const said = { nonce, contentHash: quote.contentHash, name: 'Bo', email: 'bo@example.com' };
    expect(await act(token, 'accept', said)).toEqual([422, 'credit_hold_hard']);
    const page = await fetchPath(`/q/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...said, action: 'accept' }).toString(),
    });
    const html = await page.text();
    expect([page.status, html]).toEqual([422, expect.stringContaining('Please contact us')]);
    expect(html).not.toMatch(/Never pays|manual|credit/);
    expect((await open(token)).body.quote.status).toBe('viewed');
  });

  it('becomes an order by being accepted, where it says so', async () => {
    const { id, token } = await sentQuote({ autoConvert: 'on_accept' });
    const { nonce, quote } = (await open(token)).body;
    const input = { nonce, contentHash: quote.contentHash, ...BUYER };
    expect(await act(token, 'accept', input)).toEqual([200, 'ordered', '118.98']);
    const { orderId } = await staff('GET', `/quotes/${id}`);
    expect(await staff('GET', `/sales-orders/${orderId}`)).toMatchObject({
      status: 'pending',
      quoteId: id,
      total: '118.98',
      lines: [{ description: 'Install' }],
    });
    expect((await open(token)).body.quote).toMatchObject({ status: 'ordered', open: false });
    const page = await (await fetchPath(`/q/${token}`)).text();
    expect(page).toContain('This quote was accepted');
  });

  it('is declined with a reason, or sent back with a message', async () => {
    const declined = await sentQuote();
    const first = (await open(declined.token)).body;
    expect(await act(declined.token, 'reject', { nonce: first.nonce })).toMatchObject([
      422,
      'reason_required',
    ]);
    expect(
      await act(declined.token, 'reject', { nonce: first.nonce, reason: 'Too dear' }),
    ).toMatchObject([200, 'rejected', '118.98']);
    const back = await sentQuote();
    const second = (await open(back.token)).body;
    const changes = {
      nonce: second.nonce,
      name: 'Bea',
      message: 'Half of it',
      lines: [{ lineId: second.quote.lines[0]?.id, message: 'One is enough' }],
    };
    expect(await act(back.token, 'request-changes', changes)).toMatchObject([
      200,
      'changes_requested',
      '118.98',
    ]);
    expect(await staff('GET', `/quotes/${back.id}`)).toMatchObject({
      requestedChanges: {
        message: 'Half of it',
        name: 'Bea',
        lines: [{ message: 'One is enough' }],
      },
    });
  });

  it('leads nowhere once it is taken back, and a word of nobody leads nowhere', async () => {
    const { id, token } = await sentQuote();
    await staff('DELETE', `/quotes/${id}/share`);
    expect(await open(token)).toMatchObject({ status: 410, body: { code: 'link_revoked' } });
    expect((await open(token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(
      404,
    );
    expect((await open('nothing')).status).toBe(404);
    const renewed = await staff<{ token: string }>('POST', `/quotes/${id}/share`);
    expect((await open(renewed.token)).status).toBe(200);
  });

  it('shows that it is being revised, and the new revision once that is sent', async () => {
    const { id, token } = await sentQuote();
    const next = await staff('POST', `/quotes/${id}/revise`);
    const { body } = await open(token);
    expect(body.quote).toMatchObject({ open: false, beingRevised: true, revision: 1 });
    const { nonce } = body;
    expect(await act(token, 'reject', { nonce, reason: 'x' })).toMatchObject([
      409,
      'quote_superseded',
    ]);
    await staff('POST', `/quotes/${next.id}/submit`);
    await staff('POST', `/quotes/${next.id}/approve`);
    await staff('POST', `/quotes/${next.id}/send`);
    expect((await open(token)).body.quote).toMatchObject({ revision: 2, open: true });
  });

  it('leads to the new revision also where whoever sends that may make no link', async () => {
    const { id, token } = await sentQuote();
    const next = await staff('POST', `/quotes/${id}/revise`);
    await staff('POST', `/quotes/${next.id}/submit`);
    await staff('POST', `/quotes/${next.id}/approve`);
    const matrix = { quotes: ['view', 'update'] };
    const role = await staff('POST', '/roles', { name: `Sends ${newId()}`, matrix });
    const person = { email: `${newId()}@example.com`, name: 'Sue', roleIds: [role.id] };
    const { companyId } = stage.staff.company;
    const { id: userId } = await staff('POST', '/users', person);
    const seller = stage.staff.client(companyId, userId as UserId);
    const sent = await seller.call('POST', `/quotes/${next.id}/send`);
    expect(sent).toMatchObject({ status: 200, body: { link: null } });
    expect((await open(token)).body.quote).toMatchObject({ revision: 2, open: true });
  });
});

describe('the page of a quote', () => {
  it('is read without script, and escapes what people wrote', async () => {
    const { token } = await sentQuote();
    const answer = await fetchPath(`/q/${token}`);
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([answer.headers.get('referrer-policy'), answer.headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-store',
    ]);
    expect(html).toContain('Offer &lt;b&gt;');
    expect(html).toContain('Pay &quot;soon&quot;');
    expect(html).not.toMatch(/<script|<b>|Margin/);
    expect(html.indexOf('Terms')).toBeLessThan(html.indexOf('Accept this quote'));
  });

  it('takes an acceptance by its form, and says what is missing', async () => {
    const { id, token } = await sentQuote();
    const { nonce, quote } = (await open(token)).body;
    const fields = { action: 'accept', nonce, contentHash: quote.contentHash, name: '' };
    const refused = await form(`/q/${token}`, fields);
    expect([refused.status, await statusOf(id)]).toEqual([422, 'viewed']);
    const done = await form(`/q/${token}`, { ...fields, name: 'Bea', email: 'b@example.com' });
    expect(done.status).toBe(200);
    expect(await done.text()).toContain('This quote was accepted');
    expect(await statusOf(id)).toBe('accepted');
    const again = { ...fields, name: 'Bea', email: 'b@example.com' };
    expect((await form(`/q/${token}`, again)).status).toBe(409);
    const cut = { ...again, poNumber: 'P'.repeat(101) };
    expect((await form(`/q/${token}`, cut)).status).toBe(422);
    expect((await form(`/q/${token}`, { ...again, email: 'zzz' })).status).toBe(422);
  });

  it('keeps all that was typed of a form that is refused, and tells all faults', async () => {
    const { token } = await sentQuote({ signatureRequired: true, poNumber: 'PO-77' });
    const { nonce, quote } = (await open(token)).body;
    expect(await (await fetchPath(`/q/${token}`)).text()).toContain('value="PO-77"');
    const option = quote.lines[1]?.id as string;
    const refused = await form(`/q/${token}`, {
      action: 'accept',
      nonce,
      contentHash: quote.contentHash,
      name: 'Bea',
      email: 'bea at home',
      poNumber: 'Z-9',
      select: option,
      [`quantity:${option}`]: '3',
    });
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain('cannot be read: Your e-mail, Type your name as your signature');
    for (const typed of ['Bea', 'bea at home', 'Z-9', '3']) expect(html).toContain(`"${typed}"`);
    expect(html).toMatch(/name="select" value="[^"]*" checked/);
    const asked = { action: 'request-changes', nonce, name: 'Bea', message: '<p>'.repeat(2000) };
    const long = await form(`/q/${token}`, asked);
    expect(long.status).toBe(422);
    expect(await long.text()).toContain('<details open><summary>Ask for changes');
    const nothing = { action: 'accept', nonce, contentHash: quote.contentHash, name: '\0' };
    expect((await form(`/q/${token}`, nothing)).status).toBe(422);
  });

  it('says that it is looked at again while its seller has to approve something', async () => {
    const { id, token } = await sentQuote();
    const { nonce, quote } = (await open(token)).body;
    const ctx = stage.t.ctx(stage.staff.company.companyId);
    await stage.t.db.write(ctx, (tx) =>
      tx.run(
        `insert into rules.approval (company_id, id, rule_id, rule_name, object, record_id, title,
           status, step, steps, asked, requested_at, history)
         values ($1, $2, $2, 'Looks', 'quote', $3, 'Q', 'waiting', 1, '[{}]', '[]', $4, '[]')`,
        [ctx.companyId, newId(), id, ctx.now],
      ),
    );
    const said = 'We are reviewing this quote';
    const page = await (await fetchPath(`/q/${token}`)).text();
    expect([page.includes(said), page.includes('<form')]).toEqual([true, false]);
    expect((await open(token)).body.quote).toMatchObject({ open: false, beingReviewed: true });
    const fields = { action: 'accept', nonce, contentHash: quote.contentHash, ...BUYER };
    const refused = await form(`/q/${token}`, fields);
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect(html).toContain(said);
    expect(html).toContain('value="bea@example.com"');
    expect(html).not.toContain('cannot be answered any more');
  });

  it('says that there is none, or that the link is over', async () => {
    expect((await fetchPath('/q/nothing')).status).toBe(404);
    const { id, token } = await sentQuote();
    await staff('DELETE', `/quotes/${id}/share`);
    expect((await fetchPath(`/q/${token}`)).status).toBe(410);
  });
});
