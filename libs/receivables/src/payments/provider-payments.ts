import { sql, type Database, type Tx } from '@quittance/database';
import type { CompanyId, InvoiceId } from '@quittance/kernel';
import type { PaymentId } from './payment-id.js';

const COMPANIES_OF_PAYMENT = sql(`
  select c.id from receivables.door_companies_of_payment($1, $2) as c(id)`);

/** By `payment_provider_key`. */
const BOOKED_PAYMENT = sql(`
  select id as "paymentId", invoice_id as "invoiceId" from receivables.payment
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

/**
 * The company's invoice that a provider's payment was booked on; null when it was booked on none.
 */
export async function invoiceOfProviderPayment(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<InvoiceId | null> {
  return (await findProviderPayment(tx, provider, providerPaymentId))?.invoiceId ?? null;
}

/** A provider's payment in the company's books, with the invoice that it was booked on. */
export function findProviderPayment(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<{ paymentId: PaymentId; invoiceId: InvoiceId | null } | undefined> {
  return tx.maybe(BOOKED_PAYMENT, [tx.ctx.companyId, provider, providerPaymentId]);
}

/** Providers' payments in the books. */
export const providerPayments = {
  companies: companiesOfProviderPayment,
  find: findProviderPayment,
  invoice: invoiceOfProviderPayment,
} as const;
