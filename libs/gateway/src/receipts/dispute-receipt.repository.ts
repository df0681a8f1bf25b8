import { rowSet, sql, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { ReceiptEntity } from './receipt.entity.js';
import type { Receipt } from './receipt.js';

const COLUMNS = rowSet(ReceiptEntity).select('r');

/** By `unapplied_receipt_object_key`. */
const LOCK = sql(`
  select ${COLUMNS} from gateway.unapplied_receipt r
  where r.company_id = $1 and r.provider = $2 and r.kind = 'dispute' and r.provider_object_id = $3
  for update`);

/** Of two events at once the second waits here, and then finds the row of the first. */
const INSERT = sql(`
  insert into gateway.unapplied_receipt as r (company_id, id, kind, provider, provider_object_id,
    provider_payment_id, event_id, type, body_hash, amount, currency, invoice_id, payment_id,
    reason, stages, evidence_due_by, provider_reason, status, note, resolved_at, resolved_by,
    created_at,
    updated_at)
  values ($1, $2, 'dispute', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb, $15, $16,
    $17, $18, $19, $20::jsonb, $21, $21)
  on conflict (company_id, provider, kind, provider_object_id) do nothing
  returning ${COLUMNS}`);

/** By `unapplied_receipt_lone_dispute_index`. */
const JOIN_PAYMENTS = sql(`
  update gateway.unapplied_receipt set version = version + 1, updated_at = $6,
    payment_id = ($4::uuid[])[array_position($3::text[], provider_payment_id)],
    invoice_id = ($5::uuid[])[array_position($3::text[], provider_payment_id)]
  where company_id = $1 and provider = $2 and kind = 'dispute' and payment_id is null
    and provider_payment_id = any($3::text[])`);

/** A dispute as it is to stand in the list. */
export type DisputeReceipt = Omit<Receipt, 'id' | 'version' | 'kind' | 'createdAt' | 'updatedAt'>;

/** A payment of a provider that is in the books now. */
export interface JoinedPayment {
  readonly providerPaymentId: string;
  readonly paymentId: string;
  readonly invoiceId: string | null;
}

/** Names the payments to the disputes that were told of before them. Sent before this returns. */
export function joinPayments(
  tx: Tx,
  provider: string,
  joined: readonly JoinedPayment[],
): Promise<number> {
  return tx.run(JOIN_PAYMENTS, [
    tx.ctx.companyId,
    provider,
    joined.map(({ providerPaymentId }) => providerPaymentId),
    joined.map(({ paymentId }) => paymentId),
    joined.map(({ invoiceId }) => invoiceId),
    tx.ctx.now,
  ]);
}

/** The receipt of a dispute, locked. */
export function lockDispute(
  tx: Tx,
  provider: string,
  disputeId: string,
): Promise<Receipt | undefined> {
  return tx.maybe<Receipt>(LOCK, [tx.ctx.companyId, provider, disputeId]);
}

/** Undefined when another event was quicker. */
export function insertDispute(tx: Tx, receipt: DisputeReceipt): Promise<Receipt | undefined> {
  const { companyId, now } = tx.ctx;
  return tx.maybe<Receipt>(INSERT, [
    companyId,
    newId<'receipt'>(),
    receipt.provider,
    receipt.providerObjectId,
    receipt.providerPaymentId,
    receipt.eventId,
    receipt.type,
    receipt.bodyHash,
    receipt.amount,
    receipt.currency,
    receipt.invoiceId,
    receipt.paymentId,
    receipt.reason,
    JSON.stringify(receipt.stages),
    receipt.evidenceDueBy,
    receipt.providerReason,
    receipt.status,
    receipt.note,
    receipt.resolvedAt,
    receipt.resolvedBy && JSON.stringify(receipt.resolvedBy),
    now,
  ]);
}

/** Stores what is known of a dispute by now; answers the row. */
export async function updateDispute(
  tx: Tx,
  before: Receipt,
  receipt: DisputeReceipt,
): Promise<Receipt> {
  const changed = { ...receipt, version: before.version + 1, updatedAt: tx.ctx.now };
  await tx.update(ReceiptEntity, { id: before.id }, changed);
  return { ...before, ...changed };
}
