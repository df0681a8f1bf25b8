import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@quittance/receivables';
import { RenderPdf, type RenderedFile } from '@quittance/receivables/host';
import type { CreditNoteId, Ctx, InvoiceId } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import { ORDER_PDF, PrintOrder, PrintQuote, QUOTE_PDF, type QuoteId } from '@quittance/sales/host';
import {
  AttachmentSource,
  type AttachmentRef,
  type MailAttachment,
} from '@quittance/notifications/host';
import { StatementFiles } from './statement-files.js';

/** The documents that e-mails carry, as they are when the e-mail leaves. */
@Injectable()
export class DocumentAttachments extends AttachmentSource {
  constructor(
    private readonly pdf: RenderPdf,
    private readonly quotes: PrintQuote,
    private readonly orders: PrintOrder,
    private readonly statements: StatementFiles,
  ) {
    super();
  }

  async render(ctx: Ctx, ref: AttachmentRef): Promise<MailAttachment | null> {
    const file = await this.fileOf(ctx, ref);
    if (!file) return null;
    const { fileName: filename, mediaType: contentType, bytes: content } = file;
    return { filename, contentType, content };
  }

  private fileOf(
    ctx: Ctx,
    { kind, recordId }: AttachmentRef,
  ): Promise<RenderedFile | undefined> | undefined {
    if (kind === 'invoice-pdf') return this.pdf.invoice(ctx, recordId as InvoiceId);
    if (kind === 'invoice-xml') return this.pdf.invoiceXml(ctx, recordId as InvoiceId);
    if (kind === 'credit-note-pdf') return this.pdf.creditNote(ctx, recordId as CreditNoteId);
    if (kind === 'payment-receipt-pdf') return this.pdf.receipt(ctx, recordId as PaymentId);
    if (kind === 'statement-pdf') return this.statements.file(ctx, recordId);
    if (kind === QUOTE_PDF) return this.quotes.file(ctx, recordId as QuoteId);
    if (kind === ORDER_PDF) return this.orders.file(ctx, recordId as OrderId);
    return undefined;
  }
}
