import { expectInvariants } from '../../../../test/support/invariants.js';
import { CustomerStage, type Made } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let A: string;
let productId: string;
let ada: PortalClient;
let bo: PortalClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  A = await acme.account('Acme');
  const product = { sku: 'TILL', name: 'Till', kind: 'one_off', inCatalogue: true };
  productId = (await acme.made('/products', product)).id;
  const book = await acme.made('/pricebooks', { name: 'List', currency: 'EUR', isDefault: true });
  await acme.made(`/pricebooks/${book.id}/entries`, { productId, unitPrice: '10.00' });
  ada = await acme.person({ partyId: A, role: 'Admin', name: 'Ada' });
  bo = await acme.person({ partyId: A, accessLevel: 'own', without: ['seeAllQuotes'] });
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage.close();
});

async function ask(who: PortalClient): Promise<Made> {
  const body = { lines: [{ productId, quantity: '5' }] };
  const made = (await who.call('POST', '/quote-requests', { body })).body as Made;
  const answer = await who.call('POST', `/quote-requests/${made.id}/submit`);
  expect(codeOf(answer)).toBe('200');
  return made;
}

/** The quote of a request, sent. */
async function quoted(id: string): Promise<string> {
  const made: unknown = await acme.made(`/self-service-quotes/${id}/quote`, {});
  const { quoteId } = made as { quoteId: string };
  for (const each of ['submit', 'approve', 'send']) {
    await acme.made(`/quotes/${quoteId}/${each}`, {});
  }
  return quoteId;
}

describe('what comes of a quote that somebody asked for', () => {
  const state = async (who: PortalClient, path: string) => codeOf(await who.call('GET', path));
  const listed = async (who: PortalClient, path: string) =>
    ((await who.call('GET', path)).body as { data: Made[] }).data.map((each) => each.id);
  const accepts = async (who: PortalClient, quoteId: string) => {
    const { version } = (await who.call('GET', `/quotes/${quoteId}`)).body as Made;
    const body = { version, name: 'Bo', termsAccepted: true };
    expect(codeOf(await who.call('POST', `/quotes/${quoteId}/accept`, { body }))).toBe('200');
  };

  it('is followed with level own to its order, invoice and subscription', async () => {
    const own = { partyId: A, accessLevel: 'own' } as const;
    const raiser = await acme.person({ ...own, without: ['seeAllQuotes'] });
    const other = await acme.person(own);
    const { id } = await ask(raiser);
    const quoteId = await quoted(id);
    await accepts(raiser, quoteId);
    const order = await acme.made(`/quotes/${quoteId}/convert`, {});
    const invoice = await acme.invoice(A, { salesOrderId: order.id });
    const product = await acme.made('/products', { sku: 'CARE', name: 'Care', kind: 'recurring' });
    const plan = await acme.made('/plans', { name: 'Care', productId: product.id });
    const prices = [{ currency: 'EUR', unitPrice: '5.00' }];
    await acme.made(`/plans/${plan.id}/versions`, { frequency: 'monthly', prices });
    const items = [{ planId: plan.id }];
    const started = await acme.made('/subscriptions', { accountId: A, currency: 'EUR', items });
    const { ctx } = acme.people;
    await stage.t.db.write(ctx, (tx) =>
      tx.run(
        `update sales.subscription set sales_order_id = $3 where company_id = $1 and id = $2`,
        [ctx.companyId, started.id, order.id],
      ),
    );
    const records = [
      ['/orders', order.id],
      ['/invoices', invoice.id],
      ['/subscriptions', started.id],
    ] as const;
    for (const [path, recordId] of records) {
      expect([path, await state(raiser, `${path}/${recordId}`)]).toEqual([path, '200']);
      expect([path, await listed(raiser, path)]).toEqual([path, [recordId]]);
      expect([path, await state(other, `${path}/${recordId}`)]).toEqual([path, '404 not_found']);
      expect([path, await listed(other, path)]).toEqual([path, []]);
    }
  });

  it('is ordered by whoever does, whose order it is from then on', async () => {
    const own = { partyId: A, accessLevel: 'own' } as const;
    const [buyer, other] = [await acme.person(own), await acme.person(own)];
    const quoteId = await quoted((await ask(ada)).id);
    await accepts(buyer, quoteId);
    const ordered = await buyer.call('POST', `/quotes/${quoteId}/order`);
    const { order } = ordered.body as { order: Made };
    const invoice = await acme.invoice(A, { salesOrderId: order.id });
    for (const path of [`/orders/${order.id}`, `/invoices/${invoice.id}`]) {
      const seen = [await state(buyer, path), await state(other, path), await state(bo, path)];
      expect(seen).toEqual(['200', '404 not_found', '404 not_found']);
    }
  });

  it('is ordered by whoever accepts it, where that makes the order', async () => {
    const own = { partyId: A, accessLevel: 'own' } as const;
    const [buyer, other] = [await acme.person(own), await acme.person(own)];
    const quote = await acme.quote(A, { autoConvert: 'on_accept' });
    await accepts(buyer, quote.id);
    const [orderId] = await listed(buyer, '/orders');
    expect(await state(buyer, `/orders/${orderId}`)).toBe('200');
    expect(await listed(other, '/orders')).toEqual([]);
  });
});
