import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import type { Ctx } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { draftQuote } from './draft-quote.js';
import type { QuoteDraft } from './quote-draft.js';
import { lineAgain } from './lines/line-again.js';
import { isPricedElsewhere, requirePricesWritable } from './lines/price-rights.js';
import { isWritten } from './lines/quote-line.js';
import { quoteNoun, type QuoteId } from './quote.description.js';
import { pricersOf } from './pricers.js';
import { linesOfQuote, requireQuote } from './quote.repository.js';
import type { QuoteView } from './quote.view.js';
import { QuoteFields } from './records/quote-fields.js';

/**
 * Writes a draft like another quote: of its customer, with its lines, texts and custom fields,
 * dated today. Prices that were typed stay; the others are looked up again.
 */
@Injectable()
export class CloneQuote {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: QuoteFields,
    private readonly credit: CreditControl,
  ) {}

  /**
   * @param changes what the copy has instead
   * @throws DomainError not_found, and those of writing a draft
   */
  execute(ctx: Ctx, id: QuoteId, changes: Partial<QuoteDraft>): Promise<QuoteView> {
    const { fields, credit } = this;
    return this.taxes.write(ctx, async (tx, taxes) => {
      const [quote, lines, custom] = await Promise.all([
        requireQuote(tx, id),
        linesOfQuote(tx, id),
        fields.copied(tx, id),
      ]);
      const copied = quoteNoun.copied(quote);
      const draft = {
        ...copied,
        lines: lines.filter(isWritten).map((line) => lineAgain(line, quote.currency)),
        ...changes,
        custom: { ...custom, ...changes.custom },
      };
      // What was typed, and the book that was chosen, were so for the customer of the other.
      const hasLines = draft.lines.length > 0;
      const { accountId, currency } = draft;
      const placed = { ...quote, accountId, currency };
      if (isPricedElsewhere(quote, placed, { hasLines })) requirePricesWritable(ctx, 'quotes');
      const { priceBookId, tiersAcross } = quote;
      const origin = { pricers: pricersOf(quote), carried: { priceBookId, tiersAcross } };
      return draftQuote(tx, { taxes, fields, credit }, draft, origin);
    });
  }
}
