import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import type { Ctx } from '@quittance/kernel';
import { KeyedLimiter } from '@quittance/work';
import { TaxQuotes } from '@quittance/tax';
import { draftQuote } from './draft-quote.js';
import type { QuoteDraft } from './quote-draft.js';
import type { QuoteView } from './quote.view.js';
import { QuoteFields } from './records/quote-fields.js';

/** Of a company at once: they are numbered one after the other. */
const AT_ONCE = 3;

/** Writes a draft quote: priced, taxed and numbered. */
@Injectable()
export class CreateQuote {
  private readonly limiter = new KeyedLimiter(AT_ONCE);

  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: QuoteFields,
    private readonly credit: CreditControl,
  ) {}

  /** @throws DomainError those of `draftQuote` */
  execute(ctx: Ctx, draft: QuoteDraft): Promise<QuoteView> {
    const { limiter, fields, credit } = this;
    return this.taxes.write(ctx, (tx, taxes) => draftQuote(tx, { taxes, fields, credit }, draft), {
      limiter,
    });
  }
}
