import { Injectable } from '@nestjs/common';
import { Database, violates } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import type { Ctx } from '@quittance/kernel';
import { workQuarantined } from '@quittance/watchdog';
import { ServingAccounts, type ServingAccount } from '../connectors/serving-account.js';
import { amountNotRepresentable, paymentProviderUnavailable } from '../gateway.errors.js';
import { callProvider } from '../providers/call-provider.js';
import {
  ProviderFailure,
  type PaymentLinkRequest,
  type LinkSearch,
  type ProviderLink,
} from '../providers/payment-provider.port.js';
import type { Checkout } from './checkout.js';
import { isOverSeveral } from './checkout-parts.js';
import {
  discardLink,
  storeAbsence,
  storeClosed,
  storeLink,
  storeNoAnswer,
  storeNotMade,
} from './checkout-outcome.js';

/** Everything the provider is told about one attempt. */
export interface LinkOrder {
  readonly checkout: Checkout;
  readonly serving: ServingAccount;
  readonly companyName: string;
  /** Of several: their numbers, as a payer reads them. */
  readonly invoiceNumber: string;
  readonly customer: PaymentLinkRequest['customer'];
}

/**
 * Calls to the provider about a stored attempt, each followed by a transaction with its outcome.
 */
@Injectable()
export class CheckoutLinks {
  constructor(
    private readonly db: Database,
    private readonly accounts: ServingAccounts,
  ) {}

  /**
   * Has the provider make the link of an attempt.
   * @throws DomainError payment_provider_unavailable, amount_not_representable
   */
  async make(ctx: Ctx, order: LinkOrder): Promise<Checkout> {
    const { checkout, serving } = order;
    const { provider, account } = serving;
    try {
      const link = await callProvider((signal) =>
        provider.createLink(account, requestOf(ctx, order), signal),
      );
      return await this.keep(ctx, checkout, link);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      await this.db.write(ctx, (tx) => storeNotMade(tx, checkout.id, error), { answers: false });
      throw refusal(checkout, error);
    }
  }

  /** Asks the provider what became of an attempt. Failures are left to the next look. */
  async lookUp(ctx: Ctx, checkout: Checkout): Promise<void> {
    await this.tolerate(ctx, checkout, async (serving) => {
      const { provider, account } = serving;
      const link = await callProvider((signal) =>
        provider.findLink(account, searchOf(checkout), signal),
      );
      if (link) await this.keep(ctx, checkout, link);
      else await this.db.write(ctx, (tx) => storeAbsence(tx, checkout.id), { answers: false });
    });
  }

  /**
   * Makes sure that a link cannot be paid any more. Answers the attempt as it is then; undefined of
   * failures, which are left to the sweeper.
   */
  close(ctx: Ctx, checkout: Checkout): Promise<Checkout | undefined> {
    return this.tolerate(ctx, checkout, async ({ provider, account }) => {
      const link = await callProvider(async (signal) => {
        const search = searchOf(checkout);
        // Of an attempt without outcome only the reference is known.
        const known = checkout.linkId ? search : await provider.findLink(account, search, signal);
        if (!known?.linkId) return null;
        const { linkId } = known;
        await provider.cancelLink(account, linkId, signal);
        // The payer may have been faster, and the event of that is lost.
        return provider.findLink(account, { ...search, linkId }, signal);
      });
      return this.db.write(ctx, (tx) => storeClosed(tx, checkout.id, link), { answers: false });
    });
  }

  /**
   * Nobody asks about it, as though the provider did not answer: after the last look it has failed.
   */
  async leaveOut(ctx: Ctx, { id }: Checkout): Promise<void> {
    const why = { message: workQuarantined.detail };
    await this.db.write(ctx, (tx) => storeNoAnswer(tx, id, why), { answers: false });
  }

  private async tolerate<T>(
    ctx: Ctx,
    checkout: Checkout,
    work: (serving: ServingAccount) => Promise<T>,
  ): Promise<T | undefined> {
    const serving = await this.db.read(ctx, (tx) => this.accounts.of(tx, checkout.provider));
    try {
      if (!serving) throw new ProviderFailure('unknown', 'Access to the provider is gone.');
      return await work(serving);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      await this.db.write(ctx, (tx) => storeNoAnswer(tx, checkout.id, error), { answers: false });
      return undefined;
    }
  }

  /** @throws ProviderFailure when what the provider made is not what was asked for */
  private async keep(ctx: Ctx, checkout: Checkout, link: ProviderLink): Promise<Checkout> {
    const { currency, wireAmount } = checkout;
    try {
      if (link.currency !== currency || link.wireAmount !== wireAmount) {
        await this.db.write(ctx, (tx) => discardLink(tx, checkout.id, link), { answers: false });
        throw new ProviderFailure('refused', 'The provider made a link for another amount.');
      }
      return await this.db.write(ctx, (tx) => storeLink(tx, checkout.id, link), {
        answers: false,
      });
    } catch (error) {
      if (!violates(error, 'checkout_link_key')) throw error;
      throw new ProviderFailure('refused', 'The provider answered with a link in use elsewhere.');
    }
  }
}

function searchOf({ id, reference, linkId, createdAt }: Checkout): LinkSearch {
  return { checkoutId: id, reference, linkId, attemptedAt: createdAt };
}

function requestOf(ctx: Ctx, order: LinkOrder): PaymentLinkRequest {
  const { checkout, companyName, invoiceNumber, customer } = order;
  const { id, invoiceId, reference, wireAmount, currency, expiresAt, callbackUrl } = checkout;
  return {
    reference,
    wireAmount,
    currency,
    expiresAt,
    attemptedAt: checkout.createdAt,
    callbackUrl,
    companyName,
    invoiceNumber,
    customer,
    // What is paid over several invoices is found by the attempt, which knows how much is whose.
    metadata: {
      companyId: ctx.companyId,
      invoiceId: isOverSeveral(checkout) ? null : invoiceId,
      checkoutId: id,
    },
  };
}

function refusal(checkout: Checkout, failure: ProviderFailure): Error {
  const { provider, amount, currency } = checkout;
  if (failure.kind === 'amount_refused') {
    return amountNotRepresentable({ provider, amount: formatMinor(amount, currency), currency });
  }
  const params = { provider, reason: failure.message };
  return paymentProviderUnavailable(params, { retryAfter: 5, cause: failure });
}
