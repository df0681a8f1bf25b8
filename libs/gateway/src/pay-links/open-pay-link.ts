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
import { payableLink } from '../checkouts/payable-link.js';
import { invoiceHasNoBalance } from '../gateway.errors.js';
import { openInvoicesOf } from './letter-links.js';
import { payableTogether } from './payable-together.js';
import { payersOwn, type PayersOwn } from './payers-own.js';
import { readPayToken, type ReadPayLink } from './pay-token.js';

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
  'currency_mismatch',
]);

/**
 * Answers where a lasting link leads at this moment: to the live payment page, or a fresh one, for
 * what the customer does not object to.
 */
@Injectable()
export class OpenPayLink {
  constructor(private readonly means: CheckoutMeans) {}

  /**
   * @throws DomainError not_found, also where it is billed to somebody else by now;
   *   invoice_has_no_balance and whatever else a checkout says
   */
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
      const { ids } = wanted;
      const left = await this.means.db.read(ctx, (tx) => payableTogether(tx, ids));
      if (left.length === 0 || left.length === ids.length) throw error;
      return this.pageOf(ctx, { ...wanted, ids: left });
    }
  }

  private async pageOf(ctx: Ctx, { ids, accountId }: PayersOwn): Promise<string> {
    const [invoiceId, ...more] = ids;
    if (!invoiceId) throw invoiceHasNoBalance();
    const target = more.length === 0 ? { invoiceId } : { invoiceIds: ids };
    const asked = { ...target, byPayer: true, accountId };
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
   * alone is collected as any other. Nothing of what is billed to another account than the link's.
   */
  private wanted(ctx: Ctx, link: ReadPayLink): Promise<PayersOwn> {
    return this.means.db.read(ctx, async (tx) => {
      const asked = 'invoiceId' in link ? [link.invoiceId] : await openInvoicesOf(tx, link.linkId);
      if (asked.length === 0) throw invoiceHasNoBalance();
      const own = await payersOwn(tx, asked, link.accountId);
      if (!own) throw notFound({ object: 'payment link' });
      if ('invoiceId' in link) return own;
      const paying = await moneyUnderWay(tx, own.ids);
      const left = own.ids.filter((id) => !paying.has(id));
      return left.length > 0 ? { ...own, ids: left } : own;
    });
  }
}
