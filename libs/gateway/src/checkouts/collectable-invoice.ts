import {
  collectableInvoices,
  refuseUndeterminedDrafts,
  type CollectableInvoice,
} from '@quittance/receivables';
import type { Tx } from '@quittance/database';
import { invalidField, type InvoiceId } from '@quittance/kernel';
import { invoiceHasNoBalance, tooManyInvoices } from '../gateway.errors.js';

/** The invoice itself, the order whose latest open invoice is meant, or several invoices. */
export type CheckoutTarget =
  | { readonly invoiceId: InvoiceId }
  | { readonly salesOrderId: string }
  | { readonly invoiceIds: readonly InvoiceId[] };

/** So many are paid at once; `checkout_invoice_count_check` says the same. */
export const MOST_INVOICES = 100;

/**
 * The invoices to collect. They stay locked until the attempt is stored: one that is paid
 * afterwards finds the attempt and closes it.
 * @throws DomainError not_found, invoice_has_no_balance, tax_undetermined, record_awaits_approval;
 *   of several also account_mismatch, currency_mismatch, too_many_invoices, validation_failed
 */
export async function lockCollectable(
  tx: Tx,
  target: CheckoutTarget,
  by: { readonly byPayer: boolean },
): Promise<readonly [CollectableInvoice, ...CollectableInvoice[]]> {
  const several = 'invoiceIds' in target;
  if (several) refuseIds(target.invoiceIds);
  const invoices = several
    ? await collectableInvoices.lockTogether(tx, target.invoiceIds)
    : [await collectableInvoices.share(tx, target)];
  invoices.forEach(({ balance }, i) => {
    if (balance > 0n) return;
    const message = 'has nothing left to pay';
    const errors = [{ pointer: `/invoiceIds/${i}`, code: 'state', message }];
    throw invoiceHasNoBalance({}, several ? { errors } : {});
  });
  await collectableInvoices.refuseAwaiting(tx, invoices, by);
  await refuseUndeterminedDrafts(tx, invoices);
  const [first, ...more] = invoices;
  if (!first) throw new RangeError('There is nothing to collect');
  return [first, ...more];
}

function refuseIds(ids: readonly InvoiceId[]): void {
  if (ids.length === 0) throw invalidField('/invoiceIds', 'min', 'must name an invoice');
  if (ids.length > MOST_INVOICES) throw tooManyInvoices({ most: MOST_INVOICES });
  const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i);
  if (twice >= 0) throw invalidField(`/invoiceIds/${twice}`, 'duplicate', 'is named twice');
}
