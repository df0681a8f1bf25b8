import type { PaymentLinkRequest } from '@quittance/gateway/provider';
import { addSeconds, type Clock, type Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { Seeded } from '../faults/support/seeded.js';

/** A payment page as the provider has it. */
export interface SimulatedLink {
  readonly id: string;
  readonly request: PaymentLinkRequest;
  status: 'open' | 'paid' | 'cancelled' | 'expired';
}

/** Money the provider has taken. */
export interface SimulatedCapture {
  readonly id: string;
  /** The same in every run of the seed. */
  readonly name: string;
  readonly invoiceId: string | null;
  readonly link: SimulatedLink | null;
  readonly amount: bigint;
  readonly currency: Currency;
}

/** Money the provider gives back. */
export interface SimulatedRefund {
  readonly id: string;
  /** Of the order it was made for; null when it was made at the provider. */
  readonly key: string | null;
  readonly capture: SimulatedCapture;
  readonly amount: bigint;
  status: 'pending' | 'processed' | 'failed';
  /** When a pending one is decided. */
  readonly decidedAt: Instant;
}

/** How far a payer's bank has got with what its payer disputes. */
export type SimulatedStage = 'opened' | 'withdrawn' | 'won' | 'reinstated' | 'lost';

/** What a payer has their bank take back. */
export interface SimulatedDispute {
  readonly id: string;
  readonly capture: SimulatedCapture;
  readonly amount: bigint;
  /** What the provider charges for it, told with every stage. */
  readonly fee: bigint;
  readonly stages: SimulatedStage[];
  readonly decidedAt: Instant;
}

const FAILS = 0.1;
const LOST = 0.5;
const WITHDRAWN_AT_ONCE = 0.6;

/** What the provider knows of one company: the other side of invariant I9. */
export class SimulatedBooks {
  readonly links: SimulatedLink[] = [];
  readonly captures: SimulatedCapture[] = [];
  readonly refunds: SimulatedRefund[] = [];
  readonly disputes: SimulatedDispute[] = [];

  constructor(
    readonly companyId: string,
    private readonly clock: Clock,
    private readonly chance: Seeded,
    private readonly tell: (event: SimulatedEvent) => void,
  ) {}

  /** The link of the reference, made unless it is there. */
  linkFor(request: PaymentLinkRequest): SimulatedLink {
    const known = this.links.find((link) => link.request.reference === request.reference);
    if (known) return known;
    const id = `${this.companyId}-link-${this.links.length + 1}`;
    const link: SimulatedLink = { id, request, status: 'open' };
    this.links.push(link);
    return link;
  }

  openLinks(): SimulatedLink[] {
    return this.links.filter(({ status }) => status === 'open');
  }

  /** The payer of a link pays; undefined when the link was closed a moment before. */
  payLink(link: SimulatedLink): SimulatedCapture | undefined {
    if (link.status !== 'open') return undefined;
    link.status = 'paid';
    const { wireAmount: amount, currency, metadata } = link.request;
    const capture = this.take({ invoiceId: metadata.invoiceId, link, amount, currency });
    this.tell({ type: 'link.paid', capture });
    return capture;
  }

  /** A payment that came in by another way and names an invoice. */
  take(money: Omit<SimulatedCapture, 'id' | 'name'>): SimulatedCapture {
    const name = `payment-${this.captures.length + 1}`;
    const capture = { ...money, id: `${this.companyId}-${name}`, name };
    this.captures.push(capture);
    this.tell({ type: 'payment.captured', capture });
    return capture;
  }

  cancel(link: SimulatedLink): void {
    if (link.status !== 'open') return;
    link.status = 'cancelled';
    this.tell({ type: 'link.cancelled', link });
  }

  left(capture: SimulatedCapture): bigint {
    const gone = [
      ...this.refunds.filter((refund) => refund.capture === capture && alive(refund)),
      ...this.disputes.filter((dispute) => dispute.capture === capture && !isWon(dispute)),
    ];
    return capture.amount - gone.reduce((sum, { amount }) => sum + amount, 0n);
  }

  /** Gives money back, once per key; undefined when that is more than is left. */
  refund(
    capture: SimulatedCapture,
    amount: bigint,
    key: string | null,
  ): SimulatedRefund | undefined {
    const known = key === null ? undefined : this.refunds.find((refund) => refund.key === key);
    if (known) return known;
    if (amount > this.left(capture)) return undefined;
    const refund: SimulatedRefund = {
      id: `${this.companyId}-refund-${this.refunds.length + 1}`,
      key,
      capture,
      amount,
      status: 'pending',
      decidedAt: addSeconds(this.clock.now(), this.chance.below(48 * 3600)),
    };
    this.refunds.push(refund);
    if (key === null || this.chance.next() < 0.4) this.decide(refund, 'processed');
    return refund;
  }

  /** The payer of a payment disputes some of it with their bank; nobody is asked. */
  dispute(capture: SimulatedCapture, amount: bigint): SimulatedDispute {
    const dispute: SimulatedDispute = {
      id: `${this.companyId}-dispute-${this.disputes.length + 1}`,
      capture,
      amount,
      fee: 1500n,
      stages: [],
      decidedAt: addSeconds(this.clock.now(), this.chance.below(20 * 86_400)),
    };
    this.disputes.push(dispute);
    this.reach(dispute, 'opened');
    if (this.chance.next() < WITHDRAWN_AT_ONCE) this.reach(dispute, 'withdrawn');
    return dispute;
  }

  /** What happens by itself: links expire, pending refunds and disputes are decided. */
  tick(): void {
    const now = this.clock.now();
    for (const link of this.openLinks().filter(({ request }) => request.expiresAt <= now)) {
      link.status = 'expired';
      this.tell({ type: 'link.expired', link });
    }
    for (const refund of this.refunds) {
      if (refund.status !== 'pending' || refund.decidedAt > now) continue;
      this.decide(refund, this.chance.next() < FAILS ? 'failed' : 'processed');
    }
    for (const dispute of this.disputes) {
      if (isDecided(dispute) || dispute.decidedAt > now) continue;
      const isLost = this.chance.next() < LOST;
      this.reach(dispute, isLost ? 'lost' : 'won');
      if (!isLost && dispute.stages.includes('withdrawn')) this.reach(dispute, 'reinstated');
    }
  }

  private reach(dispute: SimulatedDispute, stage: SimulatedStage): void {
    dispute.stages.push(stage);
    this.tell({ type: `dispute.${stage}`, dispute, stage });
  }

  private decide(refund: SimulatedRefund, status: 'processed' | 'failed'): void {
    refund.status = status;
    this.tell({ type: `refund.${status}`, refund });
  }
}

function alive({ status }: SimulatedRefund): boolean {
  return status !== 'failed';
}

const isWon = ({ stages }: SimulatedDispute): boolean => stages.includes('won');

const isDecided = (dispute: SimulatedDispute): boolean =>
  isWon(dispute) || dispute.stages.includes('lost');

/** What the provider has to tell. */
export type SimulatedEvent =
  | { readonly type: 'payment.captured' | 'link.paid'; readonly capture: SimulatedCapture }
  | {
      readonly type: `dispute.${SimulatedStage}`;
      readonly dispute: SimulatedDispute;
      readonly stage: SimulatedStage;
    }
  | { readonly type: 'link.cancelled' | 'link.expired'; readonly link: SimulatedLink }
  | { readonly type: 'refund.processed' | 'refund.failed'; readonly refund: SimulatedRefund };
