import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { formatMinor } from '@quittance/money';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { headOf, nounList } from '@quittance/nouns';
import {
  checkoutNoun,
  type Allocation,
  type Checkout,
  type FailedPayment,
} from './checkout.description.js';
import { isUnderWay } from './checkout.js';
import { ATTEMPTS_OVER } from './checkout-parts.js';

interface CheckoutWithFailures extends Checkout {
  /** Of several invoices: amounts in minor units, as text. */
  readonly several: readonly Allocation[];
  readonly failedPayments: readonly FailedPayment[];
}

const head = headOf(checkoutNoun, {
  roundingAdjustment: ({ amount, balance, currency }: Checkout) =>
    formatMinor(amount - balance, currency),
  providerLinkId: ({ linkId }: Checkout) => linkId,
  paymentUrl: ({ status, paymentUrl }: Checkout) => (status === 'open' ? paymentUrl : null),
  failedPayments: ({ failedPayments }: CheckoutWithFailures) => failedPayments,
  allocations: ({ several, invoiceId, balance, currency }: CheckoutWithFailures) => {
    const whole = { invoiceId, amount: balance.toString() };
    return (several.length > 0 ? several : [whole]).map((each) => ({
      invoiceId: each.invoiceId,
      amount: formatMinor(BigInt(each.amount), currency),
    }));
  },
});

/** A checkout as the API shows it. */
export const checkoutView = (checkout: CheckoutWithFailures) => head(checkout);
export type CheckoutView = ReturnType<typeof checkoutView>;

/**
 * Failed payments beside their attempt; few, by the index of the attempt's invoice. The company is
 * the first of what is bound, in lists as elsewhere.
 */
const SELECT = `${checkoutNoun.rows.select('c')}, coalesce((
  select json_agg(json_build_object('provider', f.provider,
    'providerPaymentId', f.provider_payment_id, 'code', f.code, 'description', f.description,
    'failedAt', to_char(f.failed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.failed_at)
  from gateway.failed_payment f
  where f.company_id = $1 and f.invoice_id = c.invoice_id and f.checkout_id = c.id
  ), '[]') as "failedPayments", coalesce((
  select json_agg(json_build_object('invoiceId', ci.invoice_id, 'amount', ci.amount::text)
    order by ci.position)
  from gateway.checkout_invoice ci where ci.company_id = $1 and ci.checkout_id = c.id
  ), '[]') as several`;

/** Attempts to collect online, the newest first. */
export const checkoutList: ListDefinition<CheckoutWithFailures, CheckoutView> = {
  ...nounList(checkoutNoun, head),
  select: SELECT,
  map: checkoutView,
};

const INVOICE_EXISTS = sql(
  `select 1 from receivables.pub_invoice where company_id = $1 and id = $2`,
);

/** With whether money for its invoice has come since that nobody could book. */
const ONE = sql(`
  select ${SELECT}, exists (select from gateway.unapplied_receipt r where r.company_id = $1
      and r.invoice_id = c.invoice_id and r.kind = 'capture' and r.status = 'open'
      and r.created_at >= c.created_at) as "underReview"
  from gateway.checkout c where c.company_id = $1 and c.id = $2`);

/** The attempts over an invoice, the newest first. */
const OF_INVOICE = sql(`
  select ${SELECT} from gateway.checkout c
  where c.company_id = $1 and c.id in (${ATTEMPTS_OVER})
  order by c.created_at desc, c.attempt desc limit 100`);

/** One attempt by itself. */
export interface FoundCheckout extends CheckoutView {
  /** A payment of it waits for a person. */
  readonly underReview: boolean;
  /** It is being closed, and its payer was faster: the money may still come. */
  readonly isUnderWay: boolean;
}

/** Reads attempts to collect online. */
@Injectable()
export class CheckoutQueries {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async find(ctx: Ctx, id: string): Promise<FoundCheckout> {
    const found = await this.db.read(ctx, (tx) =>
      tx.maybe<CheckoutWithFailures & { readonly underReview: boolean }>(ONE, [ctx.companyId, id]),
    );
    if (!found) throw notFound({ object: 'checkout' });
    const { underReview } = found;
    return { ...checkoutView(found), underReview, isUnderWay: isUnderWay(found) };
  }

  /** @throws DomainError not_found */
  async ofInvoice(ctx: Ctx, invoiceId: InvoiceId): Promise<{ data: CheckoutView[] }> {
    const params = [ctx.companyId, invoiceId];
    const [invoice, checkouts] = await this.db.read(ctx, (tx) =>
      Promise.all([
        tx.maybe(INVOICE_EXISTS, params),
        tx.rows<CheckoutWithFailures>(OF_INVOICE, [ctx.companyId, [invoiceId]]),
      ]),
    );
    if (!invoice) throw notFound({ object: 'invoice' });
    return { data: checkouts.map(checkoutView) };
  }
}
