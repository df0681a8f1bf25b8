import { newId } from '@quittance/kernel';
import type { Made } from '../../objects/objects-support.js';
import { customerOf, sentQuote, type Ask } from './as-customer.js';
import type { WriteStage } from './write-stage.js';

/** Somebody who answers, pays and takes back what they can in the customer's portal. */
export async function writeCustomerPortal(stage: WriteStage): Promise<void> {
  const named = { name: `Customer ${newId()}`, email: `${newId()}@example.com` };
  const accountId = (await stage.post('/accounts', named)).id;
  const ask = await customerOf(stage, accountId);
  await answerInvoices(stage, accountId, ask);
  await decideQuotes(stage, accountId, ask);
  const order = await stage.post('/sales-orders', {
    accountId,
    currency: 'EUR',
    lines: [{ description: 'Work', ordered: '1', unitPrice: '10.00', taxRate: '0' }],
  });
  await stage.post(`/sales-orders/${order.id}/place`, {});
  await ask('POST', `/orders/${order.id}/cancel`, { reason: 'A mistake' });
  await askForQuotes(ask);
  const contract = await stage.post('/contracts', {
    accountId,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
  });
  await stage.post(`/contracts/${contract.id}/activate`);
  await ask('POST', `/contracts/${contract.id}/request-renewal`, { message: 'As before' });
  await commitCustomer(stage, accountId);
}

async function askForQuotes(ask: Ask): Promise<void> {
  const lines = [{ description: 'A till' }];
  const { id } = await ask('POST', '/quote-requests', { lines });
  await ask('PATCH', `/quote-requests/${id}`, { notes: 'Soon' });
  await ask('POST', `/quote-requests/${id}/submit`);
  await ask('POST', `/quote-requests/${id}/withdraw`);
}

async function answerInvoices(stage: WriteStage, accountId: string, ask: Ask): Promise<void> {
  const { id } = await stage.post('/invoices', {
    accountId,
    currency: 'EUR',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '100.00', taxRate: '0' }],
  });
  await stage.post(`/invoices/${id}/send`, {});
  await stage.post(`/invoices/${id}/resend`);
  const stated = await ask('POST', `/invoices/${id}/payments`, {
    amount: '5.00',
    method: 'cash',
    paidOn: '2026-01-01',
  });
  await ask('POST', `/payments/${stated.id}/withdraw`);
  const several = await ask('POST', '/payments/record', {
    amount: '6.00',
    method: 'cash',
    paidOn: '2026-01-01',
    allocations: [{ invoiceId: id, amount: '6.00' }],
  });
  await ask('POST', `/payments/${several.id}/withdraw`);
  await ask('POST', `/invoices/${id}/dispute`, { reason: 'not_received', amount: '10.00' });
  await stage.do('POST', `/invoices/${id}/dispute/review`);
  await stage.post(`/invoices/${id}/dispute/messages`, { message: 'Which one?' });
  await ask('POST', `/invoices/${id}/dispute/messages`, { message: 'The blue one' });
  await ask('POST', `/invoices/${id}/dispute/withdraw`);
  // Read before, so that the file of many changes nothing.
  await ask('GET', `/invoices/${id}`);
  await ask('POST', '/invoices/pdf-bundle', { invoiceIds: [id] });
  const link = (await ask('POST', '/payments/checkout', { invoiceId: id })) as Made & {
    readonly checkoutId: string;
  };
  await ask('POST', `/payments/checkouts/${link.checkoutId}/cancel`);
  await ask('POST', '/payments/checkout', { invoiceId: id }, '');
}

async function decideQuotes(stage: WriteStage, accountId: string, ask: Ask): Promise<void> {
  const decisions = {
    accept: { name: 'Ada', termsAccepted: true },
    reject: { reason: 'Too dear' },
    'request-changes': { message: 'Otherwise' },
  };
  for (const [verb, said] of Object.entries(decisions)) {
    const { id } = await stage.post('/quotes', {
      accountId,
      currency: 'EUR',
      lines: [{ description: 'Work', quantity: '1', unitPrice: '10.00', taxRate: '0' }],
    });
    for (const step of ['submit', 'approve', 'send']) await stage.post(`/quotes/${id}/${step}`, {});
    const { version } = (await ask('GET', `/quotes/${id}`)) as Made & { readonly version: number };
    await ask('POST', `/quotes/${id}/${verb}`, { version, ...said });
  }
}

interface Waiting {
  readonly approvalId: string;
  readonly previewToken: string;
}

/** Somebody without a limit decides what a colleague may agree to nothing of. */
async function commitCustomer(stage: WriteStage, accountId: string): Promise<void> {
  const [free, bound] = [
    await customerOf(stage, accountId),
    await customerOf(stage, accountId, '0.00'),
  ];
  await free('PUT', '/approval-rules', { rules: [{ above: '0.00', approvals: 1 }] });
  const waiting = async (): Promise<string> => {
    const { id, version } = await sentQuote(stage, accountId, free);
    const path = `/quotes/${id}/submit-for-approval`;
    return ((await bound('POST', path, { version })) as unknown as Waiting).approvalId;
  };
  await free('POST', `/approvals/${await waiting()}/approve`, { version: 1 });
  await free('POST', `/approvals/${await waiting()}/reject`, { version: 1, reason: 'No' });
  await bound('POST', `/approvals/${await waiting()}/withdraw`, { version: 1 });
  const { id, version } = await sentQuote(stage, accountId, free);
  await free('POST', `/quotes/${id}/accept`, { version, name: 'Ada', termsAccepted: true });
  await free('POST', `/quotes/${id}/order`);
  await changeSubscription(stage, accountId, free);
}

async function changeSubscription(stage: WriteStage, accountId: string, ask: Ask): Promise<void> {
  const sku = `SEAT-${newId()}`;
  const product = await stage.post('/products', { sku, name: 'Seat', kind: 'recurring' });
  const plan = await stage.post('/plans', {
    name: 'Seats',
    productId: product.id,
    customerMayPause: true,
  });
  await stage.post(`/plans/${plan.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '50.00' }],
  });
  const items = [{ planId: plan.id }];
  const { id } = await stage.post('/subscriptions', { accountId, currency: 'EUR', items });
  const asked = { planId: plan.id, quantity: '2' };
  const preview = await ask('POST', `/subscriptions/${id}/preview-change`, asked);
  const { previewToken } = preview as unknown as Waiting;
  await ask('POST', `/subscriptions/${id}/change-plan`, { previewToken });
  await ask('POST', `/subscriptions/${id}/pause`, { reason: 'Away' });
  await ask('POST', `/subscriptions/${id}/resume`);
  await ask('POST', `/subscriptions/${id}/cancel`, { reason: 'Too dear' });
  await ask('POST', `/subscriptions/${id}/resume`);
}
