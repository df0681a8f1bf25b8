import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import { formatMinor } from '@quittance/money';
import {
  notFound,
  type Actor,
  type CreditNoteId,
  type Ctx,
  type Id,
  type Instant,
  type InvoiceId,
} from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from './payment-id.js';
import { nounList } from '@quittance/nouns';
import type { RefundKind } from './payment.js';
import { paymentNoun } from './payment.description.js';
import { payments, type Payment } from './payment.repository.js';
import { paymentView, type PaymentView } from './payment.view.js';

const FIND_PAYMENT = sql(`
  select ${payments.select('p')} from receivables.payment p where p.company_id = $1 and p.id = $2`);

/** By `payment_number_key`. */
const FIND_BY_NUMBER = sql(`
  select p.id from receivables.payment p where p.company_id = $1 and p.number = $2`);

/** In the order they were written; ids are in time order. */
const ALLOCATIONS = sql(`
  select a.invoice_id as "invoiceId", i.number as "invoiceNumber", a.amount,
    a.applied_on as "appliedOn", a.refund_id as "refundId"
  from receivables.payment_allocation a
  join receivables.invoice i on i.company_id = $1 and i.id = a.invoice_id
  where a.company_id = $1 and a.payment_id = $2 order by a.id`);

const REFUNDS = sql(`
  select r.id, r.kind, r.reverses_id as "reversesId", r.to_credit as "toCredit",
    r.provider_dispute_id as "providerDisputeId", r.amount, r.from_credit as "fromCredit",
    r.from_invoices as "fromInvoices", r.reason,
    r.provider_refund_id as "providerRefundId", r.refunded_on as "refundedOn", r.actor,
    r.created_at as "createdAt"
  from receivables.refund r where r.company_id = $1 and r.payment_id = $2 order by r.created_at,
  r.id`);

const NOTE = sql(`
  select n.id, n.number, n.remaining from receivables.credit_note n
  where n.company_id = $1 and n.payment_id = $2 and n.kind = 'on_account'
    and n.refund_id is null`);

/** Of a payment that still waits, what it is meant for. */
const STATED = sql(`
  select s.invoice_id as "invoiceId", i.number as "invoiceNumber", s.amount
  from receivables.stated_allocation s
  join receivables.invoice i on i.company_id = $1 and i.id = s.invoice_id
  where s.company_id = $1 and s.payment_id = $2 order by s.position`);

interface AllocationRow {
  readonly invoiceId: InvoiceId;
  readonly invoiceNumber: string;
  readonly amount: bigint;
  readonly appliedOn: LocalDate;
  readonly refundId: Id<'refund'> | null;
}

/** What was uploaded to show it; by primary key. */
const PROOF = sql(`
  select f.document_id as "documentId" from receivables.payment_proof f
  where f.company_id = $1 and f.payment_id = $2 order by f.document_id`);

type StatedRow = Pick<AllocationRow, 'invoiceId' | 'invoiceNumber' | 'amount'>;

interface RefundRow {
  readonly id: Id<'refund'>;
  readonly kind: RefundKind;
  readonly reversesId: Id<'refund'> | null;
  readonly toCredit: bigint;
  readonly providerDisputeId: string | null;
  readonly amount: bigint;
  readonly fromCredit: bigint;
  readonly fromInvoices: bigint;
  readonly reason: string;
  readonly providerRefundId: string | null;
  readonly refundedOn: LocalDate;
  readonly actor: Actor;
  readonly createdAt: Instant;
}

interface NoteRow {
  readonly id: CreditNoteId;
  readonly number: string;
  readonly remaining: bigint;
}

/**
 * A payment with where its money went and what was returned, as the transaction sees it.
 * @throws DomainError not_found
 */
export async function paymentDetail(tx: Tx, id: PaymentId) {
  const params = [tx.ctx.companyId, id];
  const [payment, allocated, stated, proof, refunded, note] = await Promise.all([
    tx.maybe<Payment>(FIND_PAYMENT, params),
    tx.rows<AllocationRow>(ALLOCATIONS, params),
    tx.rows<StatedRow>(STATED, params),
    tx.rows<{ documentId: Id<'document'> }>(PROOF, params),
    tx.rows<RefundRow>(REFUNDS, params),
    tx.maybe<NoteRow>(NOTE, params),
  ]);
  if (!payment) throw notFound({ object: 'payment' });
  const amount = (minor: bigint) => formatMinor(minor, payment.currency);
  return {
    ...paymentView(payment),
    allocations: allocated.map((row) => ({ ...row, amount: amount(row.amount) })),
    stated: stated.map((row) => ({ ...row, amount: amount(row.amount) })),
    documentIds: proof.map(({ documentId }) => documentId) as readonly Id<'document'>[],
    refunds: refunded.map((row) => ({
      ...row,
      amount: amount(row.amount),
      fromCredit: amount(row.fromCredit),
      fromInvoices: amount(row.fromInvoices),
      toCredit: amount(row.toCredit),
    })),
    creditNote: note ? { ...note, remaining: amount(note.remaining) } : null,
  };
}

export type PaymentDetail = Awaited<ReturnType<typeof paymentDetail>>;

/** Reads of single payments. */
@Injectable()
export class PaymentQueries {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  payment(ctx: Ctx, id: PaymentId): Promise<PaymentDetail> {
    return this.db.readInOneFlight(ctx, (tx) => paymentDetail(tx, id));
  }

  /** @throws DomainError not_found */
  paymentByNumber(ctx: Ctx, number: string): Promise<PaymentDetail> {
    return this.db.read(ctx, async (tx) => {
      const params = [ctx.companyId, number];
      const found = await tx.maybe<{ id: PaymentId }>(FIND_BY_NUMBER, params);
      if (!found) throw notFound({ object: 'payment' });
      return paymentDetail(tx, found.id);
    });
  }
}

export const paymentList: ListDefinition<Payment, PaymentView> = nounList(paymentNoun, paymentView);

/**
 * Narrows the list to what was paid for an invoice or applied to it: the few are found by their
 * indexes first, where asking each payment would read all of the company's.
 */
export const paymentsOfInvoice =
  ({ companyId }: Pick<Ctx, 'companyId'>, id: InvoiceId): ListNarrowing =>
  (bind) => {
    const of = `company_id = ${bind(companyId)}::uuid and invoice_id = ${bind(id)}::uuid`;
    return `p.id in (select id from receivables.payment where ${of}
      union all select payment_id from receivables.payment_allocation where ${of}
      union all select payment_id from receivables.stated_allocation where ${of})`;
  };
