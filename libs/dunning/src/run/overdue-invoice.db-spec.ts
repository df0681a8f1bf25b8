import { parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import type { OverdueFacts } from '@quittance/receivables';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { openAmount } from './overdue-invoice.js';
import { overdueInvoices } from './overdue-invoice.sql.js';

let t: TestDatabase;

beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

it('takes all of an invoice for disputed whose payer disputes its payment', async () => {
  const ctx = await t.newCompany();
  const facts = [newId<'invoice'>(), newId<'invoice'>()].map(
    (id) => ({ id, accountId: newId(), balance: 500n, disputed: 200n }) as unknown as OverdueFacts,
  );
  const [disputed] = facts;
  await t.db.write(ctx, (tx) =>
    tx.run(
      `insert into gateway.unapplied_receipt (company_id, id, kind, provider, provider_object_id,
         type, body_hash, amount, currency, invoice_id, stages, reason, status, created_at,
         updated_at)
       values ($1, $2, 'dispute', 'sandbox', 'dp_1', 'payment.disputed', 'none', 100, 'EUR', $3,
         '["opened"]', 'dispute_opened', 'open', now(), now())`,
      [ctx.companyId, newId(), disputed?.id],
    ),
  );
  const on = parseLocalDate('2026-03-02');
  const found = await t.db.read(ctx, (tx) => overdueInvoices(tx, on, facts));
  expect(found.map(openAmount)).toEqual([0n, 300n]);
});
