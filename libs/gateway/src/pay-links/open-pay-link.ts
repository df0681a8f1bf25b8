import { Injectable } from '@nestjs/common';
import {
  DomainError,
  notFound,
  systemCtx,
  type Ctx,
  type Instant,
  type Unit,
} from '@quittance/kernel';
import { CheckoutMeans } from '../checkouts/checkout-means.js';
import { moneyUnderWay } from '../checkouts/money-under-way.js';
import { payableLink, type StartCheckoutInput } from '../checkouts/payable-link.js';
import { invoiceHasNoBalance } from '../gateway.errors.js';
import { openInvoicesOf } from './letter-links.js';
import { readPayToken, type PayTarget } from './pay-token.js';

export interface OpenPayLinkInput {
  readonly token: string;
  readonly requestId: string;
  readonly now: Instant;
  readonly unit?: Unit | undefined;
}

/**
 * Answers where a lasting link leads at this moment: to the live payment page, or a fresh one, for
 * what the customer does not object to.
 */
@Injectable()
export class OpenPayLink {
  constructor(private readonly means: CheckoutMeans) {}

  /** @throws DomainError not_found; invoice_has_no_balance and whatever else a checkout says */
  async execute(request: OpenPayLinkInput): Promise<string> {
    const { token, requestId, now, unit } = request;
    const target = readPayToken(this.means.settings.keys, token);
    if (!target) throw notFound({ object: 'payment link' });
    const ctx = { ...systemCtx(target.companyId, now, requestId), ...(unit && { unit }) };
    const wanted = { ...(await this.wanted(ctx, target)), byPayer: true };
    try {
      return (await payableLink(ctx, this.means, { ...wanted, undisputedOnly: true })).paymentUrl;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== invoiceHasNoBalance.code) throw error;
      // Who objects to all of it may change their mind.
      return (await payableLink(ctx, this.means, wanted)).paymentUrl;
    }
  }

  /**
   * Of several those that are left, and while money for some of them is under way the others: one
   * alone is collected as any other.
   */
  private async wanted(ctx: Ctx, target: PayTarget): Promise<StartCheckoutInput> {
    if ('invoiceId' in target) return { invoiceId: target.invoiceId };
    const open = await this.means.db.read(ctx, async (tx) => {
      const all = await openInvoicesOf(tx, target.linkId);
      const paying = await moneyUnderWay(tx, all);
      return paying.size < all.length ? all.filter((id) => !paying.has(id)) : all;
    });
    const [invoiceId, ...more] = open;
    if (!invoiceId) throw invoiceHasNoBalance();
    return more.length === 0 ? { invoiceId } : { invoiceIds: open };
  }
}
