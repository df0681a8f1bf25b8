import type { SandboxAction, SandboxLink, SandboxPayment, SandboxStore } from '@quittance/gateway';
import { newId, type Clock } from '@quittance/kernel';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sandboxBody, type SandboxEventType } from './sandbox-event.js';
import { linkIdOf, readLinkId } from './sandbox-link-id.js';

export const TILL_ACTIONS = ['pay', 'fail', 'pay_twice', 'refund'] as const;
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
   * Does what a form of the page asks for; a form that is sent twice acts once. Undefined when there
   * is no such link, `refused` when the nonce is not of its page.
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
    if (this.statusOf(link) !== 'open') return null;
    const captured = action !== 'fail';
    const made = Array.from({ length: action === 'pay_twice' ? 2 : 1 }, (_, n): SandboxPayment => {
      const status = captured ? 'captured' : 'failed';
      return { id: `sbp_${newId()}`, status, attemptKey: keyed(n) };
    });
    // Real providers tell of one payment by several events, in no order.
    const types: SandboxEventType[] = captured
      ? ['payment.captured', 'link.paid']
      : ['payment.failed'];
    const deliveries = made.flatMap(({ id }) => types.map((type) => this.tell(link, type, id)));
    return { payments: made, status: captured ? 'paid' : 'open', deliveries };
  }

  private refund(
    link: SandboxLink,
    payments: readonly SandboxPayment[],
    keyed: (n: number) => string,
  ): SandboxAction | null {
    const refundOf = (paymentId: string) => paymentId.replace('sbp_', 'sbr_');
    const done = new Set(payments.map(({ id }) => id));
    const due = payments.filter(
      ({ id, status }) => status === 'captured' && !done.has(refundOf(id)),
    );
    if (due.length === 0) return null;
    return {
      status: link.status,
      payments: due.map(({ id }, n) => ({
        id: refundOf(id),
        status: 'refunded',
        attemptKey: keyed(n),
      })),
      deliveries: due.map(({ id }) => this.tell(link, 'payment.refunded', id, refundOf(id))),
    };
  }

  private tell(link: SandboxLink, type: SandboxEventType, paymentId: string, refundId?: string) {
    const eventId = newId<'sandbox-event'>();
    const at = this.options.clock.now();
    const linkId = linkIdOf(link.metadata.companyId as never, link.id);
    const happening = { eventId, type, at, link, linkId, paymentId };
    const body = sandboxBody(refundId ? { ...happening, refundId } : happening);
    return { id: eventId, type, body };
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
