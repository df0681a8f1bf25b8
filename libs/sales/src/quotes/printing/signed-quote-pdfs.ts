import { Injectable } from '@nestjs/common';
import { readCompany } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { DocumentRenderer, fileNameOf, type PrintableQuote } from '@quittance/documents';
import { addSeconds, bulkCtx, type Ctx } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import type { QuoteId } from '../quote.description.js';
import { linesOfQuote, requireQuote } from '../quote.repository.js';
import { printableQuote } from './printable-quote.js';
import {
  acceptanceOfQuote,
  findSignedPdf,
  keepSignedPdf,
  quotesWithoutPdf,
  type SignedPdf,
} from './signed-pdf.repository.js';

/** Of a company in one sweep: what is left waits for the next. */
const MOST = 200;
/** How long ago one may have been accepted that the sweep looks at: a week. */
const SWEPT_SECONDS = 7 * 86_400;

/**
 * The PDF of an accepted quote, with the signature: made once, behind the acceptance, and kept.
 * What of it was not made then, as the process was ended, is made when somebody asks, or by the
 * sweep; it is of what was fixed, so it says the same.
 */
@Injectable()
export class SignedQuotePdfs {
  constructor(
    private readonly db: Database,
    private readonly renderer: DocumentRenderer,
  ) {}

  /**
   * Null of a quote that nobody has accepted. No transaction is open while it is rendered.
   * @throws DomainError not_found, rendering_busy, rendering_failed
   */
  async of(ctx: Ctx, id: QuoteId): Promise<SignedPdf | null> {
    const found = await this.db.read(ctx, async (tx) => {
      const kept = await findSignedPdf(tx, id);
      return { kept, document: kept ? null : await signedDocument(tx, id) };
    });
    if (found.kept) return found.kept;
    const { document } = found;
    if (!document) return null;
    const bytes = await this.renderer.render({ format: 'pdf', document });
    const file: SignedPdf = {
      fileName: fileNameOf(document, 'pdf'),
      language: document.language,
      digest: createHash('sha256').update(bytes).digest('hex'),
      bytes,
    };
    return this.db.write(
      ctx,
      async (tx) => {
        await keepSignedPdf(tx, id, file);
        return (await findSignedPdf(tx, id)) ?? file;
      },
      { answers: false },
    );
  }

  /** Never throws: the quote is accepted, whatever becomes of its file for now. */
  async after(ctx: Ctx, id: QuoteId): Promise<void> {
    await this.of(ctx, id).catch(() => undefined);
  }

  /**
   * Makes what is missing of a company since a week. One that cannot be made keeps no other
   * waiting. Answers how many it has made.
   * @throws AggregateError of those that could not be
   */
  async sweep(ctx: Ctx): Promise<number> {
    const bulk = bulkCtx(ctx);
    const since = addSeconds(ctx.now, -SWEPT_SECONDS);
    const ids = await this.db.read(bulk, (tx) => quotesWithoutPdf(tx, since, MOST));
    const failures: unknown[] = [];
    for (const id of ids) await this.of(bulk, id).catch((error) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'Files could not be made');
    return ids.length;
  }
}

async function signedDocument(tx: Tx, id: QuoteId): Promise<PrintableQuote | null> {
  const acceptance = await acceptanceOfQuote(tx, id);
  if (!acceptance) return null;
  const [quote, lines, company] = await Promise.all([
    requireQuote(tx, id),
    linesOfQuote(tx, id),
    readCompany(tx),
  ]);
  return printableQuote(quote, lines, { company, acceptance });
}
