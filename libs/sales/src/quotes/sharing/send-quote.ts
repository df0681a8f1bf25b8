import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { EmailId } from '@quittance/notifications';
import { changeQuote, lockQuoteToChange } from '../change-quote.js';
import { quoteStatusAfter } from '../quote.js';
import type { QuoteId } from '../quote.description.js';
import { QUOTES } from '../quote.repository.js';
import { quoteView, type QuoteView } from '../quote.view.js';
import { MailQuote } from './mail-quote.js';
import { moveLiveLink, newLink, type SharedLink } from './share-quote.js';

export interface SentQuote {
  readonly quote: QuoteView;
  /** Null where whoever sends may not share it. */
  readonly link: SharedLink | null;
}

/** Marks a quote as handed to the customer and makes, or keeps, the link that it is read by. */
@Injectable()
export class SendQuote {
  constructor(
    private readonly db: Database,
    private readonly mail: MailQuote,
  ) {}

  /**
   * The e-mail is queued in the same transaction: where it cannot be, the quote stays as it is. One
   * that is sent again is e-mailed again only when that is asked for.
   * @param email whoever asks for it may share: there is a link in it
   * @throws DomainError not_found, quote_not_approved, quote_superseded, quote_expired,
   *   quote_sent_lately,
   *   email_not_available, email_recipient_missing, email_template_unusable
   */
  async execute(ctx: Ctx, id: QuoteId, { email = false } = {}): Promise<SentQuote> {
    let queued: EmailId | undefined;
    const sent = await this.db.write(ctx, async (tx): Promise<SentQuote> => {
      const locked = await lockQuoteToChange(tx, id);
      const { quote, lines, today } = locked;
      const status = quoteStatusAfter(quote, 'send', today);
      const mayShare = ctx.permissions.can(QUOTES, 'share');
      // A link that the customer has follows whoever sends; who may not share is not told of it.
      const moved = await moveLiveLink(tx, quote);
      const link = mayShare ? (moved ?? (await newLink(tx, quote))) : null;
      queued = email && link ? await this.mail.queue(tx, quote) : undefined;
      if (quote.sentAt !== null) return { quote: quoteView(quote, lines), link };
      const note = { event: 'quote.sent', action: 'quote.sent' } as const;
      return { quote: changeQuote(tx, locked, { status, sentAt: ctx.now }, note), link };
    });
    if (queued) await this.mail.render(ctx, queued);
    return sent;
  }
}
