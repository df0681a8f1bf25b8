import { sql } from '@quittance/database';
import { newId, type InvoiceId } from '@quittance/kernel';
import { madeRefunds, type PaymentId } from '@quittance/receivables';
import { SweepCommissions } from '@quittance/partner/host';
import { bookCommissions } from '@quittance/partner/testing';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { done, made } from '../objects/objects-support.js';
import { newAccount } from '../receivables/billing-support.js';
import { SERVICE } from '../sales/orders/order-support.js';
import { equal, partnerDesk } from './partner-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let desk: ReturnType<typeof partnerDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = partnerDesk(t, api);
});
afterAll(async () => {
  // Only commissions are told of the money here: orders do not follow it.
  await expectInvariants(t, ['I30c']);
  await api.close();
  await t.close();
});

const LOST = sql(`
  insert into gateway.unapplied_receipt (company_id, id, kind, provider, provider_object_id, type,
    body_hash, amount, currency, payment_id, stages, reason, status, created_at, updated_at, lost)
  values ($1, $2, 'dispute', 'stripe', $3, 'charge.dispute.closed', '', $4, 'EUR', $5, '["lost"]',
    'dispute_lost', 'open', $6, $6, $4)`);

const OPENED = sql(`
  insert into gateway.unapplied_receipt (company_id, id, kind, provider, provider_object_id, type,
    body_hash, amount, currency, payment_id, stages, reason, status, created_at, updated_at)
  values ($1, $2, 'dispute', 'stripe', $3, 'charge.dispute.created', '', $4, 'EUR', $5,
    '["opened"]', 'dispute_opened', 'open', $6, $6)`);

const NOTED = sql(`
  update gateway.unapplied_receipt set status = 'resolved', resolved_at = $3
  where company_id = $1 and id = $2`);

const tenant = () => t.ctx(api.company.companyId);

/** An invoice of 1,190.00 that was paid in two parts, the second of which its payer got back. */
async function chargedBack() {
  const accountId = await newAccount(t, api.company);
  const partnerId = await desk.partner();
  await desk.plan([partnerId]);
  const { invoice } = await desk.invoice(accountId, partnerId);
  await desk.pay(invoice.id, '714.00');
  const paymentId = (await desk.pay(invoice.id, '476.00')) as PaymentId;
  await desk.dispatch();
  const receiptId = newId<'receipt'>();
  const dispute = { provider: 'stripe', disputeId: `dp_${receiptId}`, amount: 47_600n };
  await t.db.write(tenant(), async (tx) => {
    const said = { paymentId, currency: 'EUR', reason: 'Fraud', returnReason: 'Won' } as const;
    await madeRefunds.followDispute(tx, { ...dispute, ...said });
    const { disputeId, amount } = dispute;
    const { companyId, now } = tx.ctx;
    await tx.run(LOST, [companyId, receiptId, disputeId, amount, paymentId, now]);
    await bookCommissions(tx, invoice.id as InvoiceId);
  });
  await desk.dispatch();
  return { receiptId, invoiceId: invoice.id };
}

async function standing(invoiceId: string) {
  const entries = await desk.commissions('invoiceId', invoiceId);
  return entries.map(({ payoutAmount, status }) => `${payoutAmount} ${status}`);
}

const HELD = ['60.00 on_hold', '40.00 on_hold', '-40.00 on_hold'];
const FREE = ['60.00 pending', '40.00 pending', '-40.00 pending'];

it('a commission held for a lost chargeback goes on when a person resolves that', async () => {
  const { receiptId, invoiceId } = await chargedBack();
  expect(await standing(invoiceId)).toEqual(HELD);
  await new SweepCommissions(t.db).execute(tenant(), () => undefined);
  expect(await standing(invoiceId)).toEqual(HELD);
  const note = 'The customer pays by transfer';
  await done(api.admin, 'POST', `/payments/unapplied-receipts/${receiptId}/resolve`, { note });
  await desk.dispatch();
  expect(await standing(invoiceId)).toEqual(FREE);
});

it('the sweep lets go what no event told of', async () => {
  const { receiptId, invoiceId } = await chargedBack();
  expect(await standing(invoiceId)).toEqual(HELD);
  await t.db.write(tenant(), (tx) => tx.run(NOTED, [tx.ctx.companyId, receiptId, tx.ctx.now]));
  const faults: unknown[] = [];
  await new SweepCommissions(t.db).execute(tenant(), (error) => faults.push(error));
  expect(faults).toEqual([]);
  expect(await standing(invoiceId)).toEqual(FREE);
});

it('a commission of what was left of a payment is held while that is disputed', async () => {
  const accountId = await newAccount(t, api.company);
  const partnerId = await desk.partner();
  await desk.plan([partnerId]);
  const { invoice } = await desk.invoice(accountId, partnerId, [{ ...SERVICE, unitPrice: '100' }]);
  const paid = { accountId, amount: '119.00', currency: 'EUR', method: 'cash' };
  const { id: paymentId } = await made(api.admin, '/payments', paid);
  const notes = await done<{ data: { id: string }[] }>(
    api.admin,
    'GET',
    `/credit-notes?${equal('accountId', accountId)}`,
  );
  const use = { invoiceId: invoice.id, amount: '119.00' };
  await done(api.admin, 'POST', `/credit-notes/${notes.data[0]?.id}/apply`, use);
  await desk.dispatch();
  expect(await standing(invoice.id)).toEqual(['10.00 pending']);
  const receiptId = newId<'receipt'>();
  await t.db.write(tenant(), async (tx) => {
    const { companyId, now } = tx.ctx;
    await tx.run(OPENED, [companyId, receiptId, `dp_${receiptId}`, 11_900n, paymentId, now]);
    await bookCommissions(tx, invoice.id as InvoiceId);
  });
  expect(await standing(invoice.id)).toEqual(['10.00 on_hold']);
  await t.db.write(tenant(), (tx) => tx.run(NOTED, [tx.ctx.companyId, receiptId, tx.ctx.now]));
  await new SweepCommissions(t.db).execute(tenant(), () => undefined);
  expect(await standing(invoice.id)).toEqual(['10.00 pending']);
});
