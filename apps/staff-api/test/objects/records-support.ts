import { startSession } from '@quittance/identity/host';
import { newId } from '@quittance/kernel';
import { aPortalUser, aQuoteRequest } from '@quittance/portal/testing';
import type { StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import {
  LINE,
  plantAgreements,
  plantOrder,
  plantQuote,
  type Made,
  type Make,
} from './plant-agreed.js';
import { plantApproval } from './plant-approval.js';
import { plantBankChange } from './plant-bank-change.js';
import { plantSentFile } from './plant-sent-file.js';
import { plantPartner } from '../partner/plant-partner.js';
import { anEmail, providerDispute, unappliedReceipt } from './planted-by-hand.js';
import { plantObjectRecords, type Records } from './object-records.js';
import { plantRecordApproval } from './plant-record-approval.js';

const DAY = '2026-03-02';
const ADDRESS = { line1: '1 High Street', city: 'Berlin', postalCode: '10115', country: 'DE' };
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * One record of every kind of a company, made through the API by its administrator. A route with a
 * parameter that is not here fails the tests that walk all routes: add its record.
 */
export async function plantRecords(t: TestDatabase, client: StaffClient): Promise<Records> {
  const make = maker(client);
  const setUp = await plantSetUp(make);
  const accountId = setUp['/accounts/:id'] ?? '';
  const invoice = await make('/invoices', {
    accountId,
    currency: 'EUR',
    issueDate: DAY,
    dueDate: '2026-03-31',
    lines: [LINE],
  });
  // Ahead of the hold, which refuses quotes.
  const quote = {
    ...(await plantQuote(make, client, accountId)),
    ...(await plantOrder(make, client, accountId)),
  };
  const schedule = await make('/billing-schedules', {
    accountId,
    currency: 'EUR',
    frequency: 'monthly',
    startDate: '2026-03-01',
    lines: [{ ...LINE, trigger: 'manual' }],
  });
  const run = await make('/billing-runs', {});
  await client.call('PUT', '/connectors/payment', { body: { provider: 'sandbox' } });
  await client.call('PATCH', '/company', { body: { logo: PIXEL } });
  return {
    ...setUp,
    ...(await plantMoney(make, client, accountId)),
    ...(await plantUsers(t, client, make, accountId)),
    ...(await plantBankChange(t, client, setUp['/ledger-accounts/:id'] ?? '')),
    ...(await plantDunning(make, client, accountId)),
    ...(await plantCredit(make, accountId)),
    ...(await plantApproval(t, client, accountId, quote['/quotes/:id'] ?? '')),
    ...(await plantPartner(t, make, client)),
    ...(await plantWebhook(t, make, client)),
    '/record-approvals/:id': await plantRecordApproval(t, client, newId()),
    ...(await plantViews(make, client)),
    ...(await plantRules(make)),
    ...(await plantObjectRecords(make, client, {
      ...setUp,
      ...(await plantAgreements(make, client, accountId)),
      ...quote,
      '/invoices/:id': invoice.id,
    })),
    '/invoices/by-number/:number': invoice.number,
    '/invoices/:id/lines/:lineId': invoice.lines[0]?.id ?? '',
    '/billing-schedules/:id': schedule.id,
    '/billing-schedules/:id/lines/:lineId': schedule.lines[0]?.id ?? '',
    '/billing-runs/:id': run.id,
    '/auth/sessions/:id': await anotherSession(t, client),
    '/events/:id': await newestOf(client, '/events'),
    '/payments/disputes/:id': await providerDispute(t, client, invoice.id),
    '/payments/unapplied-receipts/:id': await unappliedReceipt(t, client),
    '/tax/transactions/:id': await taxTransaction(make, client, accountId),
    '/emails/:id': await anEmail(t, client),
    '/email-templates/:code': 'INVOICE_SENT',
    '/numbering/:type': 'invoice',
    '/currencies/:code': 'CHF',
    '/masters/:type': 'state',
    '/masters/:type/:code': 'US-CA',
    '/connectors/:kind': 'payment',
    '/payments/webhook/:provider': 'sandbox',
  };
}

function maker(client: StaffClient): Make {
  return async (path, body) => {
    const answer = await client.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as Made;
  };
}

async function plantSetUp(make: Make): Promise<Records> {
  const account = await make('/accounts', { name: 'Acme GmbH', billingAddress: ADDRESS });
  const ledger = await make('/ledger-accounts', { name: 'Supplier', kind: 'supplier' });
  const product = await make('/products', { sku: newId(), name: 'Seat' });
  const book = await make('/pricebooks', { name: 'List', currency: 'EUR' });
  const entry = await make(`/pricebooks/${book.id}/entries`, {
    productId: product.id,
    unitPrice: '10.00',
  });
  const code = await make('/tax/codes', { code: 'planted', name: 'Planted' });
  const place = { code: 'FR', name: 'France', level: 'country' };
  const jurisdiction = await make('/tax/jurisdictions', place);
  const rate = await make('/tax/rates', {
    jurisdictionId: jurisdiction.id,
    taxCode: 'planted',
    kind: 'vat',
    rate: '20',
    validFrom: '2026-01-01',
  });
  const exemption = await make('/tax/exemptions', {
    accountId: account.id,
    certificate: 'C-1',
    validFrom: '2026-01-01',
  });
  return {
    '/accounts/:id': account.id,
    '/ledger-accounts/:id': ledger.id,
    '/products/:id': product.id,
    '/pricebooks/:id': book.id,
    '/pricebooks/:bookId': book.id,
    '/pricebooks/:bookId/entries/:id': entry.id,
    '/tax/codes/:id': code.id,
    '/tax/jurisdictions/:id': jurisdiction.id,
    '/tax/rates/:id': rate.id,
    '/tax/exemptions/:id': exemption.id,
  };
}

/**
 * A payment that no invoice took, with the credit it left on account, and a draft credit note, with
 * numbers that no other company has.
 */
async function plantMoney(make: Make, client: StaffClient, accountId: string): Promise<Records> {
  for (const type of ['payment', 'credit-note']) {
    await client.call('PUT', `/numbering/${type}`, { body: { format: `${newId()}-{SEQ}` } });
  }
  const payment = await make('/payments', {
    accountId,
    amount: '50.00',
    currency: 'EUR',
    method: 'cash',
  });
  const note = await make('/credit-notes', {
    accountId,
    currency: 'EUR',
    reason: 'Planted',
    lines: [LINE],
  });
  const ahead = [{ description: 'Planted', amount: '10.00', taxRate: '0' }];
  const deposit = await make('/deposits', { accountId, currency: 'EUR', lines: ahead });
  return {
    '/deposits/:id': deposit.id,
    '/payments/:id': payment.id,
    '/payments/by-number/:number': payment.number,
    '/credit-notes/:id': note.id,
    '/credit-notes/:id/lines/:lineId': note.lines[0]?.id ?? '',
    '/credit-notes/by-number/:number': note.number,
  };
}

/** Of the same user, on another device. */
async function anotherSession(t: TestDatabase, client: StaffClient): Promise<string> {
  const { companyId, userId } = client;
  return (await t.db.write(t.ctx(companyId), (tx) => startSession(tx, userId))).sessionId;
}

async function plantUsers(
  t: TestDatabase,
  client: StaffClient,
  make: Make,
  partyId: string,
): Promise<Records> {
  const role = await make('/roles', { name: `Planted ${newId()}` });
  const user = await make('/users', { email: `${newId()}@example.com`, name: 'Pia Planted' });
  const key = await make('/api-keys', { name: 'Planted', roleId: role.id });
  const portal = await make('/portal-users', {
    directory: 'customer',
    partyId,
    email: `${newId()}@example.com`,
    name: 'Petra Planted',
    role: 'Buyer',
  });
  const of = { accountId: partyId, portalUserId: portal.id };
  const request = await aQuoteRequest(t.db, t.ctx(client.companyId), of);
  const seen = await aPortalUser(t.db, t.ctx(client.companyId), { partyId });
  await make(`/portal-users/${seen.id}/view-as`, { reason: 'Planted' });
  const views = await client.call('GET', `/view-as-sessions?portalUserId=${seen.id}`);
  const [view] = views.body as readonly Made[];
  const file = { accountId: partyId, object: 'quote-request', recordId: request };
  return {
    '/roles/:id': role.id,
    '/users/:id': user.id,
    '/api-keys/:id': key.id,
    '/portal-users/:id': portal.id,
    '/self-service-quotes/:id': request,
    '/view-as-sessions/:id': view?.id ?? '',
    '/self-service-quotes/:id/documents/:documentId': await plantSentFile(t, client, file),
  };
}

/** A letter about an invoice that is overdue, and another invoice that is left alone. */
async function plantDunning(make: Make, client: StaffClient, accountId: string): Promise<Records> {
  const steps = [{ daysAfterDue: 1, action: 'reminder' }];
  await client.call('PUT', '/dunning/schedule', { body: { steps } });
  const dates = { issueDate: '2026-01-01', dueDate: '2026-01-31' };
  const invoice = await make('/invoices', { accountId, currency: 'EUR', lines: [LINE], ...dates });
  const run = await make('/dunning/run', {});
  const pause = await make('/dunning/pauses', { invoiceId: invoice.id, reason: 'Planted' });
  return {
    '/dunning/runs/:id': run.id,
    '/dunning/attempts/:id': await newestOf(client, '/dunning/attempts'),
    '/dunning/pauses/:id': pause.id,
  };
}

/** A customer on hold, who was refused twice; of the second refusal an override is asked for. */
async function plantCredit(make: Make, accountId: string): Promise<Records> {
  const hold = await make('/credit-holds', { accountId, strength: 'hard', reason: 'manual' });
  const asked = { accountId, amount: '1.00', currency: 'EUR' };
  const check = await make('/credit-checks', asked);
  const other = await make('/credit-checks', asked);
  const override = await make(`/credit-checks/${other.id}/override`, { reason: 'Planted' });
  return {
    '/credit-checks/:id': check.id,
    '/credit-holds/:id': hold.id,
    '/credit-overrides/:id': override.id,
  };
}

/** Rules that nobody's records are asked about: they are switched off. */
async function plantRules(make: Make): Promise<Records> {
  const head = { object: 'lead', name: 'Planted', active: false };
  const fields = [{ field: 'email', match: 'exact' }];
  const actions = [{ kind: 'create_task', subject: 'Planted' }];
  const bodies = {
    '/customization/duplicate-rules': { ...head, fields, action: 'warn' },
    '/customization/validation-rules': { ...head, formula: 'TRUE', message: 'Never said.' },
    '/workflows': { ...head, trigger: 'create', actions },
  };
  const planted: Record<string, string> = {};
  for (const [path, body] of Object.entries(bodies)) {
    planted[`${path}/:id`] = (await make(path, body)).id;
  }
  return planted;
}

/** How lists were put by. */
async function plantViews(make: Make, client: StaffClient): Promise<Records> {
  const base = '/customization/objects/lead';
  const listView = await make(`${base}/list-views`, { name: 'Planted' });
  const layout = await make(`${base}/layouts`, { name: 'Planted', sections: [] });
  const view = await make('/views', { object: 'products', name: 'Planted', visibility: 'public' });
  const question = { name: 'name', label: 'Name', type: 'text' };
  const sections = [{ title: 'Questions', fields: [question] }];
  const form = await make('/customization/forms', { name: 'Planted', sections });
  await make(`/customization/forms/${form.id}/publish`, {});
  const submission = await make(`/forms/${form.id}/submissions`, { values: { name: 'Mia' } });
  return {
    '/customization/objects/:object': 'lead',
    '/customization/objects/:object/layouts/:id': layout.id,
    '/customization/revisions/:id': await newestOf(client, '/customization/revisions'),
    '/customization/objects/:object/list-views/:id': listView.id,
    '/customization/forms/:id': form.id,
    '/forms/:formId': form.id,
    '/forms/:formId/submissions/:id': submission.id,
    '/views/:id': view.id,
  };
}

/** A webhook with a message that nobody sends. */
async function plantWebhook(t: TestDatabase, make: Make, client: StaffClient): Promise<Records> {
  const body = { url: 'https://hooks.example.org/', types: ['webhook.disabled'] };
  const { id } = await make('/webhooks', body);
  const messageId = newId();
  await t.db.write(t.ctx(client.companyId), (tx) =>
    tx.run(
      `insert into webhooks.message (company_id, id, endpoint_id, type, body, occurred_at, status,
         created_at) values ($1, $2, $3, 'webhook.test', '{}', now(), 'failed', now())`,
      [client.companyId, messageId, id],
    ),
  );
  return { '/webhooks/:id': id, '/webhooks/:id/messages/:messageId': messageId };
}

async function newestOf(client: StaffClient, path: string): Promise<string> {
  const { body } = await client.call('GET', `${path}?pageSize=1`);
  const [found] = (body as { data: readonly Made[] }).data;
  if (!found) throw new Error(`${path} lists nothing`);
  return found.id;
}

/** What sending an invoice leaves; and a tax connector that serves nobody. */
async function taxTransaction(make: Make, client: StaffClient, accountId: string): Promise<string> {
  const { id } = await make('/invoices', { accountId, currency: 'EUR', lines: [LINE] });
  await make(`/invoices/${id}/send`, {});
  const connector = { provider: 'taxjar', active: false, credentials: { token: 'planted-token' } };
  await client.call('PUT', '/connectors/tax', { body: connector });
  return newestOf(client, '/tax/transactions');
}

/** The records in the path of a route, or others of the same shape in their place. */
export function pathWith(template: string, valueAt: (prefix: string) => string): string {
  const steps = template.split('/');
  const filled = steps.map((step, i) => {
    if (!step.startsWith(':')) return step;
    return encodeURIComponent(valueAt(steps.slice(0, i + 1).join('/')));
  });
  return filled.join('/');
}

/** @throws Error naming the parameter of which no record is planted */
export function plantedAt(records: Records): (prefix: string) => string {
  return (prefix) => {
    const value = records[prefix];
    if (!value) throw new Error(`No record stands at ${prefix}: see records-support.ts`);
    return value;
  };
}
