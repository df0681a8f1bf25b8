import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { newId, type AccountId, type Id, type Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { CustomerAgreements, type OrderId, type SubscriptionId } from '@quittance/sales';
import type { PortalUserId } from '../actors/portal-actor.js';
import { charge, commitChain, type LimitCharge } from '../limits/limit-ledger.js';
import { lockSpender, type Spender } from '../limits/spender.js';
import { subscriptionChain } from './subscription-chain.js';
import type { Approval, ApprovalId } from './approval.js';
import { askApproval } from './ask-approval.js';

/** An order in draft, of the quote that it was made of where there is one. */
export interface CommittedOrder {
  readonly kind: 'order';
  readonly orderId: OrderId;
  readonly quoteId: Id<'quote'> | null;
}

/** A quote, with what was said in accepting it. */
export interface CommittedQuote {
  readonly kind: 'quote';
  readonly quoteId: Id<'quote'>;
  readonly asked: object;
  /** When it can be accepted no more. */
  readonly before: Instant;
}

/** The order of a quote that was accepted. */
export interface CommittedQuoteOrder {
  readonly kind: 'quote_order';
  readonly quoteId: Id<'quote'>;
}

/** Other items of a subscription, as they were previewed. */
export interface CommittedChange {
  readonly kind: 'plan_change';
  readonly subscriptionId: SubscriptionId;
  readonly asked: object;
  /** The day from which they hold; null while nobody has asked for which. */
  readonly from: LocalDate | null;
}

/** A subscription that goes on behind the end that was set for it. */
export interface CommittedResumption {
  readonly kind: 'resumption';
  readonly subscriptionId: SubscriptionId;
  /** The day of that end; null while nobody has asked for which. */
  readonly from: LocalDate | null;
}

/** What a user of a customer commits their party to. */
export interface Commitment {
  readonly userId: PortalUserId;
  /** Whose it is, within the reach of the user. */
  readonly accountId: AccountId;
  /** Minor units, tax included. */
  readonly total: bigint;
  readonly currency: Currency;
  readonly subject:
    | CommittedOrder
    | CommittedQuote
    | CommittedQuoteOrder
    | CommittedChange
    | CommittedResumption;
  /** What the approvers are told. */
  readonly note?: string | null;
}

/** Whether it is within the limit, or whom it waits for. */
export type CommitmentOutcome =
  | { readonly outcome: 'charged' }
  | { readonly outcome: 'awaiting_approval'; readonly approvalId: ApprovalId };

/**
 * The one way to whatever a user of a customer commits their party to: checkout, the acceptance of
 * a quote, its order, reordering, another plan of a subscription and taking back its end.
 */
@Injectable()
export class Commitments {
  constructor(private readonly agreements: CustomerAgreements) {}

  /**
   * Draws on the limit of the user, or asks those who may approve, in the caller's transaction.
   *
   * - `charged`: it is within the limit and reserved in the ledger. The caller goes on: places the
   *   order, accepts the quote, changes the plan. If the caller's transaction fails, so does the
   *   reservation. Of a quote and its order only what the order is more is charged.
   * - `awaiting_approval`: a request is stored and announced, and nothing is charged. An order was
   *   put to wait (`approval: waiting`, a draft whose prices are frozen), so that its row is
   *   another than before; a quote stays sent, a subscription as it is. The caller answers that
   *   outcome and does nothing more: the approval carries it out.
   *
   * Called behind the lock of the quote or order. The user is locked from here on; whoever draws a
   * number in the same transaction before that calls `hold` ahead of it.
   * @throws DomainError no_approver_available, approval_pending; of an order also those of
   *   `WaitingOrders.hold`
   */
  async commitOrAsk(tx: Tx, commitment: Commitment): Promise<CommitmentOutcome> {
    const { userId, subject } = commitment;
    const spender = await lockSpender(tx, userId);
    const charged = await drawFor(tx, spender, commitment);
    if (charged) return { outcome: 'charged' };
    const { id } = await this.ask(tx, commitment);
    if (subject.kind === 'order') await this.agreements.orders.hold(tx, subject.orderId);
    return { outcome: 'awaiting_approval', approvalId: id };
  }

  /**
   * Asks those who may approve, whatever the limit of the user allows; nothing is charged.
   * @throws DomainError no_approver_available, approval_pending
   */
  ask(tx: Tx, commitment: Commitment): Promise<Approval> {
    const { userId, accountId, total, currency, note = null, subject } = commitment;
    return askApproval(tx, {
      userId,
      accountId,
      total,
      currency,
      note,
      subject: subject.kind,
      orderId: subject.kind === 'order' ? subject.orderId : null,
      quoteId: 'quoteId' in subject ? subject.quoteId : null,
      subscriptionId: 'subscriptionId' in subject ? subject.subscriptionId : null,
      asked: 'asked' in subject ? subject.asked : null,
      before: subject.kind === 'quote' ? subject.before : null,
    });
  }

  /** Locks the user whose limit will be drawn on. @throws DomainError portal_user_deactivated */
  async hold(tx: Tx, userId: PortalUserId): Promise<void> {
    await lockSpender(tx, userId);
  }
}

/**
 * Draws a commitment on the limit of a locked user; false, with nothing written, where that does
 * not allow it. What of a subscription holds today is spent with it; what is planned is reserved
 * until its day, so that it is free again where it comes to nothing.
 */
export async function drawFor(
  tx: Tx,
  spender: Spender,
  commitment: Pick<Commitment, 'total' | 'currency' | 'subject'>,
  approvalId: ApprovalId | null = null,
): Promise<boolean> {
  const asked = chargeOf(commitment, approvalId);
  if (!(await charge(tx, spender, asked))) return false;
  const from = 'from' in commitment.subject ? commitment.subject.from : null;
  if (from !== null && from <= (await readToday(tx))) await commitChain(tx, asked.chainId);
  return true;
}

/** What a commitment draws on a limit; an order draws on what its quote was charged. */
export function chargeOf(
  { total, currency, subject }: Pick<Commitment, 'total' | 'currency' | 'subject'>,
  approvalId: ApprovalId | null,
): LimitCharge {
  const none = { orderId: null, quoteId: null, subscriptionId: null };
  const what = { total, currency, approvalId, ...none };
  switch (subject.kind) {
    case 'order': {
      const { orderId, quoteId } = subject;
      return { ...what, orderId, quoteId, chainId: quoteId ?? orderId };
    }
    case 'quote':
    case 'quote_order':
      return { ...what, quoteId: subject.quoteId, chainId: subject.quoteId };
    case 'plan_change':
    case 'resumption':
      return {
        ...what,
        subscriptionId: subject.subscriptionId,
        chainId: subject.from
          ? subscriptionChain(subject.kind, subject.subscriptionId, subject.from)
          : newId<'plan-change'>(),
      };
  }
}
