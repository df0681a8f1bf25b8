import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CustomerAgreements } from '@quittance/sales';
import type { PortalUserId } from '../actors/portal-actor.js';
import { refuseWithoutNumber } from './acceptance-rules.js';
import type { ApprovalId } from './approval.js';
import type { AskedAcceptance } from './asked.js';
import { closeRequests } from './close-requests.js';
import { Commitments } from './commitments.js';

type Quotes = CustomerAgreements['quotes'];
type QuoteDecision = Parameters<Quotes['accept']>[1];
type Acceptance = Omit<AskedAcceptance, 'forwarded'>;
type Accepted = Awaited<ReturnType<Quotes['accept']>>;

/** What became of an acceptance. */
export interface AcceptedByCustomer {
  readonly outcome: 'accepted' | 'awaiting_approval';
  readonly quote: Accepted['quote'];
  readonly approvalId: ApprovalId | null;
  /** Null of what waits. */
  readonly receipt: Accepted['receipt'];
}

/** A user of the customer agrees to a quote, or has somebody agree who may. */
@Injectable()
export class AcceptCustomerQuote {
  constructor(
    private readonly db: Database,
    private readonly agreements: CustomerAgreements,
    private readonly commitments: Commitments,
  ) {}

  /**
   * Within the limit of the user it is accepted; above it the quote stays sent and waits. Said
   * again by the same user, it has the same outcome.
   * @throws DomainError not_found, precondition_failed, quote_not_open, quote_expired,
   *   quote_superseded, selection_invalid, validation_failed, no_approver_available,
   *   approval_pending, po_number_required, credit_hold_hard, record_awaits_approval
   */
  async execute(
    ctx: Ctx,
    userId: PortalUserId,
    decision: QuoteDecision,
    input: Acceptance,
  ): Promise<AcceptedByCustomer> {
    let approvalId: ApprovalId | null = null;
    const { accepted, quote, receipt } = await this.agreements.quotes.accept(ctx, decision, input, {
      portalUserId: userId,
      commit: async (tx, { quote: wanted, total, before }) => {
        const { id: quoteId, accountId, currency } = wanted;
        await refuseWithoutNumber(tx, input.poNumber);
        const asked = { ...input, ...shownContent(wanted.contentHash) };
        const subject = { kind: 'quote', quoteId, asked, before } as const;
        const commitment = { userId, accountId, total, currency, subject };
        const done = await this.commitments.commitOrAsk(tx, commitment);
        approvalId = done.outcome === 'charged' ? null : done.approvalId;
        if (approvalId === null) await closeRequests(tx, { quoteId }, 'The quote was accepted');
        return approvalId === null;
      },
    });
    const outcome = accepted ? 'accepted' : 'awaiting_approval';
    return { outcome, quote, approvalId, receipt };
  }

  /**
   * Hands a quote on to those who may approve it: whoever does accepts it.
   * @throws DomainError as `execute`
   */
  forward(
    ctx: Ctx,
    userId: PortalUserId,
    decision: QuoteDecision,
    { note, ...input }: Acceptance & { readonly note: string | null },
  ): Promise<AcceptedByCustomer> {
    return this.db.write(ctx, async (tx) => {
      const locked = await this.agreements.quotes.lockToAccept(tx, decision);
      let approvalId: ApprovalId | null = null;
      const { quote } = await this.agreements.quotes.acceptLocked(tx, locked, input, {
        portalUserId: userId,
        signsLater: true,
        commit: async (_, { quote: wanted, total, before }) => {
          const { id: quoteId, accountId, currency } = wanted;
          await refuseWithoutNumber(tx, input.poNumber);
          const asked = { ...input, forwarded: true, ...shownContent(wanted.contentHash) };
          const subject = { kind: 'quote', quoteId, asked, before } as const;
          const commitment = { userId, accountId, total, currency, subject, note };
          approvalId = (await this.commitments.ask(tx, commitment)).id;
          return false;
        },
      });
      return { outcome: 'awaiting_approval', quote, approvalId, receipt: null } as const;
    });
  }
}

/** What was agreed to is what was shown then: another content is not accepted by an approval. */
const shownContent = (contentHash: string | null) => (contentHash === null ? {} : { contentHash });
