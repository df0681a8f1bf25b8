import {
  refuseUndeterminedDrafts,
  shareInvoice,
  type CollectableInvoice,
} from '@quittance/receivables';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { invoiceHasNoBalance } from '../gateway.errors.js';

/** Either the invoice itself or the order whose latest open invoice is meant. */
export type CheckoutTarget = { readonly invoiceId: InvoiceId } | { readonly salesOrderId: string };

/**
 * The invoice to collect. It stays locked until the attempt is stored: an invoice paid afterwards
 * finds the attempt and closes it.
 * @throws DomainError not_found, invoice_has_no_balance, tax_undetermined
 */
export async function shareCollectable(
  tx: Tx,
  target: CheckoutTarget,
): Promise<CollectableInvoice> {
  const invoice = await shareInvoice(tx, target);
  if (invoice.balance <= 0n) throw invoiceHasNoBalance();
  await refuseUndeterminedDrafts(tx, [invoice]);
  return invoice;
}
