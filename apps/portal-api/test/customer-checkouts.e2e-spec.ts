import { CustomerStage, type Made } from './customer-stage.js';
import { codeOf, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let accounts: { A: string; B: string };
let ada: PortalClient;
let rival: PortalClient;

interface Link {
  readonly checkoutId: string;
  readonly paymentUrl: string;
  readonly amount: string;
}

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  accounts = { A: await acme.account('Acme'), B: await acme.account('Rival') };
  ada = await acme.person({ partyId: accounts.A, role: 'Admin' });
  rival = await acme.person({ partyId: accounts.B, role: 'Admin' });
});
afterAll(() => stage.close());

const pay = (who: PortalClient, body: object) => who.call('POST', '/payments/checkout', { body });

async function open(more = {}): Promise<{ invoice: Made; link: Link }> {
  const invoice = await acme.invoice(accounts.A, more);
  const answer = await pay(ada, { invoiceId: invoice.id });
  expect([answer.status, answer.body]).toMatchObject([201, { amount: '1190.00' }]);
  return { invoice, link: answer.body as Link };
}

it('answers the live link to whoever asks again', async () => {
  const { invoice, link } = await open();
  expect((await pay(ada, { invoiceId: invoice.id })).body).toMatchObject(link);
});

it('collects what is open and not disputed, unless all of it is asked for', async () => {
  const invoice = await acme.invoice(accounts.A);
  const body = { reason: 'not_received', amount: '190.00' };
  await ada.call('POST', `/invoices/${invoice.id}/dispute`, { body });
  const part = await pay(ada, { invoiceId: invoice.id, amount: '10.00' });
  expect(codeOf(part)).toBe('422 partial_payment_not_allowed');
  const whole = await pay(ada, { invoiceId: invoice.id, amount: '1000.00' });
  expect(whole.body).toMatchObject({ amount: '1000.00' });
  const all = await pay(ada, { invoiceId: invoice.id, amount: '1190.00' });
  expect(all.body).toMatchObject({ amount: '1190.00' });
  const more = await pay(ada, { invoiceId: invoice.id, amount: '1190.01' });
  expect(codeOf(more)).toBe('422 payment_exceeds_balance');
});

it('takes what is beyond reach for what is not there', async () => {
  const draft = await acme.invoice(accounts.A, {}, false);
  const other = await acme.invoice(accounts.B);
  for (const invoiceId of [draft.id, other.id, '01900000-0000-7000-8000-000000000000']) {
    const { status, body } = await pay(ada, { invoiceId });
    expect([status, body]).toMatchObject([
      422,
      { code: 'reference_not_found', errors: [{ pointer: '/invoiceId' }] },
    ]);
  }
  const { link } = await open();
  const path = `/payments/checkouts/${link.checkoutId}`;
  expect(codeOf(await rival.call('GET', path))).toBe('404 not_found');
  expect(codeOf(await rival.call('POST', `${path}/cancel`))).toBe('404 not_found');
  expect((await ada.call('GET', path)).body).toMatchObject({ state: 'open' });
});

it('is refused without the right to see invoices or prices', async () => {
  const { id: invoiceId } = await acme.invoice(accounts.A);
  for (const right of ['viewInvoices', 'seePricing'] as const) {
    const who = await acme.person({ partyId: accounts.A, without: [right] });
    expect(codeOf(await pay(who, { invoiceId }))).toBe('403 permission_denied');
  }
});

it('takes an order for none where the user may not see orders', async () => {
  const { id: salesOrderId } = await acme.order(accounts.A);
  await acme.invoice(accounts.A, { salesOrderId });
  const who = await acme.person({ partyId: accounts.A, without: ['viewOrders'] });
  const answers = [];
  for (const id of [salesOrderId, '01900000-0000-7000-8000-000000000000']) {
    const { status, body } = await pay(who, { salesOrderId: id });
    const { code, errors, detail } = body as Record<string, unknown>;
    answers.push({ status, code, errors, detail });
  }
  expect(answers[0]).toMatchObject({ status: 422, code: 'reference_not_found' });
  expect(answers[0]).toEqual(answers[1]);
  expect((await pay(ada, { salesOrderId })).status).toBe(201);
});

it('tells of the money as soon as it is booked', async () => {
  const { invoice, link } = await open();
  const path = `/payments/checkouts/${link.checkoutId}`;
  const waiting = ada.call('GET', `${path}?wait=20`);
  const began = Date.now();
  await acme.payAt(link.paymentUrl);
  const { body } = await waiting;
  expect(body).toMatchObject({ state: 'paid', invoiceId: invoice.id });
  expect(Date.now() - began).toBeLessThan(15_000);
  const { paymentId } = body as { paymentId: string };
  expect((await ada.call('GET', `/payments/${paymentId}`)).body).toMatchObject({
    status: 'completed',
    allocations: [{ invoiceId: invoice.id, amount: '1190.00' }],
  });
  expect((await ada.call('GET', `/invoices/${invoice.id}`)).body).toMatchObject({
    status: 'paid',
    balance: '0.00',
  });
  expect(codeOf(await pay(ada, { invoiceId: invoice.id }))).toBe('422 invoice_has_no_balance');
});

it('goes on where its link gave way to another while the money was under way', async () => {
  const { link } = await open();
  const path = `/payments/checkouts/${link.checkoutId}`;
  const { ctx } = acme.people;
  const becomes = (status: string, since: string | null) =>
    stage.t.db.write(ctx, (tx) =>
      tx.run(
        `update gateway.checkout set status = $3, money_under_way_at = $4::timestamptz
         where company_id = $1 and id = $2`,
        [ctx.companyId, link.checkoutId, status, since],
      ),
    );
  await becomes('closing', null);
  expect((await ada.call('GET', path)).body).toMatchObject({ state: 'cancelled' });
  await becomes('closing', stage.t.clock.now());
  expect((await ada.call('GET', path)).body).toMatchObject({ state: 'processing' });
  await becomes('cancelled', null);
  expect((await ada.call('GET', path)).body).toMatchObject({ state: 'cancelled' });
});

it('is given up, and another is made after it', async () => {
  const { invoice, link } = await open();
  const path = `/payments/checkouts/${link.checkoutId}`;
  expect((await ada.call('POST', `${path}/cancel`)).body).toMatchObject({ state: 'cancelled' });
  const next = (await pay(ada, { invoiceId: invoice.id })).body as Link;
  expect(next.checkoutId).not.toBe(link.checkoutId);
});
