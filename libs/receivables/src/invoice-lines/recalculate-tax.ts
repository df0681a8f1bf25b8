import { Injectable } from '@nestjs/common';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { changeLines } from './line-change.js';

const NOTE = { event: 'record.updated', action: 'invoice.tax_recalculated' } as const;

/**
 * Taxes a draft or pending invoice anew with its lines as they are: for lines that fell back while
 * the tax provider was away, and for rates that have changed since.
 */
@Injectable()
export class RecalculateTax {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, invoice_not_editable,
   *   invoice_total_negative,
   * tax_inputs_changing
   */
  execute(ctx: Ctx, id: InvoiceId, expectedVersion: number | null): Promise<InvoiceView> {
    return this.taxes.write(ctx, (tx, taxes) =>
      changeLines(
        tx,
        { taxes, fields: this.fields },
        id,
        expectedVersion,
        (lines) => ({ lines, about: null }),
        NOTE,
      ),
    );
  }
}
