import { newId, type InvoiceId } from '@quittance/kernel';
import { bookCommissions } from '@quittance/partner/testing';
import type { StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import { plantSentFile } from '../objects/plant-sent-file.js';
import type { Records } from '../objects/object-records.js';
import { registration } from './partner-support.js';

type Make = (path: string, body: object) => Promise<{ readonly id: string }>;

/** A partner with a registration, and a commission that it earned last month, on a statement. */
export async function plantPartner(
  t: TestDatabase,
  make: Make,
  client: StaffClient,
): Promise<Records> {
  const partner = await make('/ledger-accounts', { name: 'Reseller', kind: 'partner' });
  const registered = await make('/deal-registrations', registration(partner.id));
  const plan = await make('/commission-plans', {
    name: `Planted ${newId()}`,
    partnerIds: [partner.id],
    lines: [{ rate: '10' }],
    holdDays: 0,
    currency: 'EUR',
    validFrom: '2026-01-01',
  });
  await client.call('PATCH', `/partner-members/${partner.id}`, { body: { tier: 'planted' } });
  await earn(t, make, client, partner.id);
  const statements = await client.call('POST', '/commission-statements', { body: {} });
  const [statement] = (statements.body as { data: { id: string }[] }).data;
  const commissions = await client.call('GET', '/commissions');
  const [commission] = (commissions.body as { data: { id: string }[] }).data;
  const { id: accountId } = await make('/accounts', { name: `Sent ${newId()}` });
  const file = { accountId, object: 'deal-registration', recordId: registered.id };
  return {
    '/deal-registrations/:id': registered.id,
    '/deal-registrations/:id/documents/:documentId': await plantSentFile(t, client, file),
    '/commission-plans/:id': plan.id,
    '/commissions/:id': commission?.id ?? '',
    '/commission-statements/:id': statement?.id ?? '',
    '/partner-members/:id': partner.id,
  };
}

/** Something that a partner brought is paid, so that a commission is payable since last month. */
export async function earn(
  t: TestDatabase,
  make: Make,
  { companyId }: StaffClient,
  partnerId: string,
): Promise<void> {
  const account = await make('/accounts', { name: `Brought ${newId()}` });
  const lines = [{ description: 'Till', ordered: '1', unitPrice: '100.00', taxRate: '0' }];
  const body = { accountId: account.id, currency: 'EUR', partnerId, lines };
  const order = await make('/sales-orders', body);
  await make(`/sales-orders/${order.id}/confirm`, {});
  const invoice = await make(`/sales-orders/${order.id}/invoice`, {});
  const money = { currency: 'EUR', method: 'cash', receivedOn: '2026-02-10' };
  await make(`/invoices/${invoice.id}/payments`, { ...money, amount: '100.00' });
  await t.db.write(t.ctx(companyId), (tx) => bookCommissions(tx, invoice.id as InvoiceId));
}
