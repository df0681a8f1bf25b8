import { Injectable } from '@nestjs/common';
import {
  DocumentRenderer,
  fileNameOf,
  mediaTypeOf,
  type PrintableInvoice,
  type PrintableReceipt,
} from '@quittance/documents';
import type { CreditNoteId, Ctx, InvoiceId } from '@quittance/kernel';
import type { PaymentId } from '../payments/payment-id.js';
import { PrintableQueries, type PrintOptions } from './printable.queries.js';

/** A document as a file, for e-mails and downloads. */
export interface RenderedFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** The PDF of a document by its id. No transaction is open while it is rendered. */
@Injectable()
export class RenderPdf {
  constructor(
    private readonly printable: PrintableQueries,
    private readonly renderer: DocumentRenderer,
  ) {}

  /** @throws DomainError not_found, rendering_busy, rendering_failed */
  async invoice(ctx: Ctx, id: InvoiceId, options?: PrintOptions): Promise<RenderedFile> {
    return this.file(await this.printable.invoice(ctx, id, options));
  }

  /**
   * The electronic invoice of an issued invoice with a profile; nothing of another: what has become
   * void meanwhile is none.
   * @throws DomainError not_found, e_invoice_not_possible, rendering_busy, rendering_failed
   */
  async invoiceXml(ctx: Ctx, id: InvoiceId): Promise<RenderedFile | undefined> {
    const document = await this.printable.invoice(ctx, id);
    if (!document.eInvoiceProfile || document.mark) return undefined;
    return {
      fileName: fileNameOf(document, 'ubl'),
      mediaType: mediaTypeOf('ubl'),
      bytes: await this.renderer.render({ format: 'ubl', document }),
    };
  }

  /** @throws DomainError not_found, rendering_busy, rendering_failed */
  async creditNote(ctx: Ctx, id: CreditNoteId, options?: PrintOptions): Promise<RenderedFile> {
    return this.file(await this.printable.creditNote(ctx, id, options));
  }

  /** @throws DomainError not_found, payment_not_completed, rendering_busy, rendering_failed */
  async receipt(ctx: Ctx, id: PaymentId, options?: PrintOptions): Promise<RenderedFile> {
    return this.file(await this.printable.receipt(ctx, id, options));
  }

  private async file(document: PrintableInvoice | PrintableReceipt): Promise<RenderedFile> {
    return {
      fileName: fileNameOf(document, 'pdf'),
      mediaType: mediaTypeOf('pdf'),
      bytes: await this.renderer.render({ format: 'pdf', document }),
    };
  }
}
