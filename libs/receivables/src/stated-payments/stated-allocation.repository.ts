import type { LocalDate } from '@quittance/calendar';
import { namedSql, sql, type Tx } from '@quittance/database';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { PaymentId } from '../payments/payment-id.js';

/** What of a stated payment is meant for an invoice, in minor units. */
export interface StatedAllocation {
  readonly invoiceId: InvoiceId;
  readonly amount: bigint;
}

const INSERT = namedSql(
  `insert into receivables.stated_allocation
     (company_id, payment_id, position, invoice_id, amount)
   select k.id, :paymentId, r.position, r.invoice_id, r.amount
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    values: { paymentId: 'uuid' },
    rows: { position: 'integer', invoiceId: 'uuid', amount: 'bigint' },
  },
);

/** In the order in which they are to be paid; by primary key. */
const OF_PAYMENT = sql(`
  select s.invoice_id as "invoiceId", s.amount from receivables.stated_allocation s
  where s.company_id = $1 and s.payment_id = $2 order by s.position`);

/** Statements over several invoices that still wait, by `payment_account_index`. */
const WAITING = sql(`
  select p.id as "paymentId", coalesce(p.invoice_id, s.invoice_id) as "invoiceId",
    coalesce(s.amount, p.amount) as amount
  from receivables.payment p
  left join receivables.stated_allocation s on s.company_id = $1 and s.payment_id = p.id
  where p.company_id = $1 and p.account_id = $2 and p.received_on = $3 and p.status = 'pending'
    and p.currency = $4 and p.amount = $5 and coalesce(p.invoice_id, s.invoice_id) is not null
    and lower(btrim(p.reference)) is not distinct from lower(btrim($6))`);

/** What customers say to have paid of an invoice and nobody has seen yet, in minor units. */
export const pendingOf = (invoice: string): string => `
  (coalesce((select sum(p.amount) from receivables.payment p
    where p.company_id = $1 and p.invoice_id = ${invoice} and p.status = 'pending'), 0)
   + coalesce((select sum(s.amount) from receivables.stated_allocation s
    join receivables.payment sp on sp.company_id = $1 and sp.id = s.payment_id
    where s.company_id = $1 and s.invoice_id = ${invoice} and sp.status = 'pending'), 0))::bigint`;

export async function insertStatedAllocations(
  tx: Tx,
  paymentId: PaymentId,
  stated: readonly StatedAllocation[],
): Promise<void> {
  const rows = stated.map((each, position) => ({ ...each, position }));
  await INSERT.run(tx, { paymentId, ...INSERT.columns(rows) });
}

const INSERT_PROOF = namedSql(
  `insert into receivables.payment_proof (company_id, payment_id, document_id)
   select k.id, :paymentId, r.document_id
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  { values: { paymentId: 'uuid' }, rows: { documentId: 'uuid' } },
);

/** Notes which documents show that a payment was made. */
export async function insertProof(
  tx: Tx,
  paymentId: PaymentId,
  documentIds: readonly string[],
): Promise<void> {
  const rows = documentIds.map((documentId) => ({ documentId }));
  await INSERT_PROOF.run(tx, { paymentId, ...INSERT_PROOF.columns(rows) });
}

export function statedAllocations(tx: Tx, paymentId: PaymentId): Promise<StatedAllocation[]> {
  return tx.rows<StatedAllocation>(OF_PAYMENT, [tx.ctx.companyId, paymentId]);
}

interface StatedFacts {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly receivedOn: LocalDate;
  readonly reference: string | null;
}

/** Whether just this was stated before, of one invoice or of several, and still waits. */
export async function statedAlready(
  tx: Tx,
  { accountId, currency, amount, receivedOn, reference }: StatedFacts,
  stated: readonly StatedAllocation[],
): Promise<boolean> {
  const params = [tx.ctx.companyId, accountId, receivedOn, currency, amount, reference];
  const waiting = await tx.rows<StatedAllocation & { paymentId: PaymentId }>(WAITING, params);
  const byPayment = new Map<PaymentId, StatedAllocation[]>();
  for (const { paymentId, ...each } of waiting) {
    byPayment.set(paymentId, [...(byPayment.get(paymentId) ?? []), each]);
  }
  const wanted = nameOf(stated);
  return [...byPayment.values()].some((each) => nameOf(each) === wanted);
}

const nameOf = (stated: readonly StatedAllocation[]): string =>
  stated
    .map(({ invoiceId, amount }) => `${invoiceId} ${amount}`)
    .sort()
    .join();
