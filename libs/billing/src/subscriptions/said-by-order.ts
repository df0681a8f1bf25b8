import { addDays, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { orderedInvoices } from '@quittance/sales';
import type { Schedule } from '../schedules/schedule.js';

/**
 * What the order that a subscription came from has an invoice of it say that no run makes, as those
 * of its periods do; the number by which the customer knows the subscription goes before that of
 * the order. No statement where it came from none.
 */
export async function saidByOrder(
  tx: Tx,
  { salesOrderId }: Pick<Schedule, 'salesOrderId'>,
  { issueDate, poNumber }: { readonly issueDate: LocalDate; readonly poNumber: string | null },
) {
  const ids = salesOrderId === null ? [] : [salesOrderId];
  const [order] = (await orderedInvoices.references(tx, ids)).values();
  const dated = { salesOrderId, issueDate, poNumber };
  if (!order) return dated;
  const { buyerReference, paymentTerms, creditDays } = order;
  return {
    ...dated,
    poNumber: poNumber ?? order.poNumber,
    buyerReference,
    paymentTerms,
    ...(creditDays !== null && { dueDate: addDays(issueDate, creditDays) }),
  };
}
