import { newId } from '@quittance/kernel';
import type { StaffClient } from '../../../../test/support/test-api.js';
import type { Records } from './object-records.js';

/** What is read of what was made. */
export interface Made {
  readonly id: string;
  readonly number: string;
  readonly lines: readonly { readonly id: string }[];
}

/** Makes a record through the API. */
export type Make = (path: string, body: object) => Promise<Made>;

export const LINE = { description: 'Work', quantity: '1', unitPrice: '100.00' };

/** A draft with a number that no other company has. */
export async function plantQuote(
  make: Make,
  client: StaffClient,
  accountId: string,
): Promise<Records> {
  await client.call('PUT', '/numbering/quote', { body: { format: `${newId()}-{SEQ}` } });
  const template = await make('/quote-templates', { name: newId(), lines: [LINE] });
  const quote = await make('/quotes', { accountId, currency: 'EUR', lines: [LINE] });
  return {
    '/quote-templates/:id': template.id,
    '/quotes/:id': quote.id,
    '/quotes/:id/lines/:lineId': quote.lines[0]?.id ?? '',
    '/quotes/by-number/:number': quote.number,
  };
}

/** The same of an order. */
export async function plantOrder(
  make: Make,
  client: StaffClient,
  accountId: string,
): Promise<Records> {
  await client.call('PUT', '/numbering/sales-order', { body: { format: `${newId()}-{SEQ}` } });
  const line = { description: 'Work', ordered: '1', unitPrice: '100.00' };
  const order = await make('/sales-orders', { accountId, currency: 'EUR', lines: [line] });
  return {
    '/sales-orders/:id': order.id,
    '/sales-orders/:id/lines/:lineId': order.lines[0]?.id ?? '',
    '/sales-orders/by-number/:number': order.number,
  };
}

/** What is subscribed to, under a contract whose number no other company has, and its usage. */
export async function plantAgreements(
  make: Make,
  client: StaffClient,
  accountId: string,
): Promise<Records> {
  await client.call('PUT', '/numbering/contract', { body: { format: `${newId()}-{SEQ}` } });
  const product = await make('/products', { sku: newId(), name: 'Plan', kind: 'recurring' });
  const plan = await make('/plans', { name: 'Planted', productId: product.id });
  const version = await make(`/plans/${plan.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '10.00' }],
  });
  const meter = await make('/meters', { code: 'planted', name: 'Planted', aggregation: 'sum' });
  const contract = await make('/contracts', { accountId, startDate: '2026-01-01' });
  const subscription = await make('/subscriptions', {
    accountId,
    currency: 'EUR',
    startDate: '2026-01-01',
    items: [{ planId: plan.id }],
  });
  const [eventId, timestamp] = [newId(), '2026-03-01T09:00:00Z'];
  const events = [{ eventId, meter: 'planted', timestamp, value: '1' }];
  await make(`/subscriptions/${subscription.id}/usage`, { events });
  return {
    '/plans/:id': plan.id,
    '/plans/:planId': plan.id,
    '/plans/:planId/versions/:id': version.id,
    '/meters/:id': meter.id,
    '/contracts/:id': contract.id,
    '/subscriptions/:id': subscription.id,
    '/usage-events/:eventId': eventId,
  };
}
