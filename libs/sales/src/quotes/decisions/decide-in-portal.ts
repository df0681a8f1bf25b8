import { Injectable } from '@nestjs/common';
import { addDays, startOfDay } from '@quittance/calendar';
import { CreditControl } from '@quittance/credit';
import { Database, checkVersion, sql, type Tx } from '@quittance/database';
import type { Ctx, Id, Instant } from '@quittance/kernel';
import { QuoteConversion } from '../../orders/conversion/quote-conversion.js';
import { lockQuoteToChange, type LockedQuote } from '../change-quote.js';
import { quoteStatusAfter } from '../quote.js';
import type { Quote, QuoteId } from '../quote.description.js';
import { quoteView, type QuoteView } from '../quote.view.js';
import { receiptOfQuote, type QuoteReceipt } from '../receipts/quote-receipt.js';
import { SignedQuotePdfs } from '../printing/signed-quote-pdfs.js';
import { readLineStubs } from '../../plans/sold/line-stubs.js';
import { acceptJudged, judgeAcceptance, type AcceptanceInput } from './accept-in.js';
import { rejectIn, requestChangesIn } from './decline-in.js';
import type { RequestedChanges } from './requested-changes.js';
import { ReviewedQuotes } from './reviewed-quotes.js';

/** Which quote, and the version of it that was read. */
export interface PortalDecision {
  readonly id: QuoteId;
  readonly version: number;
}

/** What somebody of the portal wants to agree to, judged and priced as it was chosen. */
export interface ChosenQuote {
  readonly quote: Quote;
  /** Minor units, with tax. */
  readonly total: bigint;
  /** The first instant at which it can be accepted no more. */
  readonly before: Instant;
}

/** Who of the portal agrees, and whether they may now. */
export interface PortalWay {
  readonly portalUserId: Id<'portal-user'>;
  /** False where somebody else is asked first: the quote then stays as it is. */
  readonly commit: (tx: Tx, wanted: ChosenQuote) => Promise<boolean>;
  /** It is handed on, and signed by whoever accepts it. */
  readonly signsLater?: boolean;
}

/** What became of it: a quote that waits for somebody else is as it was. */
export interface PortalAcceptance {
  readonly accepted: boolean;
  readonly quote: QuoteView;
}

/** The same with the receipt; null of a quote that waits. */
export interface ReceiptedAcceptance extends PortalAcceptance {
  readonly receipt: QuoteReceipt | null;
}

/** What a customer says of a quote in their portal, of the version that they have read. */
@Injectable()
export class DecideInPortal {
  constructor(
    private readonly db: Database,
    private readonly credit: CreditControl,
    private readonly conversion: QuoteConversion,
    private readonly pdf: SignedQuotePdfs,
    private readonly reviewed: ReviewedQuotes,
  ) {}

  /** @throws DomainError not_found, precondition_failed, and those of `acceptIn` */
  async accept(
    ctx: Ctx,
    decision: PortalDecision,
    input: AcceptanceInput,
    way: PortalWay,
  ): Promise<ReceiptedAcceptance> {
    const done = await this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteToChange(tx, decision.id);
      // Whoever says the same again is answered what has become of it.
      const { accepted } = await tx.one<{ accepted: boolean }>(HAS_ACCEPTED, [
        ctx.companyId,
        decision.id,
        way.portalUserId,
      ]);
      if (accepted) return { accepted, quote: quoteView(locked.quote, locked.lines) };
      refuseUndecidable(locked, decision, 'accept');
      return this.acceptLocked(tx, locked, input, way);
    });
    if (!done.accepted) return { ...done, receipt: null };
    await this.signed(ctx, decision.id);
    const receipt = await this.db.read(ctx, (tx) => receiptOfQuote(tx, decision.id));
    return { ...done, receipt };
  }

  /**
   * A quote behind its lock, of the version that was read and open to be accepted.
   * @throws DomainError not_found, precondition_failed, quote_not_open, quote_superseded,
   *   quote_expired
   */
  async lockToAccept(tx: Tx, decision: PortalDecision): Promise<LockedQuote> {
    const locked = await lockQuoteToChange(tx, decision.id);
    refuseUndecidable(locked, decision, 'accept');
    return locked;
  }

  /** A quote behind its lock, for whoever decides about it within a transaction of their own. */
  lock(tx: Tx, id: QuoteId): Promise<LockedQuote> {
    return lockQuoteToChange(tx, id);
  }

  /** @throws DomainError credit_hold_hard without the reason of staff */
  refuseHeld(tx: Tx, quote: Quote): Promise<void> {
    return this.reviewed.refuseHeld(tx, quote);
  }

  /**
   * Asks whether they may only where the company would let them.
   * @throws DomainError record_awaits_approval, credit_hold_hard, and those of `acceptIn`
   */
  async acceptLocked(
    tx: Tx,
    locked: LockedQuote,
    input: AcceptanceInput,
    { portalUserId, commit, signsLater = false }: PortalWay,
  ): Promise<PortalAcceptance> {
    const { credit, conversion } = this;
    const way = { portalUserId, method: 'portal', userAgent: null, evidence: null } as const;
    const stubs = await readLineStubs(tx, locked.lines);
    const judged = judgeAcceptance(locked, input, { ...way, stubs, signsLater });
    const { quote, company } = locked;
    await this.reviewed.refuse(tx, judged.chosen.quote);
    const before = startOfDay(addDays(quote.validUntil, 1), company.timeZone);
    if (!(await commit(tx, { quote, total: judged.chosen.quote.total, before }))) {
      return { accepted: false, quote: quoteView(quote, locked.lines) };
    }
    const said = { ...judged, input, way };
    const accepted = await acceptJudged(tx, { credit, conversion }, locked, said);
    return { accepted: true, quote: accepted };
  }

  /** Makes the signed file, once the transaction of the acceptance has ended. */
  async signed(ctx: Ctx, id: QuoteId): Promise<void> {
    await this.pdf.after(ctx, id);
  }

  /** @throws DomainError not_found, precondition_failed, and those of `rejectIn` */
  reject(ctx: Ctx, decision: PortalDecision, reason: string): Promise<QuoteView> {
    return this.decide(ctx, decision, 'reject', (tx, locked) => rejectIn(tx, locked, reason));
  }

  /** @throws DomainError not_found, precondition_failed, and those of `requestChangesIn` */
  requestChanges(
    ctx: Ctx,
    decision: PortalDecision,
    changes: RequestedChanges,
  ): Promise<QuoteView> {
    return this.decide(ctx, decision, 'request_changes', (tx, locked) =>
      requestChangesIn(tx, locked, changes),
    );
  }

  private decide<T>(
    ctx: Ctx,
    decision: PortalDecision,
    operation: Decision,
    work: (tx: Tx, locked: LockedQuote) => T | Promise<T>,
  ): Promise<T> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteToChange(tx, decision.id);
      refuseUndecidable(locked, decision, operation);
      return work(tx, locked);
    });
  }
}

type Decision = 'accept' | 'reject' | 'request_changes';

/** By primary key of the quote: there is one acceptance of it. */
const HAS_ACCEPTED = sql(`
  select exists(select from sales.quote_acceptance a
    where a.company_id = $1 and a.quote_id = $2 and a.portal_user_id = $3) as accepted`);

/**
 * The state comes before the version: what was decided is told of, not that it was changed.
 * @throws DomainError quote_not_open, quote_superseded, quote_expired, precondition_failed
 */
function refuseUndecidable(
  { quote, today }: LockedQuote,
  { version }: PortalDecision,
  operation: Decision,
): void {
  quoteStatusAfter(quote, operation, today);
  checkVersion(quote.version, version);
}
