import { Injectable } from '@nestjs/common';
import { Database, rowSet, sql } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { formatMinor } from '@quittance/money';
import { notFound, type Ctx, type Instant, type InvoiceId } from '@quittance/kernel';
import { CheckoutEntity } from './checkout.entity.js';
import { CHECKOUT_STATUSES, type Checkout } from './checkout.js';

/** A payment that failed at the provider; nothing was moved. */
export interface FailedPayment {
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly code: string | null;
  readonly description: string | null;
  readonly failedAt: Instant;
}

interface CheckoutWithFailures extends Checkout {
  readonly failedPayments: readonly FailedPayment[];
}

/** A checkout as the API shows it. */
export function checkoutView(checkout: CheckoutWithFailures) {
  const { currency, amount, balance } = checkout;
  return {
    id: checkout.id,
    invoiceId: checkout.invoiceId,
    attempt: checkout.attempt,
    provider: checkout.provider,
    status: checkout.status,
    amount: formatMinor(amount, currency),
    roundingAdjustment: formatMinor(amount - balance, currency),
    currency,
    reference: checkout.reference,
    providerLinkId: checkout.linkId,
    paymentUrl: checkout.status === 'open' ? checkout.paymentUrl : null,
    paymentId: checkout.paymentId,
    lastError: checkout.lastError,
    failedPayments: checkout.failedPayments,
    expiresAt: checkout.expiresAt,
    createdAt: checkout.createdAt,
    updatedAt: checkout.updatedAt,
  };
}

export type CheckoutView = ReturnType<typeof checkoutView>;

/** Failed payments beside their attempt; few, by the index of the attempt's invoice. */
const SELECT = `${rowSet(CheckoutEntity).select('c')}, coalesce((
  select json_agg(json_build_object('provider', f.provider,
    'providerPaymentId', f.provider_payment_id, 'code', f.code, 'description', f.description,
    'failedAt', to_char(f.failed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.failed_at)
  from gateway.failed_payment f
  where f.company_id = c.company_id and f.invoice_id = c.invoice_id and f.checkout_id = c.id
  ), '[]') as "failedPayments"`;

/** Attempts to collect online, the newest first. */
export const checkoutList: ListDefinition<CheckoutWithFailures, CheckoutView> = {
  from: 'gateway.checkout c',
  select: SELECT,
  id: 'c.id',
  fields: {
    invoiceId: { sql: 'c.invoice_id', type: 'id', notNull: true },
    provider: { sql: 'c.provider', type: 'text', notNull: true },
    status: { sql: 'c.status', type: 'enum', values: CHECKOUT_STATUSES, notNull: true },
    amount: { sql: 'c.amount', type: 'money', currency: 'c.currency', notNull: true },
    currency: { sql: 'c.currency', type: 'text', notNull: true },
    reference: { sql: 'c.reference', type: 'text', notNull: true },
    providerLinkId: { sql: 'c.link_id', type: 'text' },
    paymentId: { sql: 'c.payment_id', type: 'id' },
    expiresAt: { sql: 'c.expires_at', type: 'instant', notNull: true },
    createdAt: { sql: 'c.created_at', type: 'instant', notNull: true },
  },
  search: ['c.reference', 'c.link_id'],
  defaultSort: '-createdAt',
  map: checkoutView,
};

const INVOICE_EXISTS = sql(
  `select 1 from receivables.pub_invoice where company_id = $1 and id = $2`,
);

/** The attempts of an invoice, the newest first; by `checkout_invoice_index`. */
const OF_INVOICE = sql(`
  select ${SELECT} from gateway.checkout c
  where c.company_id = $1 and c.invoice_id = $2 order by c.attempt desc limit 100`);

/** Reads attempts to collect online. */
@Injectable()
export class CheckoutQueries {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async ofInvoice(ctx: Ctx, invoiceId: InvoiceId): Promise<{ data: CheckoutView[] }> {
    const params = [ctx.companyId, invoiceId];
    const [invoice, checkouts] = await this.db.read(ctx, (tx) =>
      Promise.all([
        tx.maybe(INVOICE_EXISTS, params),
        tx.rows<CheckoutWithFailures>(OF_INVOICE, params),
      ]),
    );
    if (!invoice) throw notFound({ object: 'invoice' });
    return { data: checkouts.map(checkoutView) };
  }
}
