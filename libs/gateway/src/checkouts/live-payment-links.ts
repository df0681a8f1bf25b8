import { Injectable } from '@nestjs/common';
import { PaymentLinks } from '@quittance/receivables';
import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { letterLinks } from '../pay-links/letter-links.js';
import { CheckoutMeans } from './checkout-means.js';

/** A link that can be paid now and collects just this much, by `checkout_live_key`. */
const LIVE_LINK = sql(`
  select c.currency from gateway.checkout c
  where c.company_id = $1 and c.invoice_id = $2 and c.status = 'open' and c.invoice_count = 1
    and c.balance = $3 and not c.close_requested and c.payment_url is not null
    and c.expires_at > $4`);

const CURRENCY = sql(`
  select i.currency from receivables.pub_invoice i where i.company_id = $1 and i.id = $2`);

/** The currency of what is asked for; undefined where there is no such thing. */
type AskedIn = { readonly currency: Currency } | undefined;

/**
 * What billing asks when a document or a letter says where it can be paid. Both are read for weeks:
 * they hold our own address, which asks for what is open when somebody opens it, whoever serves the
 * company by then. A provider's link asks for what was open when it was made, and ends.
 */
@Injectable()
export class LivePaymentLinks extends PaymentLinks {
  constructor(private readonly means: CheckoutMeans) {
    super();
  }

  async liveLink(tx: Tx, id: InvoiceId, balance: bigint): Promise<string | null> {
    const { companyId, now } = tx.ctx;
    return this.address(tx, id, tx.maybe<AskedIn>(LIVE_LINK, [companyId, id, balance, now]));
  }

  async letterLink(tx: Tx, id: InvoiceId, balance: bigint): Promise<string | null> {
    if (balance <= 0n) return null;
    return this.address(tx, id, tx.maybe<AskedIn>(CURRENCY, [tx.ctx.companyId, id]));
  }

  private async address(tx: Tx, id: InvoiceId, asked: Promise<AskedIn>): Promise<string | null> {
    const [found, isServed] = await Promise.all([asked, letterLinks.servedIn(tx, this.means)]);
    if (!found || !isServed(found.currency)) return null;
    return letterLinks.addressOf(this.means, tx.ctx.companyId, [id]);
  }
}
