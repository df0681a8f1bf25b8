import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { draftInvoice, type InvoiceDraft } from './create-invoice.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { invoiceNoun } from './invoice.description.js';
import { findInvoice } from './invoice.queries.js';
import { linesOf } from './invoice.repository.js';
import type { InvoiceView } from './invoice.view.js';
import { keptLine, withoutOwnAdjustments } from '../invoice-lines/price-invoice.js';
import type { InvoicePatch } from './update-invoice.js';

/**
 * Writes a draft like another invoice: of its customer, with its lines at their prices, notes,
 * links and custom fields, dated as of today, and taxed so where it says no delivery and no period
 * before. What happened to the other stays with it.
 */
@Injectable()
export class CloneInvoice {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
  ) {}

  /**
   * @param changes what the copy has instead
   * @throws DomainError not_found, and those of writing a draft
   */
  execute(ctx: Ctx, id: InvoiceId, changes: InvoicePatch): Promise<InvoiceView> {
    return this.taxes.write(ctx, async (tx, taxes) => {
      const copied = await this.draftOf(tx, id);
      const custom = { ...copied.custom, ...changes.custom };
      return draftInvoice(tx, { taxes, fields: this.fields }, { ...copied, ...changes, custom });
    });
  }

  private async draftOf(tx: Tx, id: InvoiceId): Promise<InvoiceDraft> {
    const [invoice, lines, custom] = await Promise.all([
      findInvoice(tx, id),
      linesOf(tx, id),
      this.fields.copied(tx, id),
    ]);
    if (!invoice) throw notFound({ object: 'invoice' });
    return {
      ...invoiceNoun.copied(invoice),
      custom,
      lines: withoutOwnAdjustments(lines.map((line) => keptLine(line, invoice.currency))),
    };
  }
}
