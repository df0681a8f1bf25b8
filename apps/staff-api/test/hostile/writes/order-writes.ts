import { newId } from '@quittance/kernel';
import { GOODS, SERVICE, type OrderBody } from '../../sales/orders/order-support.js';
import type { WriteStage } from './write-stage.js';

async function newOrder(stage: WriteStage): Promise<OrderBody> {
  const { id: accountId } = await stage.post('/accounts', { name: `Buyer ${newId()}` });
  return stage.do('POST', '/sales-orders', { accountId, currency: 'EUR', lines: [GOODS] });
}

async function confirmed(stage: WriteStage) {
  const { id, lines } = await newOrder(stage);
  await stage.do('POST', `/sales-orders/${id}/confirm`, {});
  return { at: `/sales-orders/${id}`, lineId: lines[0]?.id };
}

export async function writeOrders(stage: WriteStage): Promise<void> {
  const draft = await newOrder(stage);
  const at = `/sales-orders/${draft.id}`;
  await stage.do('PATCH', at, { title: 'Changed' });
  await stage.do('POST', `${at}/lines`, SERVICE);
  const line = `${at}/lines/${draft.lines[0]?.id}`;
  await stage.do('PATCH', line, { ordered: '3' });
  await stage.do('DELETE', line);
  await stage.do('POST', `${at}/place`);
  const copy = await stage.post(`${at}/clone`, { title: 'Another' });
  await stage.post(`/sales-orders/${copy.id}/cancel`, { reason: 'Not now' });
  const bulk = { ids: [draft.id], patch: { internalNotes: 'Seen' } };
  await stage.do('POST', '/sales-orders/bulk', bulk);
}

/** Orders of a file, and the confirmation of one by e-mail. */
export async function writeOrderFiles(stage: WriteStage): Promise<void> {
  const externalKey = newId();
  const buyer = { name: `Buyer ${externalKey}`, email: 'buyer@example.com', externalKey };
  const { id: accountId } = await stage.post('/accounts', buyer);
  const order = { reference: externalKey, accountKey: externalKey, currency: 'EUR' };
  await stage.load('/sales-orders/import', { ...order, lines: [SERVICE] });
  const { ordered: quantity, ...line } = SERVICE;
  await stage.load('/quotes/import', { ...order, lines: [{ ...line, quantity }] });
  const { invoicing: _, ...billed } = line as typeof line & { invoicing?: string };
  await stage.load('/invoices/import/lines', { ...order, lines: [{ ...billed, quantity }] });
  const bound = { accountId, currency: 'EUR', lines: [SERVICE] };
  const { id } = await stage.do('POST', '/sales-orders', bound);
  await stage.do('POST', `/sales-orders/${id}/confirm`, {});
  await stage.do('POST', `/sales-orders/${id}/send`);
}

export async function writeFulfilment(stage: WriteStage): Promise<void> {
  const { at, lineId } = await confirmed(stage);
  await stage.do('POST', `${at}/start-production`);
  await stage.do('POST', `${at}/ship`, { lines: [{ lineId, quantity: '4' }] });
  await stage.do('POST', `${at}/return`, { lines: [{ lineId, quantity: '1' }], reason: 'Broken' });
  const lines = [{ lineId, ordered: '12' }];
  await stage.do('POST', `${at}/amend`, { lines, reason: 'More' });
  await stage.do('POST', `${at}/ship`, {});
  await stage.do('POST', `${at}/deliver`);
  await stage.do('POST', `${at}/close`, { reason: 'A gift' });
  const short = await confirmed(stage);
  await stage.do('POST', `${short.at}/close-short`, { reason: 'Sold out' });
}

export async function writeOrderInvoices(stage: WriteStage): Promise<void> {
  const { id: accountId } = await stage.post('/accounts', { name: `Buyer ${newId()}` });
  const stages = [
    { name: 'Begin', percent: '40' },
    { name: 'End', percent: '60' },
  ];
  const lines = [{ ...SERVICE, invoicing: 'milestone', stages }];
  const order = { accountId, currency: 'EUR', lines };
  const { id, lines: made } = await stage.do<OrderBody>('POST', '/sales-orders', order);
  const at = `/sales-orders/${id}`;
  await stage.do('POST', `${at}/confirm`, {});
  await stage.do('POST', `${at}/deposit`, { percent: '30' });
  await stage.do('POST', `${at}/lines/${made[0]?.id}/reach`, { name: 'Begin' });
  await stage.do('POST', `${at}/invoice`, {});
}

export async function writeConversion(stage: WriteStage): Promise<void> {
  const { id: accountId } = await stage.post('/accounts', { name: `Buyer ${newId()}` });
  const line = { description: 'Install', quantity: '1', unitPrice: '49.99', taxRate: '19' };
  const quote = { accountId, currency: 'EUR', lines: [line] };
  const { id } = await stage.post('/quotes', quote);
  for (const operation of ['submit', 'approve', 'send']) {
    await stage.do('POST', `/quotes/${id}/${operation}`);
  }
  const evidence = { name: 'Bea Buyer', evidence: 'Letter of 1 March' };
  await stage.post(`/quotes/${id}/accept`, evidence);
  await stage.do('POST', `/quotes/${id}/convert`);
}
