import { newId } from '@quittance/kernel';
import { queueEmail } from '@quittance/notifications';
import type { StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';

/** Sending an invoice makes one, where there is a mail server. */
export async function anEmail(t: TestDatabase, { companyId }: StaffClient): Promise<string> {
  const about = { templateCode: 'INVOICE_SENT', object: 'invoice', recordId: 'planted' };
  const queued = await t.db.write(t.ctx(companyId), (tx) =>
    queueEmail(tx, { ...about, to: 'planted@example.com', data: {} }),
  );
  if ('refused' in queued) throw new Error(`No e-mail is planted: ${queued.refused}`);
  return queued.emailId;
}

/** The same of a dispute at a provider. */
export async function providerDispute(
  t: TestDatabase,
  { companyId }: StaffClient,
  invoiceId: string,
): Promise<string> {
  const id = newId();
  await t.db.write(t.ctx(companyId), (tx) =>
    tx.run(
      `insert into gateway.unapplied_receipt (company_id, id, kind, provider, provider_object_id,
         type, body_hash, amount, currency, invoice_id, stages, reason, status, created_at,
         updated_at)
       values ($1, $2, 'dispute', 'sandbox', $3, 'payment.dispute', 'none', 100, 'EUR', $4,
         '["opened"]', 'dispute_opened', 'open', now(), now())`,
      [companyId, id, `dp_${id}`, invoiceId],
    ),
  );
  return id;
}

/** Only a webhook of a provider makes one; here it is written as one would have left it. */
export async function unappliedReceipt(
  t: TestDatabase,
  { companyId }: StaffClient,
): Promise<string> {
  const id = newId();
  await t.db.write(t.ctx(companyId), (tx) =>
    tx.run(
      `insert into gateway.unapplied_receipt (company_id, id, kind, provider, provider_object_id,
         type, body_hash, amount, currency, reason, status, created_at, updated_at)
       values ($1, $2, 'capture', 'sandbox', $3, 'payment.captured', 'none', 100, 'EUR',
         'invoice_not_found', 'open', now(), now())`,
      [companyId, id, `pay_${id}`],
    ),
  );
  return id;
}
