import {
  ProviderFailure,
  plainRule,
  type PaymentLinkRequest,
  type LinkSearch,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderLink,
  type ProviderNotice,
  type ProviderRefundState,
  type RefundOrder,
  type WebhookHeaders,
  type WireRule,
} from '@quittance/gateway/provider';
import type { CompanyId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { Seeded } from '../faults/support/seeded.js';
import type { SimulatedBooks, SimulatedLink } from './simulated-books.js';
import { SIGNATURE, isSignedBy, readEvent } from './simulated-webhook.js';

/** Calls that fail: half of them after they took effect. */
const FAULTS = 0.06;

/** A payment provider in this process: keeps books of its own and fails now and then. */
export class SimulatedProvider implements PaymentProvider {
  readonly name = 'simulated';
  readonly credentialFields = [{ name: 'webhookSecret', required: false }];
  readonly webhookSecretField = 'webhookSecret';
  readonly identityField = null;
  readonly publicOrigin = null;
  readonly longestLinkSeconds = 20 * 86_400;
  private books: SimulatedBooks | undefined;
  private seed: number | null = null;
  private calls = new Map<string, number>();

  /** From now on it serves this company; without a seed no call fails. */
  serve(books: SimulatedBooks, seed: number | null): void {
    this.books = books;
    this.seed = seed;
    this.calls = new Map();
  }

  fallbackCredentials(companyId: CompanyId): Readonly<Record<string, string>> {
    return { webhookSecret: `secret of ${companyId}` };
  }

  wireRule(currency: Currency): WireRule {
    return plainRule(currency);
  }

  createLink(account: ProviderAccount, request: PaymentLinkRequest): Promise<ProviderLink> {
    const about = `link of ${request.invoiceNumber}`;
    return this.call(account, about, (books) => shown(books, books.linkFor(request)));
  }

  findLink(account: ProviderAccount, wanted: LinkSearch): Promise<ProviderLink | null> {
    return this.call(account, 'search', (books) => {
      const link = books.links.find(
        ({ id, request }) => id === wanted.linkId || request.reference === wanted.reference,
      );
      return link ? shown(books, link) : null;
    });
  }

  cancelLink(account: ProviderAccount, linkId: string): Promise<void> {
    return this.call(account, 'cancellation', (books) => {
      const link = books.links.find(({ id }) => id === linkId);
      if (link) books.cancel(link);
    });
  }

  refundPayment(account: ProviderAccount, order: RefundOrder): Promise<ProviderRefundState> {
    const about = order.providerPaymentId.slice(account.companyId.length);
    return this.call(account, about, (books) => {
      const capture = books.captures.find(({ id }) => id === order.providerPaymentId);
      const refund = capture && books.refund(capture, order.wireAmount, order.key);
      if (!refund) throw new ProviderFailure('refused', 'That is more than is left of it.');
      return { providerRefundId: refund.id, status: refund.status };
    });
  }

  async test(): Promise<void> {
    // There are no credentials that could be wrong.
  }

  readWebhook(raw: Buffer): ProviderNotice | undefined {
    return readEvent(raw);
  }

  verifySignature(raw: Buffer, headers: WebhookHeaders, secret: string): boolean {
    return isSignedBy(raw, headers[SIGNATURE], secret);
  }

  /** One call over a network that loses requests and answers. */
  private async call<T>(
    { companyId }: ProviderAccount,
    about: string,
    effect: (books: SimulatedBooks) => T,
  ): Promise<T> {
    const { books } = this;
    if (books?.companyId !== companyId) throw new Error('The provider serves another company now');
    const fault = this.drawFault(about);
    // A turn of the event loop, as between two processes.
    await new Promise((resolve) => setImmediate(resolve));
    const result = fault === 'request lost' ? undefined : effect(books);
    if (fault !== null) throw new ProviderFailure('unknown', `The ${fault}.`);
    return result as T;
  }

  /** By what is asked for, how often: the same in every run, whoever asks first. */
  private drawFault(about: string): 'request lost' | 'answer lost' | null {
    if (this.seed === null) return null;
    const count = (this.calls.get(about) ?? 0) + 1;
    this.calls.set(about, count);
    const letters = [...`${about} ${count}`];
    const mixed = letters.reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7);
    const chance = new Seeded(this.seed ^ mixed);
    if (chance.next() >= FAULTS) return null;
    return chance.next() < 0.5 ? 'request lost' : 'answer lost';
  }
}

function shown(books: SimulatedBooks, link: SimulatedLink): ProviderLink {
  const { wireAmount, currency, expiresAt } = link.request;
  return {
    linkId: link.id,
    url: `https://pay.simulated.example/${link.id}`,
    status: link.status,
    orderId: null,
    wireAmount,
    currency,
    expiresAt,
    payments: books.captures
      .filter((capture) => capture.link === link)
      .map(({ id, amount }) => ({ providerPaymentId: id, amount, currency })),
  };
}
