import { Injectable } from '@nestjs/common';
import {
  DomainError,
  notFound,
  systemCtx,
  type Ctx,
  type Instant,
  type InvoiceId,
  type Unit,
} from '@quittance/kernel';
import { CheckoutMeans } from '../checkouts/checkout-means.js';
import { moneyUnderWay } from '../checkouts/money-under-way.js';
import { payableLink } from '../checkouts/payable-link.js';
import { invoiceHasNoBalance } from '../gateway.errors.js';
import { openInvoicesOf } from './letter-links.js';
import { payableTogether } from './payable-together.js';
import { readPayToken, type PayTarget } from './pay-token.js';

export interface OpenPayLinkInput {
  readonly token: string;
  readonly requestId: string;
  readonly now: Instant;
  readonly unit?: Unit | undefined;
}

/** What one invoice has against being paid keeps the others of its letter from nothing. */
const OF_SOME: ReadonlySet<string> = new Set([
  'record_awaits_approval',
  'tax_undetermined',
  'account_mismatch',
  'currency_mismatch',
]);

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
    const wanted = await this.wanted(ctx, target);
    try {
      return await this.pageOf(ctx, wanted);
    } catch (error) {
      if (!(error instanceof DomainError) || !OF_SOME.has(error.code)) throw error;
      const left = await this.means.db.read(ctx, (tx) => payableTogether(tx, wanted));
      if (left.length === 0 || left.length === wanted.length) throw error;
      return this.pageOf(ctx, left);
    }
  }

  private async pageOf(ctx: Ctx, wanted: readonly InvoiceId[]): Promise<string> {
    const [invoiceId, ...more] = wanted;
    if (!invoiceId) throw invoiceHasNoBalance();
    const target = more.length === 0 ? { invoiceId } : { invoiceIds: wanted };
    const asked = { ...target, byPayer: true };
    try {
      return (await payableLink(ctx, this.means, { ...asked, undisputedOnly: true })).paymentUrl;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== invoiceHasNoBalance.code) throw error;
      // Who objects to all of it may change their mind.
      return (await payableLink(ctx, this.means, asked)).paymentUrl;
    }
  }

  /**
   * Of several those that are left, and while money for some of them is under way the others: one
   * alone is collected as any other.
   */
  private async wanted(ctx: Ctx, target: PayTarget): Promise<readonly InvoiceId[]> {
    if ('invoiceId' in target) return [target.invoiceId];
    return this.means.db.read(ctx, async (tx) => {
      const all = await openInvoicesOf(tx, target.linkId);
      const paying = await moneyUnderWay(tx, all);
      return paying.size < all.length ? all.filter((id) => !paying.has(id)) : all;
    });
  }
}
