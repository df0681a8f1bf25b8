import { newId } from '@quittance/kernel';
import type { CustomerStage } from '../customer-stage.js';
import type { PortalClient } from '../portal-people.js';
import { made, type Kind } from './reach-rules.js';

/** A record of each kind of an account, some made by its Admin. */
export async function plantReached(
  acme: CustomerStage,
  own: PortalClient,
  accountId: string,
): Promise<void> {
  const keep = (kind: Kind, { id, number }: { readonly id: string; readonly number?: string }) => {
    made[kind] = { id, words: [id, ...(number ? [number] : [])] };
  };
  const invoice = await acme.invoice(accountId, { poNumber: `PO-${newId()}` });
  keep('invoice', invoice);
  const note = await acme.made('/credit-notes', {
    accountId,
    currency: 'EUR',
    reason: 'Goodwill',
    lines: [{ description: 'Goodwill', quantity: '1', unitPrice: '10.00', taxRate: '0' }],
  });
  keep('creditNote', await acme.made(`/credit-notes/${note.id}/issue`, {}));
  keep('quote', await acme.quote(accountId));
  const wanted = { body: { lines: [{ description: 'A till' }] } };
  const request = await own.call('POST', '/quote-requests', wanted);
  keep('quoteRequest', request.body as never);
  const agreed = { accountId, startDate: '2026-01-01', endDate: '2026-12-31' };
  const contract = await acme.made('/contracts', agreed);
  await acme.made(`/contracts/${contract.id}/activate`, {});
  keep('contract', contract);
  // An account that nobody of them reaches.
  keep('account', { id: await acme.account('Elsewhere') });
  keep('order', await acme.order(accountId));
  const handed = await acme.quote(accountId);
  const said = { version: 1, note: 'Please' };
  const { version: sent } = (await own.call('GET', `/quotes/${handed.id}`)).body as typeof handed;
  const forwarded = await own.call('POST', `/quotes/${handed.id}/submit-for-approval`, {
    body: { ...said, version: sent },
  });
  keep('approval', { id: (forwarded.body as { approvalId: string }).approvalId });
  keep('subscription', await acme.subscription(accountId));
  keep('case', await acme.made('/cases', { accountId, subject: 'It does not work' }));
  keep('asset', await acme.made('/assets', { accountId, serial: `SN-${newId()}` }));
  keep('document', await acme.document(`/invoices/${invoice.id}`, 'customer'));
  const body = { amount: '5.00', method: 'cash', paidOn: '2026-01-02' };
  const stated = await own.call('POST', `/invoices/${invoice.id}/payments`, { body });
  keep('payment', stated.body as never);
  const sku = `SKU-${newId()}`;
  const shown = { name: 'Bolt', category: `Bolts ${sku}`, inCatalogue: true };
  const product = await acme.made('/products', { sku, ...shown });
  made.product = { id: product.id, words: [product.id, sku, shown.category] };
  const seats = { sku: `${sku}-S`, name: 'Seats', kind: 'recurring', inCatalogue: true };
  const plan = await acme.made('/plans', {
    name: `Plan ${sku}`,
    productId: (await acme.made('/products', seats)).id,
  });
  await acme.made(`/plans/${plan.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '9.00' }],
  });
  made.plan = { id: plan.id, words: [plan.id, `Plan ${sku}`] };
  const lines = [{ productId: product.id, quantity: '1' }];
  const cart = (await own.call('PUT', '/cart', { body: { lines } })).body as {
    priceToken: string;
    lines: [{ id: string }];
  };
  const [{ id: lineId }] = cart.lines;
  made.cartLine = { id: lineId, words: [lineId, cart.priceToken] };
  const named = { body: { name: `List ${newId()}` } };
  keep('favouriteList', (await own.call('POST', '/favourite-lists', named)).body as never);
  const headers = { 'content-type': 'application/pdf' };
  const upload = await own.call('POST', '/uploads?fileName=a.pdf', { body: '%PDF-1.7', headers });
  keep('upload', { id: (upload.body as { documentId: string }).documentId });
  const link = await own.call('POST', '/payments/checkout', { body: { invoiceId: invoice.id } });
  keep('checkout', { id: (link.body as { checkoutId: string }).checkoutId });
}
