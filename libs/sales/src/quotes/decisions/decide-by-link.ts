import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import { Database, type Tx } from '@quittance/database';
import { QuoteConversion } from '../../orders/conversion/quote-conversion.js';
import { pageExpired } from '../../sales.errors.js';
import { lockQuoteToChange, type LockedQuote } from '../change-quote.js';
import type { QuoteView } from '../quote.view.js';
import { receiptOfQuote, type QuoteReceipt } from '../receipts/quote-receipt.js';
import { SignedQuotePdfs } from '../printing/signed-quote-pdfs.js';
import { isPageNonce } from '../sharing/link-token.js';
import { linkCtx, lockByLink, type LinkRequest } from '../sharing/open-quote-link.js';
import { readLineStubs } from '../../plans/sold/line-stubs.js';
import { acceptJudged, judgeAcceptance, type AcceptanceInput } from './accept-in.js';
import { rejectIn, requestChangesIn } from './decline-in.js';
import { ReviewedQuotes } from './reviewed-quotes.js';
import type { RequestedChanges } from './requested-changes.js';

/** A request to act, with what the page had given. */
export interface LinkAction extends LinkRequest {
  readonly nonce: string;
  readonly userAgent?: string | null;
}

/** A quote that was accepted, with the receipt of that. */
export interface AcceptedByLink {
  readonly quote: QuoteView;
  readonly receipt: QuoteReceipt | null;
}

/** What whoever holds a link says of its quote. */
@Injectable()
export class DecideByLink {
  constructor(
    private readonly db: Database,
    private readonly credit: CreditControl,
    private readonly conversion: QuoteConversion,
    private readonly pdf: SignedQuotePdfs,
    private readonly reviewed: ReviewedQuotes,
  ) {}

  /**
   * @throws DomainError not_found, link_revoked, page_expired, credit_hold_hard,
   *   record_awaits_approval, and those of `judgeAcceptance`
   */
  async accept(
    action: LinkAction,
    input: AcceptanceInput & { readonly contentHash: string },
  ): Promise<AcceptedByLink> {
    const way = { method: 'link', userAgent: action.userAgent ?? null, evidence: null } as const;
    const { credit, conversion } = this;
    const quote = await this.act(action, async (tx, locked) => {
      const stubs = await readLineStubs(tx, locked.lines);
      const judged = judgeAcceptance(locked, input, { ...way, stubs });
      await this.reviewed.refuse(tx, judged.chosen.quote);
      return acceptJudged(tx, { credit, conversion }, locked, { ...judged, input, way });
    });
    const ctx = linkCtx(action);
    await this.pdf.after(ctx, quote.id);
    const receipt = await this.db.read(ctx, (tx) => receiptOfQuote(tx, quote.id));
    return { quote, receipt };
  }

  /** @throws DomainError not_found, link_revoked, page_expired, quote_not_open, quote_expired */
  reject(action: LinkAction, reason: string): Promise<QuoteView> {
    return this.act(action, (tx, locked) => rejectIn(tx, locked, reason));
  }

  /** @throws DomainError not_found, link_revoked, page_expired, quote_not_open, quote_expired */
  requestChanges(action: LinkAction, changes: RequestedChanges): Promise<QuoteView> {
    return this.act(action, (tx, locked) => requestChangesIn(tx, locked, changes));
  }

  private act<T>(action: LinkAction, work: (tx: Tx, locked: LockedQuote) => T | Promise<T>) {
    const { token, nonce } = action;
    return this.db.write(linkCtx(action), async (tx) => {
      const { locked } = await lockByLink(tx, token, lockQuoteToChange);
      if (!isPageNonce(token, locked.quote.contentHash ?? '', nonce)) throw pageExpired();
      return work(tx, locked);
    });
  }
}
