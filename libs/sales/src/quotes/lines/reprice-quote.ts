import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { unitPriceText } from '@quittance/lines';
import { TaxQuotes } from '@quittance/tax';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { QuoteFields } from '../records/quote-fields.js';
import { lockDraft, storeDraftChange } from '../reprice-quote-in.js';
import { isWritten } from './quote-line.js';
import type { QuoteLineId } from './quote-line.description.js';

/** A line whose price is another than it was. */
export interface RepricedLine {
  readonly lineId: QuoteLineId;
  readonly position: number;
  readonly before: string | null;
  readonly after: string | null;
}

export interface RepricedQuote {
  readonly quote: QuoteView;
  readonly changed: readonly RepricedLine[];
}

/** Looks up the prices of a draft again, but for those that were typed. */
@Injectable()
export class RepriceQuote {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: QuoteFields,
  ) {}

  /** @throws DomainError not_found, precondition_failed, quote_locked, tax_inputs_changing */
  execute(ctx: Ctx, id: QuoteId, expectedVersion: number | null): Promise<RepricedQuote> {
    const { fields } = this;
    return this.taxes.write(ctx, async (tx, taxes) => {
      const draft = await lockDraft(tx, { taxes, fields }, id, expectedVersion);
      const note = { event: 'record.updated', action: 'quote.repriced' } as const;
      const quote = await storeDraftChange(tx, { taxes, fields }, draft, { anew: true }, note);
      const { currency } = draft.quote;
      const changed = draft.lines.filter(isWritten).flatMap((line, i): RepricedLine[] => {
        const before = line.unitPrice === null ? null : unitPriceText(line.unitPrice, currency);
        const after = quote.lines[i]?.unitPrice ?? null;
        const { id: lineId, position } = line;
        return before === after ? [] : [{ lineId, position, before, after }];
      });
      return { quote, changed };
    });
  }
}
