import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { productsOf } from '@quittance/lines';
import { TaxQuotes } from '@quittance/tax';
import { refuseTooManyQuoteLines } from '../quote.js';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { QuoteFields } from '../records/quote-fields.js';
import { changeQuoteLines } from './change-quote-lines.js';
import { isWritten, keptOf, type QuoteLineInput } from './quote-line.js';

/** Adds a line at the end of a draft. */
@Injectable()
export class AddQuoteLine {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: QuoteFields,
  ) {}

  /** @throws DomainError those of `changeQuoteLines` */
  execute(
    ctx: Ctx,
    id: QuoteId,
    line: QuoteLineInput,
    expectedVersion: number | null,
  ): Promise<QuoteView> {
    return this.taxes.write(ctx, (tx, taxes) =>
      changeQuoteLines(tx, { taxes, fields: this.fields }, id, expectedVersion, async (lines) => {
        refuseTooManyQuoteLines(lines.length + 1);
        const named = { productId: line.productId ?? null };
        const products = await productsOf(tx, [named], () => '/productId');
        // What is taken off the whole, or put on it, is made anew behind what is sold.
        const written = lines.filter(isWritten);
        return { lines: [...written, keptOf(line, products, '')], about: written.length };
      }),
    );
  }
}
