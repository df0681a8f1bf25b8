import type {
  SandboxAction,
  SandboxLink,
  SandboxPayment,
  SandboxStore,
} from '@quittance/gateway/provider';
import { newId, type Clock } from '@quittance/kernel';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sandboxNews, type SandboxEventType } from './sandbox-event.js';
import {
  disputeIdOf,
  disputeRow,
  isDisputed,
  undecidedOf,
  type SandboxDecision,
} from './sandbox-dispute.js';
import { readLinkId } from './sandbox-link-id.js';
import { leftOf, sandboxPaymentOf, refundOf } from './sandbox-refund.js';

export const TILL_ACTIONS = [
  'pay',
  'fail',
  'pay_twice',
  'refund',
  'dispute',
  'win',
  'lose',
] as const;
export type TillAction = (typeof TILL_ACTIONS)[number];

export interface TillView {
  readonly link: SandboxLink;
  readonly linkId: string;
  readonly status: SandboxLink['status'];
  readonly payments: readonly SandboxPayment[];
}

export interface TillOptions {
  readonly clock: Clock;
  /** Signs the nonces of pages. */
  readonly masterKey: Buffer;
}

const NONCE_MAC_BYTES = 16;

/** What happens on payment pages: a person, or a test, decides how the payment ends. */
export class SandboxTill {
  constructor(
    private readonly store: SandboxStore,
    private readonly options: TillOptions,
  ) {}

  /** A link as its page shows it; undefined when there is none. */
  async view(linkId: string): Promise<TillView | undefined> {
    const known = readLinkId(linkId);
    if (!known) return undefined;
    const now = this.options.clock.now();
    const link = await this.store.find(known.companyId, known.id, now);
    if (!link) return undefined;
    const payments = await this.store.payments(known.companyId, known.id, now);
    return { link, linkId, status: this.statusOf(link), payments };
  }

  /** A fresh nonce of a page: an action without one from a page of ours does nothing. */
  nonce(linkId: string): string {
    const once = randomBytes(12).toString('base64url');
    return `${once}.${this.macOf(linkId, once)}`;
  }

  /**
   * Does what a form of the page asks for; a form that is sent twice acts once. Undefined when
   * there is no such link, `refused` when the nonce is not of its page.
   */
  async act(
    linkId: string,
    action: TillAction,
    nonce: string,
  ): Promise<TillView | 'refused' | undefined> {
    const known = readLinkId(linkId);
    if (!known) return undefined;
    if (!this.isNonce(linkId, nonce)) return 'refused';
    const now = this.options.clock.now();
    await this.store.act(known.companyId, known.id, now, (link, payments) =>
      payments.some(({ attemptKey }) => attemptKey.startsWith(`${nonce}/`))
        ? null
        : this.decide(link, payments, action, nonce),
    );
    return this.view(linkId);
  }

  private decide(
    link: SandboxLink,
    payments: readonly SandboxPayment[],
    action: TillAction,
    nonce: string,
  ): SandboxAction | null {
    const keyed = (n: number) => `${nonce}/${n}`;
    if (action === 'refund') return this.refund(link, payments, keyed);
    if (action === 'dispute') return this.dispute(link, payments, keyed);
    if (action === 'win') return this.end(link, payments, 'won', keyed);
    if (action === 'lose') return this.end(link, payments, 'lost', keyed);
    if (this.statusOf(link) !== 'open') return null;
    const captured = action !== 'fail';
    const made = Array.from({ length: action === 'pay_twice' ? 2 : 1 }, (_, n): SandboxPayment => {
      const status = captured ? 'captured' : 'failed';
      return { id: `sbp_${newId()}`, status, attemptKey: keyed(n), amount: link.amount };
    });
    // Real providers tell of one payment by several events, in no order.
    const types: SandboxEventType[] = captured
      ? ['payment.captured', 'link.paid']
      : ['payment.failed'];
    const deliveries = made.flatMap(({ id }) => types.map((type) => this.tell(link, type, id)));
    return { payments: made, status: captured ? 'paid' : 'open', deliveries };
  }

  /** Gives back what is left of every payment of the link. */
  private refund(
    link: SandboxLink,
    payments: readonly SandboxPayment[],
    keyed: (n: number) => string,
  ): SandboxAction | null {
    const captured = payments.filter(({ status }) => status === 'captured');
    const refunds = captured.flatMap(({ id }, n) => {
      // The bank has the money of a disputed one, or decides who does.
      const amount = isDisputed(payments, id) ? 0n : leftOf(payments, id);
      return amount > 0n ? [refundOf(id, amount, keyed(n))] : [];
    });
    if (refunds.length === 0) return null;
    const deliveries = refunds.map((refund) => {
      const paymentId = sandboxPaymentOf(refund);
      return this.tell(link, 'payment.refunded', paymentId, refund);
    });
    return { status: link.status, payments: refunds, deliveries };
  }

  /** The payer disputes what is left of every payment, and the bank takes it back at once. */
  private dispute(
    link: SandboxLink,
    payments: readonly SandboxPayment[],
    keyed: (n: number) => string,
  ): SandboxAction | null {
    const captured = payments.filter(({ status }) => status === 'captured');
    const disputed = captured.flatMap(({ id }, n) => {
      const amount = leftOf(payments, id);
      if (amount === 0n || isDisputed(payments, id)) return [];
      return [{ paymentId: id, row: disputeRow(id, 'disputed', amount, keyed(n)) }];
    });
    return this.disputesTold(link, 'payment.disputed', disputed);
  }

  private end(
    link: SandboxLink,
    payments: readonly SandboxPayment[],
    decision: SandboxDecision,
    keyed: (n: number) => string,
  ): SandboxAction | null {
    const ended = undecidedOf(payments).map(({ id, amount }, n) => ({
      paymentId: id,
      row: disputeRow(id, decision, amount, keyed(n)),
    }));
    return this.disputesTold(link, `payment.dispute_${decision}`, ended);
  }

  private disputesTold(
    link: SandboxLink,
    type: SandboxEventType,
    rows: readonly { readonly paymentId: string; readonly row: SandboxPayment }[],
  ): SandboxAction | null {
    if (rows.length === 0) return null;
    const deliveries = rows.map(({ paymentId, row }) => {
      const dispute = { id: disputeIdOf(paymentId), amount: row.amount };
      return sandboxNews({ at: this.options.clock.now(), type, link, paymentId, dispute });
    });
    return { status: link.status, payments: rows.map(({ row }) => row), deliveries };
  }

  private tell(
    link: SandboxLink,
    type: SandboxEventType,
    paymentId: string,
    refund?: SandboxPayment,
  ) {
    const at = this.options.clock.now();
    return sandboxNews({ at, type, link, paymentId, ...(refund ? { refund } : {}) });
  }

  private statusOf(link: SandboxLink): SandboxLink['status'] {
    const over = link.status === 'open' && link.expiresAt <= this.options.clock.now();
    return over ? 'expired' : link.status;
  }

  private isNonce(linkId: string, nonce: string): boolean {
    const [once = '', mac = ''] = nonce.split('.');
    const expected = Buffer.from(this.macOf(linkId, once));
    const given = Buffer.from(mac);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private macOf(linkId: string, once: string): string {
    return createHmac('sha256', this.options.masterKey)
      .update(`sandbox-page-nonce/${linkId}/${once}`)
      .digest()
      .subarray(0, NONCE_MAC_BYTES)
      .toString('base64url');
  }
}
