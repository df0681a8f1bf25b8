import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { QuoteConversion } from '../../orders/conversion/quote-conversion.js';
import { lockQuoteToChange } from '../change-quote.js';
import { requireWritable } from '../lines/price-rights.js';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { SignedQuotePdfs } from '../printing/signed-quote-pdfs.js';
import { acceptIn, type AcceptanceInput } from './accept-in.js';
import { writtenBySelections } from './selections.js';

/** Staff take down that a customer has accepted, and by what that can be shown. */
@Injectable()
export class AcceptQuote {
  constructor(
    private readonly db: Database,
    private readonly credit: CreditControl,
    private readonly conversion: QuoteConversion,
    private readonly pdf: SignedQuotePdfs,
  ) {}

  /**
   * What is chosen otherwise than it was offered is written by whoever takes it down.
   * @throws DomainError not_found, malformed_request, and those of `acceptIn`
   */
  async execute(
    ctx: Ctx,
    id: QuoteId,
    { evidence, ...input }: AcceptanceInput & { readonly evidence: string },
  ): Promise<QuoteView> {
    const accepted = await this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteToChange(tx, id);
      requireWritable(ctx, 'quotes', writtenBySelections(locked.lines, input.selections));
      const way = { method: 'staff', userAgent: null, evidence } as const;
      const { credit, conversion } = this;
      return acceptIn(tx, { credit, conversion }, locked, input, way);
    });
    await this.pdf.after(ctx, id);
    return accepted;
  }
}
