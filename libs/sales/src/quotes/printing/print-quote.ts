import { Injectable } from '@nestjs/common';
import { readCompany, type Company, type DocumentLanguage } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import {
  DocumentRenderer,
  fileNameOf,
  mediaTypeOf,
  type PrintableQuote,
} from '@quittance/documents';
import type { Ctx } from '@quittance/kernel';
import type { QuoteLine } from '../lines/quote-line.description.js';
import type { Quote, QuoteId } from '../quote.description.js';
import { linesOfQuote, requireQuote } from '../quote.repository.js';
import { linkCtx, readByLink, type LinkRequest } from '../sharing/open-quote-link.js';
import { printableQuote } from './printable-quote.js';
import { SignedQuotePdfs } from './signed-quote-pdfs.js';
import type { SignedPdf } from './signed-pdf.repository.js';

export interface QuotePrintOptions {
  readonly language?: DocumentLanguage | undefined;
}

/** Reads quotes as they are printed. Reading changes nothing: no quote is viewed by it. */
@Injectable()
export class PrintQuote {
  constructor(
    private readonly db: Database,
    private readonly signed: SignedQuotePdfs,
    private readonly renderer: DocumentRenderer,
  ) {}

  /** @throws DomainError not_found */
  document(ctx: Ctx, id: QuoteId, { language }: QuotePrintOptions = {}): Promise<PrintableQuote> {
    return this.db.read(ctx, async (tx) => {
      const [quote, lines, company] = await readQuote(tx, id);
      return printableQuote(quote, lines, { company, language });
    });
  }

  /**
   * The PDF of a quote: of one that was accepted the file that was made then, unless another
   * language is asked for.
   * @throws DomainError not_found, rendering_busy, rendering_failed
   */
  async pdf(
    ctx: Ctx,
    id: QuoteId,
    { language }: QuotePrintOptions = {},
  ): Promise<PrintableQuote | SignedPdf> {
    const document = await this.document(ctx, id, { language });
    if (language !== undefined) return document;
    return (await this.signed.of(ctx, id)) ?? document;
  }

  /**
   * The PDF of a quote as a file, for an e-mail.
   * @throws DomainError not_found, rendering_busy, rendering_failed
   */
  async file(ctx: Ctx, id: QuoteId) {
    const made = await this.pdf(ctx, id);
    const mediaType = mediaTypeOf('pdf');
    if ('bytes' in made) return { fileName: made.fileName, mediaType, bytes: made.bytes };
    const bytes = await this.renderer.render({ format: 'pdf', document: made });
    return { fileName: fileNameOf(made, 'pdf'), mediaType, bytes };
  }

  /**
   * The same for whoever holds the link.
   * @throws DomainError not_found, link_revoked, rendering_busy, rendering_failed
   */
  async pdfOfLink(request: LinkRequest): Promise<PrintableQuote | SignedPdf> {
    const ctx = linkCtx(request);
    const { quote, lines, company } = await this.db.read(ctx, (tx) =>
      readByLink(tx, request.token),
    );
    return (await this.signed.of(ctx, quote.id)) ?? printableQuote(quote, lines, { company });
  }
}

function readQuote(tx: Tx, id: QuoteId): Promise<[Quote, readonly QuoteLine[], Company]> {
  return Promise.all([requireQuote(tx, id), linesOfQuote(tx, id), readCompany(tx)]);
}
