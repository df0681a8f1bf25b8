import { sql, type Database, type Tx } from '@quittance/database';
import type { CompanyId, InvoiceId } from '@quittance/kernel';

const COMPANIES_OF_PAYMENT = sql(`
  select c.id from billing.door_companies_of_payment($1, $2) as c(id)`);

/** By `payment_provider_key`. */
const INVOICE_OF_PAYMENT = sql(`
  select invoice_id as "invoiceId" from billing.payment
  where company_id = $1 and provider = $2 and provider_payment_id = $3`);

/**
 * The companies that have booked a provider's payment, the first to do so first. Only a signature
 * says which of them an event about it is for.
 */
export async function companiesOfProviderPayment(
  db: Database,
  provider: string,
  providerPaymentId: string,
): Promise<CompanyId[]> {
  const found = await db.door<{ id: CompanyId }>(COMPANIES_OF_PAYMENT, [
    provider,
    providerPaymentId,
  ]);
  return found.map(({ id }) => id);
}

/** The company's invoice that a provider's payment was booked on; null when it was booked on none. */
export async function invoiceOfProviderPayment(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<InvoiceId | null> {
  const params = [tx.ctx.companyId, provider, providerPaymentId];
  const found = await tx.maybe<{ invoiceId: InvoiceId | null }>(INVOICE_OF_PAYMENT, params);
  return found?.invoiceId ?? null;
}
