import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { lineProducts, taxedByOf } from '@quittance/lines';
import { divideRounded, formatMinor, sumOf } from '@quittance/money';
import { findInvoice, type DocumentsWithin } from '@quittance/receivables';
import { creditPromised } from '../../../billing.errors.js';
import type { ChangeLine } from '../change-line.js';
import { PROMISED_OF_INVOICES } from '../change-line.sql.js';
import type { PromisedCredit } from './given-by-hand.js';

type PromisedLine = PromisedCredit & Pick<ChangeLine, 'productId' | 'taxCode' | 'placeOf'>;

const HUNDRED_PER_CENT = 100_000_000n;

/**
 * What a change gives back of an invoice, waiting for the next one or taken off by that, is
 * credited by nobody once more: together no more comes back than was asked.
 * @throws DomainError credit_promised
 */
export function refuseCreditedTwice(documents: Pick<DocumentsWithin, 'find'>) {
  return async (tx: Tx, credited: readonly InvoiceId[]): Promise<void> => {
    const invoiceIds = [...new Set(credited)];
    const promised = await PROMISED_OF_INVOICES.rows<PromisedLine>(tx, { invoiceIds });
    if (promised.length === 0) return;
    const [made, taxOf] = await Promise.all([
      documents.find(tx, invoiceIds),
      taxedByOf(tx, promised),
    ]);
    for (const id of invoiceIds) {
      const { creditableTotal = 0n, lines = [] } = made.get(id) ?? {};
      const rateOf = (line: PromisedLine) =>
        lines.find((made) => lineProducts.taxedBy(made) === taxOf(line))?.taxRate ?? 0n;
      // What is asked again at a tax that it bears none of takes nothing off what comes back of it.
      const isOfIt = (line: PromisedLine) =>
        line.amount > 0n || lines.some((made) => lineProducts.taxedBy(made) === taxOf(line));
      const own = promised.filter((line) => line.invoiceId === id && isOfIt(line));
      const gross = sumOf(
        own.map((line) =>
          divideRounded(line.amount * (HUNDRED_PER_CENT + rateOf(line)), HUNDRED_PER_CENT),
        ),
      );
      if (gross === 0n || creditableTotal >= gross) continue;
      const invoice = await findInvoice(tx, id);
      const currency = invoice?.currency ?? 'EUR';
      throw creditPromised({
        number: invoice?.number ?? '',
        promised: formatMinor(gross, currency),
        excess: formatMinor(gross - creditableTotal, currency),
        currency,
      });
    }
  };
}
