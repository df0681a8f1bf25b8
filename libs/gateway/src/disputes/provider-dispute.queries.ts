import { Injectable } from '@nestjs/common';
import { reach } from '@quittance/access';
import { OF_ACCOUNT } from '@quittance/crm';
import { Database, sql, type Tx } from '@quittance/database';
import type { ListNarrowing } from '@quittance/lists';
import { notFound, type Ctx, type Instant, type InvoiceId } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import { evidenceOf, evidenceView } from './dispute-evidence.js';
import { receiptView } from '../receipts/receipt.queries.js';
import { toldReceipts, type ToldReceipt } from '../receipts/told-receipt.js';

const FIND = sql(`
  select ${toldReceipts.select} from ${toldReceipts.from}
  where r.company_id = $1 and r.id = $2 and r.kind = 'dispute'`);

const FEES = sql(`
  select f.provider_reference as "providerReference", f.amount, f.currency,
    f.created_at as "createdAt"
  from gateway.dispute_fee f
  where f.company_id = $1 and f.receipt_id = $2 order by f.created_at, f.provider_reference`);

/** What its payment settles or did, in reach; by `payment_allocation_payment_index`. */
async function invoicesOf(tx: Tx, paymentId: string | null): Promise<InvoiceRow[]> {
  // What is shown beside another record asks for the right to view it as well.
  if (!tx.ctx.permissions.can('invoices', 'view')) return [];
  const params: unknown[] = [tx.ctx.companyId, paymentId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const seen = reach.rows(tx.ctx, INVOICES, 'i', bind) ?? 'true';
  return tx.rows<InvoiceRow>(
    `select i.id, i.number, i.balance, i.currency from receivables.pub_invoice i
     where i.company_id = $1 and i.id in (
       select a.invoice_id from receivables.pub_payment_allocation a
       where a.company_id = $1 and a.payment_id = $2) and ${seen}
     order by i.number`,
    params,
  );
}
const INVOICES = { resource: 'invoices', ways: [OF_ACCOUNT] } as const;

interface FeeRow {
  readonly providerReference: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly createdAt: Instant;
}

interface InvoiceRow {
  readonly id: InvoiceId;
  readonly number: string;
  readonly balance: bigint;
  readonly currency: Currency;
}

/** Payments that are disputed at their providers, and no other receipts. */
export const disputesOnly: ListNarrowing = () => `r.kind = 'dispute'`;

/** A dispute with what it costs and which invoices it is about. */
export async function disputeDetail(tx: Tx, id: string) {
  const dispute = await tx.maybe<ToldReceipt>(FIND, [tx.ctx.companyId, id]);
  if (!dispute) throw notFound({ object: 'dispute' });
  const [fees, evidence, invoices] = await Promise.all([
    tx.rows<FeeRow>(FEES, [tx.ctx.companyId, id]),
    evidenceOf(tx, id),
    invoicesOf(tx, dispute.paymentId),
  ]);
  return {
    ...receiptView(dispute),
    evidence: evidenceView(evidence, dispute, tx.ctx.now),
    fees: fees.map((fee) => ({ ...fee, amount: formatMinor(fee.amount, fee.currency) })),
    invoices: invoices.map(({ id: invoiceId, number, balance, currency }) => ({
      id: invoiceId,
      number,
      balance: formatMinor(balance, currency),
    })),
  };
}

export type DisputeDetail = Awaited<ReturnType<typeof disputeDetail>>;

/** Reads of single disputes at providers. */
@Injectable()
export class DisputeQueries {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  dispute(ctx: Ctx, id: string): Promise<DisputeDetail> {
    return this.db.read(ctx, (tx) => disputeDetail(tx, id));
  }
}
