import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import { Database, checkVersion, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { QuoteConversion } from '../../orders/conversion/quote-conversion.js';
import { lockQuoteToChange, type LockedQuote } from '../change-quote.js';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { SignedQuotePdfs } from '../printing/signed-quote-pdfs.js';
import { acceptIn, type AcceptanceInput, type AcceptanceWay } from './accept-in.js';
import { rejectIn, requestChangesIn } from './decline-in.js';
import type { RequestedChanges } from './requested-changes.js';

/** Which quote, and the version of it that was read. */
export interface PortalDecision {
  readonly id: QuoteId;
  readonly version: number;
}

/** Who of the portal agrees, and to how much they may. */
export type PortalWay = Required<Pick<AcceptanceWay, 'portalUserId' | 'refuse'>>;

/** What a customer says of a quote in their portal, of the version that they have read. */
@Injectable()
export class DecideInPortal {
  constructor(
    private readonly db: Database,
    private readonly credit: CreditControl,
    private readonly conversion: QuoteConversion,
    private readonly pdf: SignedQuotePdfs,
  ) {}

  /** @throws DomainError not_found, precondition_failed, and those of `acceptIn` */
  async accept(
    ctx: Ctx,
    decision: PortalDecision,
    input: AcceptanceInput,
    way: PortalWay,
  ): Promise<QuoteView> {
    const { credit, conversion } = this;
    const how = { ...way, method: 'portal', userAgent: null, evidence: null } as const;
    const accepted = await this.decide(ctx, decision, (tx, locked) =>
      acceptIn(tx, { credit, conversion }, locked, input, how),
    );
    await this.pdf.after(ctx, decision.id);
    return accepted;
  }

  /** @throws DomainError not_found, precondition_failed, and those of `rejectIn` */
  reject(ctx: Ctx, decision: PortalDecision, reason: string): Promise<QuoteView> {
    return this.decide(ctx, decision, (tx, locked) => rejectIn(tx, locked, reason));
  }

  /** @throws DomainError not_found, precondition_failed, and those of `requestChangesIn` */
  requestChanges(
    ctx: Ctx,
    decision: PortalDecision,
    changes: RequestedChanges,
  ): Promise<QuoteView> {
    return this.decide(ctx, decision, (tx, locked) => requestChangesIn(tx, locked, changes));
  }

  private decide(
    ctx: Ctx,
    { id, version }: PortalDecision,
    work: (tx: Tx, locked: LockedQuote) => QuoteView | Promise<QuoteView>,
  ): Promise<QuoteView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await lockQuoteToChange(tx, id);
      checkVersion(locked.quote.version, version);
      return work(tx, locked);
    });
  }
}
