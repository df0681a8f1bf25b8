import { Injectable } from '@nestjs/common';
import type { Ctx, Id, InvoiceId } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { lineProducts, productAfter } from '@quittance/lines';
import { checkLinePeriod } from '../invoices/invoice-dates.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { changeLines, indexOfLine } from './line-change.js';
import type { InvoiceLineInput, KeptLine } from './price-invoice.js';

/** Changes the members sent of one line of a draft or pending invoice. */
@Injectable()
export class UpdateInvoiceLine {
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
    { id, lineId }: { id: InvoiceId; lineId: Id<'invoice-line'> },
    patch: Partial<InvoiceLineInput>,
    expectedVersion: number | null,
  ): Promise<InvoiceView> {
    return this.taxes.write(ctx, (tx, taxes) =>
      changeLines(tx, { taxes, fields: this.fields }, id, expectedVersion, async (lines) => {
        const at = indexOfLine(lines, lineId);
        const line = lines[at] as KeptLine;
        const isOther = patch.productId !== undefined && patch.productId !== line.productId;
        const after = checkLinePeriod({ ...line, ...patch });
        const product = await productAfter(tx, after, patch);
        // Where another thing is supplied its product says, or nobody.
        const known = isOther && (await lineProducts.read(tx, [after], () => '/productId'));
        const placeOf = known
          ? lineProducts.placeOf({ ...patch, productId: after.productId }, known)
          : after.placeOf;
        return { lines: lines.with(at, { ...after, product, placeOf }), about: at };
      }),
    );
  }
}
