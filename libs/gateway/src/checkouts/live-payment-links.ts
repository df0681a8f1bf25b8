import { Injectable } from '@nestjs/common';
import { PaymentLinks } from '@quittance/receivables';
import { sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { letterLinks } from '../pay-links/letter-links.js';
import { CheckoutMeans } from './checkout-means.js';

/** Links that can be paid now and collect just this much, by `checkout_live_key`. */
const LIVE_LINKS = sql(`
  select c.invoice_id as "invoiceId", coalesce(c.lasting_url, c.payment_url) as "paymentUrl"
  from unnest($2::uuid[], $3::bigint[]) as asked(id, balance)
  join gateway.checkout c on c.company_id = $1 and c.invoice_id = asked.id and c.status = 'open'
    and c.invoice_count = 1 and c.balance = asked.balance
  where not c.close_requested and c.payment_url is not null and c.expires_at > $4`);

/** An invoice and what is to be paid of it, in minor units. */
export interface OutstandingBalance {
  readonly id: InvoiceId;
  readonly balance: bigint;
}

/**
 * Where these invoices can be paid online now, by an address that may stand in a letter; asks no
 * provider and makes no link.
 */
export async function livePaymentLinks(
  tx: Tx,
  outstanding: readonly OutstandingBalance[],
): Promise<ReadonlyMap<InvoiceId, string>> {
  if (outstanding.length === 0) return new Map();
  const rows = await tx.rows<{ invoiceId: InvoiceId; paymentUrl: string }>(LIVE_LINKS, [
    tx.ctx.companyId,
    outstanding.map(({ id }) => id),
    outstanding.map(({ balance }) => balance),
    tx.ctx.now,
  ]);
  return new Map(rows.map(({ invoiceId, paymentUrl }) => [invoiceId, paymentUrl]));
}

/** What billing asks when a document or a letter says where it can be paid. */
@Injectable()
export class LivePaymentLinks extends PaymentLinks {
  constructor(private readonly means: CheckoutMeans) {
    super();
  }

  async liveLink(tx: Tx, id: InvoiceId, balance: bigint): Promise<string | null> {
    const links = await livePaymentLinks(tx, [{ id, balance }]);
    return links.get(id) ?? null;
  }

  async letterLink(tx: Tx, id: InvoiceId, balance: bigint): Promise<string | null> {
    if (balance <= 0n) return null;
    const live = await this.liveLink(tx, id, balance);
    if (live !== null || !(await letterLinks.areServed(tx, this.means))) return live;
    return letterLinks.addressOf(this.means, tx.ctx.companyId, [id]);
  }
}
