import { Injectable } from '@nestjs/common';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { productsOf } from '@quittance/lines';
import { refuseTooManyLines } from '../invoices/invoice.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { changeLines } from './line-change.js';
import { withListedPrices, type WrittenLine } from './listed-prices.js';
import { newLine } from './price-invoice.js';

/** Adds a line at the end of a draft or pending invoice. */
@Injectable()
export class AddInvoiceLine {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, invoice_not_editable, validation_failed,
   *   invoice_total_negative
   */
  execute(
    ctx: Ctx,
    id: InvoiceId,
    line: WrittenLine,
    expectedVersion: number | null,
  ): Promise<InvoiceView> {
    return this.taxes.write(ctx, (tx, taxes) =>
      changeLines(
        tx,
        { taxes, fields: this.fields },
        id,
        expectedVersion,
        async (lines, invoice) => {
          refuseTooManyLines(lines.length + 1);
          const products = await productsOf(tx, [line], () => '/productId');
          const [priced] = await withListedPrices(tx, invoice, [line], () => '');
          const added = priced ? [newLine(priced, products)] : [];
          // What the document takes off or puts on is made anew, behind the lines that are sold.
          const about = lines.filter(({ adjustment }) => !adjustment).length;
          return { lines: [...lines, ...added], about };
        },
      ),
    );
  }
}
