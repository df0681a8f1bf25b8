import {
  ProviderFailure,
  plainRule,
  type LinkRequest,
  type LinkSearch,
  type PaymentProvider,
  type ProviderAccount,
  type ProviderLink,
  type ProviderNotice,
  type ProviderRefundState,
  type RefundOrder,
  type WebhookHeaders,
  type WireRule,
} from '@quittance/gateway';
import type { CompanyId, Currency } from '@quittance/kernel';
import type { Seeded } from '../faults/support/seeded.js';
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
  private chance: Seeded | undefined;

  /** From now on it serves this company; without a generator no call fails. */
  serve(books: SimulatedBooks, chance: Seeded | undefined): void {
    this.books = books;
    this.chance = chance;
  }

  fallbackCredentials(companyId: CompanyId): Readonly<Record<string, string>> {
    return { webhookSecret: `secret of ${companyId}` };
  }

  wireRule(currency: Currency): WireRule {
    return plainRule(currency);
  }

  createLink(account: ProviderAccount, request: LinkRequest): Promise<ProviderLink> {
    return this.call(account, (books) => shown(books, books.linkFor(request)));
  }

  findLink(account: ProviderAccount, wanted: LinkSearch): Promise<ProviderLink | null> {
    return this.call(account, (books) => {
      const link = books.links.find(
        ({ id, request }) => id === wanted.linkId || request.reference === wanted.reference,
      );
      return link ? shown(books, link) : null;
    });
  }

  cancelLink(account: ProviderAccount, linkId: string): Promise<void> {
    return this.call(account, (books) => {
      const link = books.links.find(({ id }) => id === linkId);
      if (link) books.cancel(link);
    });
  }

  refundPayment(account: ProviderAccount, order: RefundOrder): Promise<ProviderRefundState> {
    return this.call(account, (books) => {
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
    effect: (books: SimulatedBooks) => T,
  ): Promise<T> {
    const { books, chance } = this;
    if (books?.companyId !== companyId) throw new Error('The provider serves another company now');
    // A turn of the event loop, as between two processes.
    await new Promise((resolve) => setImmediate(resolve));
    const fault = chance !== undefined && chance.next() < FAULTS;
    const acts = !fault || chance.next() < 0.5;
    const result = acts ? effect(books) : undefined;
    if (fault) throw new ProviderFailure('unknown', 'The answer was lost.');
    return result as T;
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
