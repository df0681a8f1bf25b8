import { addSeconds } from '@quittance/kernel';
import { startFakeStripe, type FakeStripe } from '@quittance/payment-stripe/testing';
import Stripe from 'stripe';
import { expectInvariants } from '../../../test/support/invariants.js';
import type { StaffClient } from '../../../test/support/test-api.js';
import { PortalStage } from './portal-stage.js';

const SECRET = 'whsec_of_the_company';
const SIGNATURE = 'stripe-signature';

let stage: PortalStage;
let fake: FakeStripe;

beforeAll(async () => {
  stage = await PortalStage.open();
  fake = await startFakeStripe(stage.t.clock);
  await useStripe(stage.staff.admin, SECRET);
});

afterAll(async () => {
  await expectInvariants(stage.t);
  await fake?.stop();
  await stage?.close();
});

async function useStripe(client: StaffClient, webhookSecret: string): Promise<void> {
  await client.call('PUT', '/connectors/payment', {
    body: {
      provider: 'stripe',
      credentials: { secretKey: fake.secretKey, webhookSecret },
      settings: { baseUrl: fake.url },
    },
  });
}

/** The webhook of a page that was paid, signed. */
async function capture(secret = SECRET, at = stage.t.clock.now()) {
  const { id } = await stage.invoice();
  const { providerLinkId } = await stage.checkout(id);
  const { session } = fake.pay(providerLinkId);
  return { id, ...fake.webhook('checkout.session.completed', session, secret, at) };
}

const post = (body: string, headers: Record<string, string>, url = stage.portal.url) =>
  fetch(`${url}/payments/webhook/stripe`, { method: 'POST', body, headers });

const written = () =>
  Promise.all([
    stage.list('/payments/webhook-deliveries?pageSize=200'),
    stage.list('/payments/unapplied-receipts?pageSize=200'),
    stage.list('/payments?pageSize=200'),
    stage.list('/events?pageSize=200'),
  ]);

describe('a webhook of Stripe', () => {
  it.each([
    ['the portal host', () => stage.portal.url],
    ['the staff host', () => stage.staff.url],
  ])('is taken by %s, without a token', async (_, url) => {
    const { id, body, headers } = await capture();
    const answer = await post(body, headers, url());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ received: true, applied: true });
    expect(await stage.invoiceNow(id)).toMatchObject({ status: 'paid', balance: '0.00' });
  });

  it.each([
    ['the portal host', () => stage.portal.url],
    ['the staff host', () => stage.staff.url],
  ])(
    'that names nothing of ours is answered well by %s for the company of the address',
    async (_, url) => {
      const thin = {
        object: 'v2.core.event',
        id: 'evt_2',
        type: 'v1.billing.meter.no_meter_found',
      };
      const body = JSON.stringify(thin);
      const timestamp = Date.parse(stage.t.clock.now()) / 1000;
      const sign = (secret: string) => ({
        [SIGNATURE]: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
      });
      const to = (query: string, secret: string) =>
        fetch(`${url()}/payments/webhook/stripe${query}`, {
          method: 'POST',
          body,
          headers: sign(secret),
        });
      const ours = `?company=${stage.staff.admin.companyId}`;
      const answer = await to(ours, SECRET);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { received: true, applied: false, reason: 'event_not_handled' },
      ]);
      const refused = [await to(ours, 'whsec_of_nobody'), await to('', SECRET)];
      expect(refused.map(({ status }) => status)).toEqual([401, 401]);
    },
  );

  it('signed by the official SDK is believed', async () => {
    const { id, body } = await capture();
    const timestamp = Date.parse(stage.t.clock.now()) / 1000;
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: SECRET,
      timestamp,
    });
    expect((await post(body, { [SIGNATURE]: signature })).status).toBe(200);
    expect(await stage.invoiceNow(id)).toMatchObject({ status: 'paid' });
  });

  it('carries several signatures while a secret is rolled', async () => {
    const { body, headers } = await capture();
    const [time, v1] = (headers[SIGNATURE] ?? '').split(',');
    const rolled = { [SIGNATURE]: `${time},v1=${'0'.repeat(64)},${v1}` };
    expect(await (await post(body, rolled)).json()).toMatchObject({ applied: true });
  });
});

describe('a webhook of Stripe that does not verify', () => {
  type Spoil = (header: string, body: string) => [string, string | undefined];

  it.each<[string, Spoil]>([
    ['no signature', (_, body) => [body, undefined]],
    ['an empty signature', (_, body) => [body, '']],
    ['no time', (header, body) => [body, header.split(',')[1]]],
    ['a changed time', (header, body) => [body, header.replace(/t=\d/, 't=9')]],
    ['upper-case hex', (header, body) => [body, header.toUpperCase()]],
    ['another scheme', (header, body) => [body, header.replace('v1=', 'v0=')]],
    ['its header twice', (header, body) => [body, `${header}, ${header}`]],
    ['a re-serialised body', (header, body) => [JSON.stringify(JSON.parse(body), null, 1), header]],
    ['one byte changed', (header, body) => [body.replace('10000', '10001'), header]],
    ['a byte order mark', (header, body) => [`\uFEFF${body}`, header]],
    ['no body', (header) => ['', header]],
  ])('for %s is refused, and nothing is written', async (_, spoil) => {
    const { body, headers } = await capture();
    const before = await written();
    const [bytes, header] = spoil(headers[SIGNATURE] ?? '', body);
    const answer = await post(bytes, header === undefined ? {} : { [SIGNATURE]: header });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'invalid_signature' });
    expect(await written()).toEqual(before);
  });

  it.each([-301, 301])('because it is %d s from our clock is refused', async (seconds) => {
    const { id, body, headers } = await capture(SECRET, addSeconds(stage.t.clock.now(), seconds));
    expect((await post(body, headers)).status).toBe(401);
    expect(await stage.invoiceNow(id)).toMatchObject({ status: 'sent' });
  });

  it('signed by another company never touches this one', async () => {
    const stranger = await stage.staff.newAdmin();
    await useStripe(stranger, 'whsec_of_the_stranger');
    const { id, body, headers } = await capture('whsec_of_the_stranger');
    expect((await post(body, headers)).status).toBe(401);
    expect(await stage.invoiceNow(id)).toMatchObject({ status: 'sent' });
  });
});

describe('a link in a letter', () => {
  const open = (url: string) => fetch(url, { redirect: 'manual' });

  /** An invoice with its payment page, and our own address of it. */
  async function letter() {
    const { id } = await stage.invoice();
    const body = { invoiceId: id };
    const { body: made } = await stage.staff.admin.call('POST', '/payments/checkout', { body });
    const { lastingUrl, ...link } = made as Record<
      'lastingUrl' | 'paymentUrl' | 'providerLinkId',
      string
    >;
    return { id, url: lastingUrl, ...link };
  }

  it('leads to the live page, and a day later to a fresh one', async () => {
    const { id, url, paymentUrl, providerLinkId } = await letter();
    expect(url).toMatch(`${stage.portal.url}/pay/`);
    const first = await open(url);
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toBe(paymentUrl);
    const before = stage.t.clock.now();
    stage.t.clock.set('2026-03-05T09:00:00Z');
    const later = await open(url);
    expect(later.status).toBe(303);
    expect(later.headers.get('location')).not.toBe(paymentUrl);
    const fresh = fake.books.sessions.at(-1);
    expect(fresh).toMatchObject({ url: later.headers.get('location'), amount_total: 10_000 });
    expect(fresh?.id).not.toBe(providerLinkId);
    const { session } = fake.pay(String(fresh?.id));
    const { body, headers } = fake.webhook('checkout.session.completed', session, SECRET);
    expect((await post(body, headers)).status).toBe(200);
    expect(await stage.invoiceNow(id)).toMatchObject({ status: 'paid' });
    stage.t.clock.set(before);
  });

  it('says so when nothing is left to pay, or money is on its way', async () => {
    const paid = await letter();
    const { session } = fake.pay(paid.providerLinkId);
    const { body, headers } = fake.webhook('checkout.session.completed', session, SECRET);
    await post(body, headers);
    const answer = await open(paid.url);
    expect([answer.status, await answer.text()]).toEqual([
      410,
      expect.stringContaining('Nothing is left to pay'),
    ]);
    const slow = await letter();
    const told = fake.pay(slow.providerLinkId, 'slowly');
    const news = fake.webhook('checkout.session.completed', told.session, SECRET);
    await post(news.body, news.headers);
    expect(await (await open(slow.url)).text()).toContain('Your payment is on its way');
  });

  it('that somebody made up leads nowhere', async () => {
    const { url } = await letter();
    for (const forged of [`${url}A`, url.slice(0, -1), `${url.slice(0, -4)}AAAA`]) {
      const answer = await open(forged);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('There is no such link');
    }
  });
});

describe('the page payers come back to', () => {
  it('needs no sign-in, holds no script and says nothing of any payment', async () => {
    const answer = await fetch(`${stage.portal.url}/payments/return`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain('You are back from the payment page');
    expect(page).not.toContain('<script');
  });

  it('is in the language of who reads it, and to be read on a telephone', async () => {
    const page = async (path: string, language: string) => {
      const headers = { 'accept-language': language };
      return (await fetch(`${stage.portal.url}${path}`, { headers })).text();
    };
    const german = await page('/payments/return', 'de-AT,en;q=0.5');
    expect(german).toContain('Sie sind von der Zahlungsseite zurück');
    expect(german).toContain('<html lang="de" dir="ltr">');
    expect(german).toContain('width=device-width');
    expect(await page('/payments/return?language=ar', 'de')).toContain(
      '<html lang="ar" dir="rtl">',
    );
    expect(await page('/pay/nothing', 'fr')).toContain('Ce lien n’existe pas');
  });
});
