import { SandboxSecrets } from '@quittance/gateway/host';
import { SandboxStore } from '@quittance/gateway/provider';
import { SandboxDeliverer } from '@quittance/payment-sandbox/host';
import { expectInvariants } from '../../../test/support/invariants.js';
import { startPortalApi } from '../../../test/support/test-api.js';
import { PortalStage } from './portal-stage.js';

const CALLBACK = 'https://shop.example/paid?order=7';

let stage: PortalStage;

beforeAll(async () => {
  stage = await PortalStage.open();
  const body = { contact: { website: new URL(CALLBACK).origin } };
  await stage.staff.admin.call('PATCH', '/company', { body });
});

afterAll(async () => {
  await expectInvariants(stage.t);
  await stage?.close();
});

interface Page {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
  readonly nonce: string;
}

async function read(url: string): Promise<Page> {
  const answer = await fetch(url, { redirect: 'manual' });
  const html = await answer.text();
  const nonce = /name="nonce" value="([^"]+)"/.exec(html)?.[1] ?? '';
  return { status: answer.status, html, headers: answer.headers, nonce };
}

function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

/** Opens the page of a fresh invoice. */
async function opened(callbackUrl?: string) {
  const invoice = await stage.invoice();
  const { paymentUrl } = await stage.checkout(invoice.id, callbackUrl);
  return { invoice, paymentUrl, page: await read(paymentUrl) };
}

/** The deliverer as the worker runs it, against the portal host. */
function deliverer(webhookUrl = `${stage.portal.url}/payments/webhook/sandbox`): SandboxDeliverer {
  const { app } = stage.portal;
  return new SandboxDeliverer(app.get(SandboxStore), {
    clock: stage.t.clock,
    webhookUrl,
    secretOf: (companyId) => app.get(SandboxSecrets).of(companyId, stage.t.clock.now()),
  });
}

describe('the payment page', () => {
  it('shows who asks for how much, and offers how it may end', async () => {
    const { invoice, page } = await opened(CALLBACK);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.html).toContain('<html lang="en">');
    expect(page.html).toContain('Test Company Ltd');
    expect(page.html).toContain(`Invoice ${invoice.number}`);
    expect(page.html).toContain('100.00 <small>EUR</small>');
    for (const action of ['pay', 'fail', 'pay_twice']) {
      expect(page.html).toContain(
        `<button${action === 'pay' ? ' class="go"' : ''} name="action" value="${action}">`,
      );
    }
  });

  it('escapes what others have written', async () => {
    const { page } = await opened();
    expect(page.html).toMatch(/Acme &lt;[0-9a-f-]+&gt; &amp; Sons/);
    expect(page.html).not.toContain('<script');
  });

  it('runs no script, frames nowhere and sends its form home or to the shop only', async () => {
    const { page } = await opened(CALLBACK);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(policy).toContain("form-action 'self' https://shop.example;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('changes nothing by being looked at', async () => {
    const { paymentUrl } = await opened();
    for (let i = 0; i < 3; i += 1) await read(paymentUrl);
    expect(await deliverer().deliverOnce()).toBe(0);
  });

  it.each(['sbl_', 'sbl_AAAA', `sbl_${'A'.repeat(43)}`, 'plink_1', '..%2f..'])(
    'of %o is missing, and says so',
    async (linkId) => {
      const { status, html } = await read(`${stage.portal.url}/sandbox/pay/${linkId}`);
      expect(status).toBe(404);
      expect(html).toContain('No such payment page');
    },
  );
});

describe('paying', () => {
  it('settles the invoice by a signed webhook over HTTP', async () => {
    const { invoice, paymentUrl, page } = await opened();
    const answer = await submit(paymentUrl, { nonce: page.nonce, action: 'pay' });
    expect(answer.status).toBe(303);
    expect(new URL(answer.headers.get('location') ?? '', paymentUrl).href).toBe(paymentUrl);
    expect((await read(paymentUrl)).html).toContain('Payment received');
    expect(await stage.invoiceNow(invoice.id)).toMatchObject({ status: 'sent' });
    // One payment, told of by two events.
    expect(await deliverer().deliverOnce()).toBe(2);
    expect(await stage.invoiceNow(invoice.id)).toMatchObject({ status: 'paid', balance: '0.00' });
    expect(await stage.list(`/invoices/${invoice.id}/checkouts`)).toMatchObject([
      { status: 'paid' },
    ]);
  });

  it('brings the browser back to the shop', async () => {
    const { paymentUrl, page } = await opened(CALLBACK);
    const answer = await submit(paymentUrl, { nonce: page.nonce, action: 'pay' });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe('https://shop.example/paid');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: '7',
      sandbox_link_id: expect.stringMatching(/^sbl_/),
      sandbox_status: 'paid',
      sandbox_payment_id: expect.stringMatching(/^sbp_/),
    });
    await deliverer().deliverOnce();
  });

  it('twice leaves the second payment as credit', async () => {
    const { invoice, paymentUrl, page } = await opened();
    await submit(paymentUrl, { nonce: page.nonce, action: 'pay_twice' });
    await deliverer().deliverOnce();
    const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: invoice.id });
    const payments = await stage.list(`/payments?filter=${encodeURIComponent(filter)}`);
    expect(payments).toHaveLength(2);
    expect(payments.map(({ onAccountAmount }) => onAccountAmount).sort()).toEqual([
      '0.00',
      '100.00',
    ]);
  });

  it('once more with the same form pays once', async () => {
    const { paymentUrl, page } = await opened();
    const fields = { nonce: page.nonce, action: 'pay' };
    await Promise.all([
      submit(paymentUrl, fields),
      submit(paymentUrl, fields),
      submit(paymentUrl, fields),
    ]);
    expect(await deliverer().deliverOnce()).toBe(2);
  });

  it('that fails is told of and may be tried again', async () => {
    const { invoice, paymentUrl, page } = await opened();
    await submit(paymentUrl, { nonce: page.nonce, action: 'fail' });
    const again = await read(paymentUrl);
    expect(again.html).toContain('The payment failed');
    await deliverer().deliverOnce();
    expect(await stage.list(`/invoices/${invoice.id}/checkouts`)).toMatchObject([
      { status: 'open', failedPayments: [{ code: 'card_declined' }] },
    ]);
    await submit(paymentUrl, { nonce: again.nonce, action: 'pay' });
    await deliverer().deliverOnce();
    expect(await stage.invoiceNow(invoice.id)).toMatchObject({ status: 'paid' });
  });

  it('and refunding opens the invoice again', async () => {
    const { invoice, paymentUrl, page } = await opened();
    await submit(paymentUrl, { nonce: page.nonce, action: 'pay' });
    await deliverer().deliverOnce();
    const paid = await read(paymentUrl);
    await submit(paymentUrl, { nonce: paid.nonce, action: 'refund' });
    await deliverer().deliverOnce();
    expect(await stage.invoiceNow(invoice.id)).toMatchObject({ status: 'sent', balance: '100.00' });
    expect((await read(paymentUrl)).html).toContain('Payment refunded');
  });

  it.each([
    ['win', 'won', { status: 'paid', balance: '0.00' }],
    ['lose', 'lost', { status: 'sent', balance: '100.00' }],
  ])('and disputing takes the money back, until the bank decides: %s', async (end, word, then) => {
    const { invoice, paymentUrl, page } = await opened();
    await submit(paymentUrl, { nonce: page.nonce, action: 'pay' });
    await deliverer().deliverOnce();
    const paid = await read(paymentUrl);
    await submit(paymentUrl, { nonce: paid.nonce, action: 'dispute' });
    await submit(paymentUrl, { nonce: paid.nonce, action: 'dispute' });
    expect(await deliverer().deliverOnce()).toBe(1);
    expect(await stage.invoiceNow(invoice.id)).toMatchObject({ status: 'sent', balance: '100.00' });
    const disputed = await read(paymentUrl);
    expect(disputed.html).toContain('Payment disputed');
    await submit(paymentUrl, { nonce: disputed.nonce, action: end });
    await deliverer().deliverOnce();
    expect((await read(paymentUrl)).html).toContain(`Dispute ${word}`);
    expect(await stage.invoiceNow(invoice.id)).toMatchObject(then);
    const disputes = await stage.list('/payments/disputes');
    const about = disputes.filter(({ invoiceId }) => invoiceId === invoice.id);
    expect(about).toMatchObject([{ kind: 'dispute', reason: `dispute_${word}` }]);
  });

  it.each([
    ['without a nonce', { action: 'pay' }],
    ['with a made-up nonce', { action: 'pay', nonce: 'abc.def' }],
    ['with an unknown action', { action: 'steal', nonce: 'abc.def' }],
    ['with nothing', {}],
  ])('%s is refused', async (_, fields) => {
    const { paymentUrl } = await opened();
    const answer = await submit(paymentUrl, fields as Record<string, string>);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('Nothing was done');
    expect(await deliverer().deliverOnce()).toBe(0);
  });

  it('with the nonce of another page is refused', async () => {
    const [mine, theirs] = [await opened(), await opened()];
    const answer = await submit(mine.paymentUrl, { nonce: theirs.page.nonce, action: 'pay' });
    expect(answer.status).toBe(403);
  });
});

describe('a delivery', () => {
  it('is tried again, with pauses, until it is taken', async () => {
    const { invoice, paymentUrl, page } = await opened();
    await submit(paymentUrl, { nonce: page.nonce, action: 'pay' });
    const start = Date.parse(stage.t.clock.now());
    const lost = deliverer('http://127.0.0.1:1/nobody');
    const tries: number[] = [];
    for (let second = 0; second <= 20; second += 1) {
      stage.t.clock.set(new Date(start + second * 1000).toISOString());
      if ((await lost.deliverOnce()) > 0) tries.push(second);
    }
    expect(tries).toEqual([0, 1, 3, 8, 18]);
    stage.t.clock.set(new Date(start + 60_000).toISOString());
    await deliverer().deliverOnce();
    expect(await stage.invoiceNow(invoice.id)).toMatchObject({ status: 'paid' });
  });

  it('is carried by one of two deliverers', async () => {
    const { paymentUrl, page } = await opened();
    await submit(paymentUrl, { nonce: page.nonce, action: 'pay' });
    const counts = await Promise.all([deliverer().deliverOnce(), deliverer().deliverOnce()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  it('survives the death of its deliverer', async () => {
    const { invoice, paymentUrl, page } = await opened();
    await submit(paymentUrl, { nonce: page.nonce, action: 'pay' });
    const store = stage.portal.app.get(SandboxStore);
    const now = stage.t.clock.now();
    const later = new Date(Date.parse(now) + 15_000).toISOString();
    await store.claimDeliveries(stage.staff.company.companyId, now, later as typeof now, 20);
    expect(await deliverer().deliverOnce()).toBe(0);
    stage.t.clock.set(later);
    expect(await deliverer().deliverOnce()).toBe(2);
    expect(await stage.invoiceNow(invoice.id)).toMatchObject({ status: 'paid' });
  });
});

describe('in production', () => {
  it('there is no sandbox unless it is switched on', async () => {
    const { paymentUrl } = await opened();
    const production = await startPortalApi(stage.t, { NODE_ENV: 'production' });
    const path = new URL(paymentUrl).pathname;
    expect((await production.call('GET', path)).status).toBe(404);
    expect((await production.call('POST', '/payments/webhook/sandbox', { body: {} })).status).toBe(
      404,
    );
    await production.close();
    const allowed = await startPortalApi(stage.t, {
      NODE_ENV: 'production',
      SANDBOX_ENABLED: 'true',
    });
    expect((await allowed.call('GET', path)).status).toBe(200);
    await allowed.close();
  });
});
