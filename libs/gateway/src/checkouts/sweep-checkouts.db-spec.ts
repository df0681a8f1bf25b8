import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { startFakeRazorpay } from '@quittance/payment-razorpay/testing';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { WriteOffInvoice } from '@quittance/receivables/host';
import { OnInvoiceClosed } from '../on-invoice-closed.js';
import { CheckoutStage } from '../testing/checkout-stage.js';
import { gatewayOf } from '../testing/gateway-of.js';

let stage: CheckoutStage;

beforeAll(async () => {
  stage = await CheckoutStage.open();
});

afterAll(() => stage?.close());

/** Fulfilled for everybody once so many have come. */
function meeting(people: number): () => Promise<void> {
  let come = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come === people) open();
    return opened;
  };
}

/** Answers nobody before everybody has asked. */
class MeetingProvider extends RazorpayProvider {
  constructor(private readonly everybody: () => Promise<void>) {
    super();
  }

  override async findLink(...asked: Parameters<RazorpayProvider['findLink']>) {
    await this.everybody();
    return super.findLink(...asked);
  }
}

describe('the sweeper', () => {
  const later = (time: string) => stage.t.ctx(newId(), { now: time }).now;

  test('settles an attempt without an outcome after two minutes', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.startsAndDies(ctx, id);
    await stage.gateway.sweep.execute(later('2026-03-02T09:01:50Z'));
    expect(await stage.attempts(ctx, id)).toMatchObject([{ status: 'creating' }]);
    await stage.gateway.sweep.execute(later('2026-03-02T09:02:00Z'));
    expect(await stage.attempts(ctx, id)).toMatchObject([
      { status: 'open', linkId: stage.linksOf(id)[0]?.id },
    ]);
  });

  test('ends an attempt that the provider never saw', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.startsAndDies(ctx, id);
    (stage.fake.links as unknown[]).splice(0);
    await stage.gateway.sweep.execute(later('2026-03-02T09:02:00Z'));
    expect(await stage.attempts(ctx, id)).toMatchObject([{ status: 'failed', nextSweepAt: null }]);
  });

  test('asks again after 10 minutes, 1 hour, then daily five times, then gives up', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.startsAndDies(ctx, id);
    const gone = await startFakeRazorpay();
    await gone.stop();
    await stage.connect(ctx, { baseUrl: gone.url });
    const looks: unknown[] = [];
    let next: unknown = '2026-03-02T09:02:00.000Z';
    while (typeof next === 'string') {
      looks.push(next);
      await stage.gateway.sweep.execute(later(next));
      const [attempt] = await stage.attempts(ctx, id);
      next = attempt?.nextSweepAt;
    }
    expect(looks).toEqual([
      '2026-03-02T09:02:00.000Z',
      '2026-03-02T09:12:00.000Z',
      '2026-03-02T10:12:00.000Z',
      '2026-03-03T10:12:00.000Z',
      '2026-03-04T10:12:00.000Z',
      '2026-03-05T10:12:00.000Z',
      '2026-03-06T10:12:00.000Z',
      '2026-03-07T10:12:00.000Z',
    ]);
    expect(await stage.attempts(ctx, id)).toMatchObject([{ status: 'failed', sweeps: 8 }]);
  });

  test('books a payment whose webhook was lost', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const { providerLinkId } = await stage.checkout(ctx, id);
    stage.fake.pay(providerLinkId);
    await stage.gateway.sweep.execute(later('2026-04-01T09:01:00Z'));
    expect(await stage.attempts(ctx, id)).toMatchObject([
      { status: 'paid', paymentId: expect.any(String), nextSweepAt: null },
    ]);
    const paid = await stage.t.db.read(ctx, (tx) =>
      tx.rows('select amount, applied_amount from receivables.payment where invoice_id = $1', [id]),
    );
    expect(paid).toEqual([{ amount: 11_800n, applied_amount: 11_800n }]);
  });

  test('calls nothing paid of which no payment could be booked', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const { providerLinkId } = await stage.checkout(ctx, id);
    const { payment } = stage.fake.pay(providerLinkId);
    await stage.t.db.write(ctx, (tx) =>
      tx.run(`update receivables.invoice set currency = 'USD' where id = $1`, [id]),
    );
    await stage.gateway.sweep.execute(later('2026-04-01T09:01:00Z'));
    expect(await stage.attempts(ctx, id)).toMatchObject([
      { status: 'failed', paymentId: null, nextSweepAt: null },
    ]);
    const waiting = await stage.t.db.read(ctx, (tx) =>
      tx.rows('select provider_payment_id as "paymentId", reason from gateway.unapplied_receipt'),
    );
    expect(waiting).toEqual([{ paymentId: payment.id, reason: 'currency_mismatch' }]);
  });

  test('looks again after a link that is paid by nobody knows which payment', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const { providerLinkId } = await stage.checkout(ctx, id);
    const { link } = stage.fake.pay(providerLinkId);
    const { payments } = link;
    Object.assign(link, { payments: null });
    await stage.gateway.sweep.execute(later('2026-04-01T09:01:00Z'));
    expect(await stage.attempts(ctx, id)).toMatchObject([{ status: 'open', paymentId: null }]);
    Object.assign(link, { payments });
    await stage.gateway.sweep.execute(later('2026-04-01T09:11:00Z'));
    expect(await stage.attempts(ctx, id)).toMatchObject([
      { status: 'paid', paymentId: expect.any(String) },
    ]);
  });

  test('lets no company wait until the provider of another has answered', async () => {
    const both = meeting(2);
    const gateway = gatewayOf(stage.t.db, () => [new MeetingProvider(both)]);
    const companies = [await stage.razorpayCompany(), await stage.razorpayCompany()];
    const invoices = await Promise.all(companies.map((ctx) => stage.invoiceOf(ctx)));
    for (const [i, ctx] of companies.entries()) {
      await stage.startsAndDies(ctx, invoices[i]?.id as InvoiceId);
    }
    await gateway.sweep.execute(later('2026-03-02T09:02:00Z'));
    for (const [i, ctx] of companies.entries()) {
      const [attempt] = await stage.attempts(ctx, invoices[i]?.id as InvoiceId);
      expect(attempt).toMatchObject({ status: 'open' });
    }
  });

  test('run by two processes at once asks once', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.startsAndDies(ctx, id);
    const before = stage.fake.requests.length;
    const now = later('2026-03-02T09:02:00Z');
    await Promise.all([stage.gateway.sweep.execute(now), stage.gateway.sweep.execute(now)]);
    expect(stage.fake.requests.length - before).toBe(1);
  });
});

describe('an invoice that is closed', () => {
  const closed = (ctx: Ctx, invoiceId: InvoiceId) =>
    stage.t.db.write(ctx, (tx) =>
      new OnInvoiceClosed().handle(tx, { recordId: invoiceId } as never),
    );

  test('has its link cancelled at the provider', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.checkout(ctx, id);
    await stage.leave(ctx, id, 0n);
    await closed(ctx, id);
    expect(stage.linksOf(id)).toMatchObject([{ status: 'created' }]);
    await stage.gateway.sweep.execute(stage.t.clock.now());
    expect(stage.linksOf(id)).toMatchObject([{ status: 'cancelled' }]);
    expect(await stage.attempts(ctx, id)).toMatchObject([
      { status: 'cancelled', nextSweepAt: null },
    ]);
  });

  test('keeps the money of a payer who was faster, although nobody tells of it', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const { providerLinkId } = await stage.checkout(ctx, id);
    const { payment } = stage.fake.pay(providerLinkId);
    await stage.leave(ctx, id, 0n);
    await closed(ctx, id);
    await stage.gateway.sweep.execute(stage.t.clock.now());
    expect(await stage.attempts(ctx, id)).toMatchObject([
      { status: 'paid', paymentId: expect.any(String), nextSweepAt: null },
    ]);
    const booked = await stage.t.db.read(ctx, (tx) =>
      tx.rows(
        `select provider_payment_id as "paymentId", amount, on_account_amount as "onAccount"
         from receivables.payment where invoice_id = $1`,
        [id],
      ),
    );
    expect(booked).toEqual([{ paymentId: payment.id, amount: 11_800n, onAccount: 11_800n }]);
  });

  test('by a write-off has its link cancelled as well', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.checkout(ctx, id);
    await new WriteOffInvoice(stage.t.db).execute(ctx, id, { reason: 'Insolvent' });
    const consumers = new EventConsumers();
    consumers.register(new OnInvoiceClosed());
    const dispatcher = new OutboxDispatcher(stage.t.db, consumers);
    while ((await dispatcher.dispatchOnce(stage.t.clock.now())) > 0);
    await stage.gateway.sweep.execute(stage.t.clock.now());
    expect(stage.linksOf(id)).toMatchObject([{ status: 'cancelled' }]);
  });

  test('and owed again keeps the link that was made since', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.checkout(ctx, id);
    await closed(ctx, id);
    expect(await stage.attempts(ctx, id)).toMatchObject([{ status: 'open' }]);
  });
});
