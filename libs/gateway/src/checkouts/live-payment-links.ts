import { Injectable } from '@nestjs/common';
import { PaymentLinks } from '@quittance/receivables';
import { sql, type Tx } from '@quittance/database';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { letterLinks } from '../pay-links/letter-links.js';
import { paymentInProgress } from '../gateway.errors.js';
import { CheckoutMeans } from './checkout-means.js';
import { isUnderWay } from './checkout.js';
import { lockLiveCheckouts, requestClose } from './checkout.repository.js';

/** A link that can be paid now and collects just this much, by `checkout_live_key`. */
const LIVE_LINK = sql(`
  select c.currency, i.account_id as "accountId" from gateway.checkout c
  join receivables.pub_invoice i on i.company_id = $1 and i.id = c.invoice_id
  where c.company_id = $1 and c.invoice_id = $2 and c.status = 'open' and c.invoice_count = 1
    and c.balance = $3 and not c.close_requested and c.payment_url is not null
    and c.expires_at > $4 and coalesce(c.account_id, i.account_id) = i.account_id`);

const ASKED_OF = sql(`
  select i.currency, i.account_id as "accountId" from receivables.pub_invoice i
  where i.company_id = $1 and i.id = $2`);

/** Of whom what is asked for, and in what; undefined where there is no such thing. */
type AskedOf = { readonly currency: Currency; readonly accountId: AccountId } | undefined;

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
    return this.address(tx, id, tx.maybe<AskedOf>(LIVE_LINK, [companyId, id, balance, now]));
  }

  async letterLink(tx: Tx, id: InvoiceId, balance: bigint): Promise<string | null> {
    if (balance <= 0n) return null;
    return this.address(tx, id, tx.maybe<AskedOf>(ASKED_OF, [tx.ctx.companyId, id]));
  }

  async takeBack(tx: Tx, id: InvoiceId): Promise<void> {
    const lives = (await lockLiveCheckouts(tx, [id])).map(({ checkout }) => checkout);
    const paying = lives.find((each) => each.status === 'processing' || isUnderWay(each));
    if (paying) throw paymentInProgress({ provider: paying.provider });
    await requestClose(tx, id, { evenOpen: true });
  }

  private async address(tx: Tx, id: InvoiceId, asked: Promise<AskedOf>): Promise<string | null> {
    const [found, isServed] = await Promise.all([asked, letterLinks.servedIn(tx, this.means)]);
    if (!found || !isServed(found.currency)) return null;
    const { companyId } = tx.ctx;
    return letterLinks.addressOf(this.means, { companyId, accountId: found.accountId }, [id]);
  }
}
