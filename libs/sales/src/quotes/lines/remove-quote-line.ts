import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { QuoteFields } from '../records/quote-fields.js';
import { changeQuoteLines, placeOfLine } from './change-quote-lines.js';
import type { QuoteLineId } from './quote-line.description.js';

/** Takes a line off a draft. */
@Injectable()
export class RemoveQuoteLine {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: QuoteFields,
  ) {}

  /** @throws DomainError those of `changeQuoteLines` */
  execute(
    ctx: Ctx,
    { id, lineId }: { readonly id: QuoteId; readonly lineId: QuoteLineId },
    expectedVersion: number | null,
  ): Promise<QuoteView> {
    return this.taxes.write(ctx, (tx, taxes) =>
      changeQuoteLines(tx, { taxes, fields: this.fields }, id, expectedVersion, (lines) => {
        const place = placeOfLine(lines, lineId);
        return { lines: lines.filter((_, i) => i !== place), about: null };
      }),
    );
  }
}
