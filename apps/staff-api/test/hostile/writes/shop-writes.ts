import { newId } from '@quittance/kernel';
import type { Made } from '../../objects/objects-support.js';
import { customerOf, sentQuote, type Ask } from './as-customer.js';
import type { WriteStage } from './write-stage.js';

interface AskedCart extends Made {
  readonly priceToken: string;
  readonly lines: readonly Made[];
}

/** Somebody who fills a cart in each way there is, asks a quote for it and orders it. */
export async function writeShop(stage: WriteStage): Promise<void> {
  await stage.post('/tax/seed', { countries: ['DE'] });
  const billingAddress = { line1: 'Kai 1', city: 'Bonn', postalCode: '53111', country: 'DE' };
  const account = { name: `Shop ${newId()}`, billingAddress };
  const { id: accountId, ledgerAccountId } = (await stage.post('/accounts', account)) as Made & {
    readonly ledgerAccountId: string;
  };
  const ask = await customerOf(stage, accountId);
  const { id: quoteId } = await sentQuote(stage, accountId, ask);
  const sku = `SHOP-${newId()}`;
  const { id: productId } = await stage.post('/products', { sku, name: sku, inCatalogue: true });
  const { id: defaultPriceBookId } = await stage.post('/pricebooks', {
    name: sku,
    currency: 'EUR',
  });
  const price = { productId, unitPrice: '10.00' };
  await stage.post(`/pricebooks/${defaultPriceBookId}/entries`, price);
  const terms = { defaultPriceBookId, defaultCurrency: 'EUR' };
  await stage.admin.call('PATCH', `/ledger-accounts/${ledgerAccountId}`, { body: terms });
  const list = await keepList(ask, productId);
  const one = { productId, quantity: '1' };
  const fill = async () => (await ask('PUT', '/cart', { lines: [one] })) as AskedCart;
  const { lines } = await fill();
  await ask('PUT', `/cart/lines/${lines[0]?.id}`, { quantity: '2' });
  await ask('DELETE', `/cart/lines/${lines[0]?.id}`);
  await ask('POST', '/cart/quick-order', { text: `${sku} 2` });
  const { priceToken } = await fill();
  const { order } = (await ask('POST', '/cart/checkout', { priceToken })) as Made & {
    readonly order: Made;
  };
  await ask('POST', `/orders/${order.id}/reorder`);
  await ask('POST', `/cart/from/order/${order.id}`);
  await ask('POST', `/cart/from/quote/${quoteId}`);
  await ask('POST', `/cart/from/favourite-list/${list}`);
  await ask('POST', '/cart/request-quote', { notes: 'Soon' });
  await ask('DELETE', '/cart');
  await ask('DELETE', `/favourite-lists/${list}`);
}

/** A list with one product, which another was put on and taken off again. */
async function keepList(ask: Ask, productId: string): Promise<string> {
  const { id } = await ask('POST', '/favourite-lists', { name: 'Usual' });
  await ask('PATCH', `/favourite-lists/${id}`, { shared: true });
  const items = `/favourite-lists/${id}/items`;
  await ask('POST', items, { productId, quantity: '1' });
  await ask('PATCH', `${items}/${productId}`, { quantity: '2' });
  await ask('DELETE', `${items}/${productId}`);
  await ask('POST', items, { productId, quantity: '1' });
  return id;
}
