import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '@quittance/calendar';
import { Database, type Tx } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { revisionOpen } from '../sales.errors.js';
import { changeQuote, lockQuoteToChange, type LockedQuote } from './change-quote.js';
import { newQuote, storeDraft } from './draft-quote.js';
import type { QuoteLine, QuoteLineId } from './lines/quote-line.description.js';
import { pricersOf, withPricer } from './pricers.js';
import { quoteStatusAfter } from './quote.js';
import { lastRevision } from './quote.repository.js';
import type { Quote, QuoteId } from './quote.description.js';
import { quoteNoun } from './quote.description.js';
import type { QuoteView } from './quote.view.js';
import { QuoteFields } from './records/quote-fields.js';
import { readQuoteSettings } from './settings/quote-settings.js';

/**
 * Writes the next revision of a quote, a draft under the same number. The old one stays as it is,
 * and is neither sent nor accepted any more.
 */
@Injectable()
export class ReviseQuote {
  constructor(
    private readonly db: Database,
    private readonly fields: QuoteFields,
  ) {}

  /** @throws DomainError not_found, quote_status_conflict, revision_open */
  execute(ctx: Ctx, id: QuoteId): Promise<QuoteView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteToChange(tx, id);
      const { quote, today } = locked;
      const { number, revision } = quote;
      if (quote.supersededById !== null) throw revisionOpen({ number, revision });
      quoteStatusAfter(quote, 'revise', today);
      const [custom, { quoteValidityDays }] = await Promise.all([
        this.fields.copied(tx, id),
        readQuoteSettings(tx),
      ]);
      const next = await revisionOf(tx, locked, addDays(today, quoteValidityDays));
      const lines = locked.lines.map((line): QuoteLine => {
        return { ...line, quoteId: next.id, id: newId() as QuoteLineId };
      });
      const view = await storeDraft(
        tx,
        { fields: this.fields },
        next,
        { lines },
        custom,
        'quote.revised',
      );
      const note = { event: 'record.updated', action: 'quote.superseded' } as const;
      changeQuote(tx, locked, { supersededById: next.id }, note);
      return view;
    });
  }
}

async function revisionOf(
  tx: Tx,
  { quote, today }: LockedQuote,
  fromNow: LocalDate,
): Promise<Quote> {
  const { number, numberPeriod: period, numberSeq: seq } = quote;
  const validUntil = quote.validUntil > today ? quote.validUntil : fromNow;
  const { subtotal, taxTotal, total, mrr, acv, tcv, figures } = quote;
  const begun = await newQuote(tx, { number, period, seq });
  return {
    ...begun,
    pricers: begun.pricers.reduce(withPricer, pricersOf(quote)),
    ...quoteNoun.copied(quote),
    poNumber: quote.poNumber,
    billTo: quote.billTo,
    shipTo: quote.shipTo,
    taxRounding: quote.taxRounding,
    issueDate: quote.issueDate,
    pricingDate: quote.pricingDate,
    ownerId: quote.ownerId,
    templateId: quote.templateId,
    subtotal,
    taxTotal,
    total,
    mrr,
    acv,
    tcv,
    figures,
    id: newId<'quote'>(),
    revision: (await lastRevision(tx, number)) + 1,
    validUntil,
  };
}
