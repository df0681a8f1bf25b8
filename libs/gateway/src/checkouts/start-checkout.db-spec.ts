import { DisputeInvoice } from '@quittance/receivables/host';
import { aCustomer } from '@quittance/receivables/testing';
import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { startFakeRazorpay, type FakeFault } from '@quittance/payment-razorpay/testing';
import { payToken } from '../pay-links/pay-token.js';
import type { OutstandingInvoice } from '../testing/an-outstanding-invoice.js';
import { CheckoutStage } from '../testing/checkout-stage.js';
import { TEST_KEYS, gatewayOf } from '../testing/gateway-of.js';
import { LivePaymentLinks } from './live-payment-links.js';

/** All that its invoices ask of an order. */
const INSERT_ORDER = `
  insert into sales.sales_order (company_id, id, number, number_period, number_seq, status,
    account_id, currency, pricing_date, bill_to, ship_to, issue_date, subtotal, tax_total, total,
    value, invoiced_total, figures, confirmed_at, created_at, updated_at)
  values ($1, $2, 'SO-1', '', 1, 'confirmed', $3, 'EUR', date '2026-01-01', '{}', '{}',
    date '2026-01-01', 20000, 0, 20000, 10000, 4000, '{}', now(), now(), now())`;

let stage: CheckoutStage;

beforeAll(async () => {
  stage = await CheckoutStage.open();
});

afterAll(() => stage?.close());

describe('a checkout', () => {
  test('answers a link for exactly the balance', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const answer = await stage.checkout(ctx, id, 'https://portal.example/return');
    expect(answer).toEqual({
      checkoutId: expect.any(String),
      invoiceId: id,
      allocations: [{ invoiceId: id, amount: '118.00' }],
      lastingUrl: expect.stringMatching(/^https:\/\/portal\.example\/pay\/[\w-]{86}$/),
      provider: 'razorpay',
      providerLinkId: stage.linksOf(id)[0]?.id,
      paymentUrl: stage.linksOf(id)[0]?.short_url,
      amount: '118.00',
      currency: 'EUR',
      expiresAt: '2026-04-01T09:00:00.000Z',
    });
    expect(stage.linksOf(id)).toEqual([
      expect.objectContaining({
        amount: 11800,
        currency: 'EUR',
        reference_id: `${id}-1`,
        notes: expect.objectContaining({ company_id: ctx.companyId, invoice_id: id }),
      }),
    ]);
  });

  test('of an invoice with a thousand attempts is made as any other', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.checkout(ctx, id);
    await stage.t.db.write(ctx, (tx) =>
      tx.run(
        `update gateway.checkout set status = 'failed', attempt = 999, reference = $3
         where company_id = $1 and invoice_id = $2`,
        [ctx.companyId, id, `${id}-999`],
      ),
    );
    const { providerLinkId } = await stage.checkout(ctx, id);
    const made = stage.fake.links.find((link) => link.id === providerLinkId);
    expect(made?.reference_id).toBe(`${id.replaceAll('-', '')}-rs`);
  });

  test('asked again for the same balance answers the live link', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const first = await stage.checkout(ctx, id);
    expect(await stage.checkout(stage.at(ctx, '2026-03-09T09:00:00Z'), id)).toEqual(first);
    expect(stage.linksOf(id)).toHaveLength(1);
  });

  test('asked twenty times at once makes one link', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const answers = await Promise.all(Array.from({ length: 20 }, () => stage.checkout(ctx, id)));
    expect(new Set(answers.map(({ paymentUrl }) => paymentUrl)).size).toBe(1);
    expect(stage.linksOf(id)).toHaveLength(1);
    expect(await stage.attempts(ctx, id)).toHaveLength(1);
  });

  test('after a change of the balance closes the old link and makes another', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const first = await stage.checkout(ctx, id);
    await stage.leave(ctx, id, 1800n);
    const second = await stage.checkout(ctx, id);
    expect(second).toMatchObject({ amount: '18.00' });
    expect(second.providerLinkId).not.toBe(first.providerLinkId);
    expect(stage.linksOf(id).map(({ status }) => status)).toEqual(['cancelled', 'created']);
    expect(await stage.attempts(ctx, id)).toMatchObject([
      { attempt: 1, status: 'cancelled', nextSweepAt: null },
      { attempt: 2, status: 'open', reference: `${id}-2` },
    ]);
  });

  test('does not hand out a link that is about to expire', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const first = await stage.checkout(ctx, id);
    const second = await stage.checkout(stage.at(ctx, '2026-04-01T08:50:00Z'), id);
    expect(second.providerLinkId).not.toBe(first.providerLinkId);
  });

  test('for a sales order collects its latest invoice that has a balance', async () => {
    const ctx = await stage.razorpayCompany();
    const salesOrderId = newId<'sales-order'>();
    await stage.t.db.write(ctx, async (tx) => {
      const params = [ctx.companyId, salesOrderId, await aCustomer(tx)];
      await tx.run(INSERT_ORDER, params);
    });
    await stage.invoiceOf(ctx, { salesOrderId, issueDate: '2026-01-01' });
    const { id } = await stage.invoiceOf(ctx, { salesOrderId, issueDate: '2026-02-01' });
    await stage.invoiceOf(ctx, { salesOrderId, issueDate: '2026-03-01', status: 'void' });
    const answer = await stage.gateway.startCheckout.execute(ctx, {
      salesOrderId,
      callbackUrl: null,
    });
    expect(answer.invoiceId).toBe(id);
  });

  test.each(['paid', 'void', 'cancelled'])('of a %s invoice is refused', async (status) => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx, { status });
    await expect(stage.checkout(ctx, id)).rejects.toMatchObject({ code: 'invoice_has_no_balance' });
  });

  test('of an invoice of another company finds none', async () => {
    const { id } = await stage.invoiceOf(await stage.razorpayCompany());
    const other = await stage.razorpayCompany();
    await expect(stage.checkout(other, id)).rejects.toMatchObject({ code: 'reference_not_found' });
    expect(stage.linksOf(id)).toEqual([]);
  });

  test('with a callback off the company’s list is refused and nothing is stored', async () => {
    const ctx = await stage.razorpayCompany({ callbackOrigins: ['https://shop.example'] });
    const { id } = await stage.invoiceOf(ctx);
    await expect(stage.checkout(ctx, id, 'https://evil.example/')).rejects.toMatchObject({
      code: 'validation_failed',
      options: { errors: [{ pointer: '/callbackUrl', code: 'origin' }] },
    });
    expect(await stage.attempts(ctx, id)).toEqual([]);
  });

  test('with a callback not the company’s own is refused where there is no list', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const evil = 'https://evil.example/';
    await expect(stage.checkout(ctx, id, evil)).rejects.toMatchObject({
      code: 'validation_failed',
      options: { errors: [{ pointer: '/callbackUrl', code: 'origin' }] },
    });
    const website = { website: 'https://www.acme.example' };
    await stage.t.db.write(ctx, (tx) =>
      tx.run('update company.company set contact = $1', [JSON.stringify(website)]),
    );
    await stage.checkout(ctx, id, 'https://www.acme.example/thanks');
    expect(await stage.attempts(ctx, id)).toHaveLength(1);
  });

  test('without a connector goes to the sandbox', async () => {
    const ctx = await stage.t.newCompany();
    const { id } = await stage.invoiceOf(ctx);
    const answer = await stage.checkout(ctx, id);
    expect(answer).toMatchObject({ provider: 'sandbox', amount: '118.00' });
    expect(answer.paymentUrl).toMatch(/^http:\/\/localhost:3001\/sandbox\/pay\/sbl_/);
  });

  test('without any provider is refused', async () => {
    const bare = gatewayOf(stage.t.db, () => [new RazorpayProvider()]);
    const ctx = await stage.t.newCompany();
    const { id } = await stage.invoiceOf(ctx);
    const refused = bare.startCheckout.execute(ctx, {
      invoiceId: id,
      callbackUrl: null,
    });
    await expect(refused).rejects.toMatchObject({ code: 'payment_provider_not_configured' });
  });
});

describe('a part of what is outstanding', () => {
  const part = (ctx: Ctx, invoiceId: InvoiceId, amount: string) =>
    stage.gateway.startCheckout.execute(ctx, { invoiceId, amount });
  const liveLink = (ctx: Ctx, id: InvoiceId, balance: bigint) =>
    stage.t.db.read(ctx, (tx) =>
      new LivePaymentLinks(stage.gateway.checkouts).liveLink(tx, id, balance),
    );

  test('has a link over just that, which is live for it and for nothing else', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const first = await part(ctx, id, '80.00');
    expect(first).toMatchObject({ amount: '80.00' });
    expect(first).not.toHaveProperty('roundingAdjustment');
    expect(stage.linksOf(id)).toMatchObject([{ amount: 8000 }]);
    expect(await part(ctx, id, '80')).toEqual(first);
    expect(await liveLink(ctx, id, 8_000n)).toBe(first.lastingUrl);
    expect(await liveLink(ctx, id, 11_800n)).toBeNull();
    expect(await stage.checkout(ctx, id)).toMatchObject({ amount: '118.00' });
    expect(stage.linksOf(id)).toMatchObject([{ status: 'cancelled' }, { amount: 11800 }]);
  });

  test('asked for while the link for all of it is being made is still just that part', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    stage.fake.fail('error_after');
    const whole = stage.checkout(ctx, id);
    const parts = [part(ctx, id, '50.00'), part(ctx, id, '50.00')];
    expect(await Promise.all([whole, ...parts])).toMatchObject([
      { amount: '118.00' },
      { amount: '50.00' },
      { amount: '50.00' },
    ]);
    const live = stage.linksOf(id).filter(({ status }) => status === 'created');
    expect(live).toHaveLength(1);
  });

  test('and all of it, asked for by many at once, is answered as it was asked for', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const asked = Array.from({ length: 20 }, (_, i) => (i % 2 ? '50.00' : '118.00'));
    const answers = await Promise.allSettled(asked.map((amount) => part(ctx, id, amount)));
    for (const [i, answer] of answers.entries()) {
      // Whoever has waited for others too often is asked to come again.
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 503 });
      else expect(answer.value.amount).toBe(asked[i]);
    }
    expect(stage.linksOf(id).filter(({ status }) => status === 'created')).toHaveLength(1);
  });

  test.each([
    ['118.01', 'max'],
    ['0', 'format'],
    ['1.001', 'format'],
  ])('is not %s', async (amount, code) => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await expect(part(ctx, id, amount)).rejects.toMatchObject({
      code: code === 'max' ? 'payment_exceeds_balance' : 'validation_failed',
      options: { errors: [{ pointer: '/amount', code }] },
    });
    expect(await stage.attempts(ctx, id)).toEqual([]);
  });

  test('is what a lasting link asks for while the rest is in dispute', async () => {
    const ctx = await stage.razorpayCompany();
    const open = async ({ id, accountId }: OutstandingInvoice, amount: string) => {
      await new DisputeInvoice(stage.t.db).execute(ctx, id, { reason: 'one was broken', amount });
      const token = payToken(TEST_KEYS, { companyId: ctx.companyId, accountId, invoiceId: id });
      return stage.gateway.openPayLink.execute({ token, requestId: 'test', now: ctx.now });
    };
    const one = await stage.invoiceOf(ctx);
    const url = await open(one, '18.00');
    expect(stage.linksOf(one.id)).toMatchObject([{ amount: 10000, short_url: url }]);
    const other = await stage.invoiceOf(ctx);
    await open(other, '118.00');
    expect(stage.linksOf(other.id)).toMatchObject([{ amount: 11800 }]);
  });
});

describe('amounts', () => {
  test.each([
    ['JPY', 500n, 500, '500'],
    ['KWD', 12345n, 12345, '12.345'],
    ['ISK', 5n, 5, '5'],
    ['MGA', 150000n, 150000, '1500.00'],
  ])('%s travels by its own exponent', async (currency, total, wire, amount) => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx, { currency, total });
    expect(await stage.checkout(ctx, id)).toMatchObject({ amount, currency });
    expect(stage.linksOf(id)[0]).toMatchObject({ amount: wire, currency });
  });

  test('rounded up for the provider say by how much', async () => {
    const ctx = await stage.razorpayCompany({ threeDecimalMode: 'round_up' });
    const { id } = await stage.invoiceOf(ctx, { currency: 'KWD', total: 99991n });
    expect(await stage.checkout(ctx, id)).toMatchObject({
      amount: '100.000',
      roundingAdjustment: '0.009',
    });
  });

  test.each([
    ['in a currency the provider does not offer', 'LYD', 1000n],
    ['beyond what JSON holds exactly', 'EUR', 2n ** 60n],
  ])('%s are refused before anybody is asked', async (_, currency, total) => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx, { currency, total });
    await expect(stage.checkout(ctx, id)).rejects.toMatchObject({
      code: 'amount_not_representable',
    });
    expect(await stage.attempts(ctx, id)).toEqual([]);
  });
});

describe('a provider in trouble', () => {
  test.each<FakeFault>(['hang_after', 'error_after', 'drop_after', 'malformed_after'])(
    'that acts and then fails by %s still makes one link',
    async (fault) => {
      const ctx = await stage.razorpayCompany();
      const { id } = await stage.invoiceOf(ctx);
      stage.fake.fail(fault);
      const answer = await stage.checkout(ctx, id);
      expect(stage.linksOf(id).map((link) => link.id)).toEqual([answer.providerLinkId]);
    },
  );

  test('that cannot be reached is a 503, and the attempt says why', async () => {
    const gone = await startFakeRazorpay();
    await gone.stop();
    const ctx = await stage.razorpayCompany({ baseUrl: gone.url });
    const { id } = await stage.invoiceOf(ctx);
    await expect(stage.checkout(ctx, id)).rejects.toMatchObject({
      code: 'payment_provider_unavailable',
      status: 503,
    });
    expect(await stage.attempts(ctx, id)).toMatchObject([
      { status: 'failed', lastError: 'Razorpay could not be reached.', nextSweepAt: null },
    ]);
  });

  test('that answers another currency gets its link cancelled', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    stage.fake.fail('wrong_currency');
    await expect(stage.checkout(ctx, id)).rejects.toMatchObject({
      code: 'payment_provider_unavailable',
    });
    await stage.gateway.sweep.execute(stage.t.clock.now());
    expect(stage.linksOf(id)).toMatchObject([{ status: 'cancelled' }]);
    expect(await stage.attempts(ctx, id)).toMatchObject([{ status: 'cancelled' }]);
  });

  test('that answers a link in use elsewhere is not believed', async () => {
    const ctx = await stage.razorpayCompany();
    const [one, other] = [await stage.invoiceOf(ctx), await stage.invoiceOf(ctx)];
    const first = await stage.checkout(ctx, one.id);
    stage.fake.fail({ sameLinkAs: first.providerLinkId });
    await expect(stage.checkout(ctx, other.id)).rejects.toMatchObject({
      code: 'payment_provider_unavailable',
    });
    expect(await stage.attempts(ctx, other.id)).toMatchObject([{ status: 'failed', linkId: null }]);
  });

  test('leaves an open question that the next checkout settles by its reference', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.startsAndDies(ctx, id);
    const answer = await stage.checkout(stage.at(ctx, '2026-03-02T09:00:20Z'), id);
    expect(stage.linksOf(id).map((link) => link.id)).toEqual([answer.providerLinkId]);
    expect(await stage.attempts(ctx, id)).toMatchObject([{ attempt: 1, status: 'open' }]);
  });
});
