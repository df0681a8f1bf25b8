import type { Tx } from '@quittance/database';
import type { KeptLine } from '../invoice-lines/price-invoice.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { invoiceOfOrder } from '../receivables.errors.js';
import { isDeposit } from './order-deposit.repository.js';
import { orderedLinesOf } from './ordered-line.repository.js';

/** The members of a line that its price is made of. */
const PRICE = ['quantity', 'unitPrice', 'discount', 'taxCode', 'taxRate', 'productId'] as const;

/**
 * Lines that an order made stay what was ordered: others may be added beside them.
 * @throws DomainError invoice_of_order
 */
export async function refuseOtherOrderedLines(
  tx: Tx,
  invoice: Invoice,
  before: readonly KeptLine[],
  after: readonly KeptLine[],
): Promise<void> {
  const { id, number } = invoice;
  if (await isDeposit(tx, id)) throw invoiceOfOrder({ what: 'Every line', number });
  if (invoice.salesOrderId === null) return;
  const ordered = new Set((await orderedLinesOf(tx, id)).map(({ lineId }) => lineId));
  const at = before.findIndex((line) => {
    return (
      ordered.has(line.id) &&
      !isSame(
        line,
        after.find((each) => each.id === line.id),
      )
    );
  });
  if (at >= 0) throw invoiceOfOrder({ what: `Line ${at + 1}`, number });
}

function isSame(before: KeptLine, after: KeptLine | undefined): boolean {
  return (
    after !== undefined &&
    PRICE.every((member) => JSON.stringify(before[member]) === JSON.stringify(after[member]))
  );
}

const FIXED = ['accountId', 'currency', 'pricesIncludeTax', 'salesOrderId'] as const;

/**
 * An invoice that an order made is of its customer, in its currency, and stays of it.
 * @throws DomainError invoice_of_order
 */
export async function refuseOtherOrder(
  tx: Tx,
  invoice: Invoice,
  patch: Partial<Pick<Invoice, (typeof FIXED)[number] | 'adjustments'>>,
): Promise<void> {
  const what = FIXED.filter((key) => patch[key] !== undefined && patch[key] !== invoice[key]);
  const adjusts = patch.adjustments !== undefined && patch.adjustments !== null;
  if (what.length === 0 && !adjusts) return;
  const [ordered, deposit] = await Promise.all([
    orderedLinesOf(tx, invoice.id),
    isDeposit(tx, invoice.id),
  ]);
  // What is asked for ahead is exact: nothing is taken off the whole of it or put on it.
  if (deposit && adjusts) throw invoiceOfOrder({ what: 'adjustments', number: invoice.number });
  if (what.length === 0 || (ordered.length === 0 && !deposit)) return;
  throw invoiceOfOrder({ what: what.join(', '), number: invoice.number });
}
