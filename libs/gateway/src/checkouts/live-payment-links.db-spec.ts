import { DeletePaymentConnector } from '../connectors/delete-payment-connector.js';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import { CheckoutStage } from '../testing/checkout-stage.js';
import { gatewayOf } from '../testing/gateway-of.js';
import { LivePaymentLinks } from './live-payment-links.js';

let stage: CheckoutStage;
/** Nobody serves a company without a connector there. */
let links: LivePaymentLinks;

beforeAll(async () => {
  stage = await CheckoutStage.open();
  links = new LivePaymentLinks(gatewayOf(stage.t.db, () => [new RazorpayProvider()]).checkouts);
});

afterAll(() => stage?.close());

const printed = (ctx: Ctx, id: InvoiceId, balance = 11_800n) =>
  stage.t.db.read(ctx, (tx) => links.liveLink(tx, id, balance));
const written = (ctx: Ctx, id: InvoiceId, balance = 11_800n) =>
  stage.t.db.read(ctx, (tx) => links.letterLink(tx, id, balance));

function opened(ctx: Ctx, address: string | null): Promise<string> {
  const token = address?.slice(-86) ?? '';
  return stage.gateway.openPayLink.execute({ token, requestId: 'payer', now: ctx.now });
}

describe('a letter and a document with a live link', () => {
  test('hold our own address, which leads to another link once that one is over', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    const { paymentUrl, expiresAt } = await stage.checkout(ctx, id);
    const address = await written(stage.at(ctx, '2026-03-31T09:00:00Z'), id);
    expect(address).toMatch(/^https:\/\/portal\.example\/pay\/[\w-]{86}$/);
    expect(await printed(ctx, id)).toBe(address);
    expect(await opened(ctx, address)).toBe(paymentUrl);
    const later = await opened(stage.at(ctx, '2026-04-02T09:00:00Z'), address);
    expect(expiresAt < '2026-04-02').toBe(true);
    expect(later).not.toBe(paymentUrl);
  });

  test('ask for what is open when they are read', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.checkout(ctx, id);
    const address = await written(ctx, id);
    await stage.leave(ctx, id, 7_800n);
    const url = await opened(ctx, address);
    expect(stage.linksOf(id).filter(({ status }) => status === 'created')).toMatchObject([
      { amount: 7800, short_url: url },
    ]);
  });

  test('say nothing of it once nobody serves the company any more', async () => {
    const ctx = await stage.razorpayCompany();
    const { id } = await stage.invoiceOf(ctx);
    await stage.checkout(ctx, id);
    await new DeletePaymentConnector(stage.t.db).execute(ctx);
    expect(await stage.attempts(ctx, id)).toMatchObject([{ status: 'open' }]);
    expect([await written(ctx, id), await printed(ctx, id)]).toEqual([null, null]);
  });
});

test('a letter without a live link holds the same, in a currency that can be paid', async () => {
  const ctx = await stage.razorpayCompany();
  const { id } = await stage.invoiceOf(ctx);
  expect(await written(ctx, id)).toMatch(/\/pay\/[\w-]{86}$/);
  expect([await written(ctx, id, 0n), await printed(ctx, id)]).toEqual([null, null]);
  const other = await stage.invoiceOf(ctx, { currency: 'LYD' });
  expect(await written(ctx, other.id)).toBeNull();
});
