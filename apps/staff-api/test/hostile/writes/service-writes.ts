import { newId } from '@quittance/kernel';
import { customerOf } from './as-customer.js';
import type { WriteStage } from './write-stage.js';

/** Somebody who needs help, reads what is published, and takes a file away. */
export async function writeService(stage: WriteStage): Promise<void> {
  const accountId = (await stage.post('/accounts', { name: `Served ${newId()}` })).id;
  const ask = await customerOf(stage, accountId);
  const { id } = await ask('POST', '/cases', { subject: 'Broken', description: 'It stands still' });
  await ask('POST', `/cases/${id}/comments`, { body: 'Still' });
  await ask('POST', `/cases/${id}/close`);
  await ask('POST', `/cases/${id}/rate`, { rating: 5 });
  await ask('POST', `/cases/${id}/reopen`);
  const article = await stage.post('/knowledge', {
    title: 'How to start',
    body: 'Press the button.',
    audience: 'customer',
  });
  await stage.post(`/knowledge/${article.id}/publish`);
  await ask('POST', `/knowledge/${article.id}/helpful`, { helpful: true });
  const invoice = await stage.post('/invoices', {
    accountId,
    currency: 'EUR',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '10.00', taxRate: '0' }],
  });
  await stage.post(`/invoices/${invoice.id}/send`);
  await ask('POST', '/downloads', { type: 'invoice', id: invoice.id, format: 'pdf' });
}
