import { rowSet } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { formatMinor } from '@quittance/money';
import { ReceiptEntity } from './receipt.entity.js';
import { RECEIPT_KINDS, type Receipt } from './receipt.js';
import { whatToDo } from './what-to-do.js';

/** A receipt as the API shows it. */
export function receiptView(receipt: Receipt) {
  const { amount, currency } = receipt;
  return {
    id: receipt.id,
    version: receipt.version,
    kind: receipt.kind,
    status: receipt.status,
    reason: receipt.reason,
    whatToDo: whatToDo(receipt),
    provider: receipt.provider,
    providerPaymentId: receipt.providerPaymentId,
    amount: amount === null || currency === null ? null : formatMinor(amount, currency),
    currency,
    invoiceId: receipt.invoiceId,
    paymentId: receipt.paymentId,
    stages: receipt.stages,
    evidenceDueBy: receipt.evidenceDueBy,
    providerReason: receipt.providerReason,
    providerReference: receipt.providerObjectId,
    eventId: receipt.eventId,
    type: receipt.type,
    bodyHash: receipt.bodyHash,
    note: receipt.note,
    resolvedAt: receipt.resolvedAt,
    resolvedBy: receipt.resolvedBy,
    createdAt: receipt.createdAt,
    updatedAt: receipt.updatedAt,
  };
}

export type ReceiptView = ReturnType<typeof receiptView>;

/** Money the provider reported and nothing could be done with, the newest first. */
export const receiptList: ListDefinition<Receipt, ReceiptView> = {
  from: 'gateway.unapplied_receipt r',
  select: rowSet(ReceiptEntity).select('r'),
  id: 'r.id',
  fields: {
    status: { sql: 'r.status', type: 'enum', values: ['open', 'resolved'], notNull: true },
    kind: {
      sql: 'r.kind',
      type: 'enum',
      values: RECEIPT_KINDS,
      notNull: true,
    },
    reason: { sql: 'r.reason', type: 'text', notNull: true },
    provider: { sql: 'r.provider', type: 'text', notNull: true },
    providerPaymentId: { sql: 'r.provider_payment_id', type: 'text' },
    amount: { sql: 'r.amount', type: 'money', currency: 'r.currency' },
    currency: { sql: 'r.currency', type: 'text' },
    invoiceId: { sql: 'r.invoice_id', type: 'id' },
    paymentId: { sql: 'r.payment_id', type: 'id' },
    evidenceDueBy: { sql: 'r.evidence_due_by', type: 'instant' },
    providerReference: { sql: 'r.provider_object_id', type: 'text', notNull: true },
    createdAt: { sql: 'r.created_at', type: 'instant', notNull: true },
  },
  search: ['r.provider_object_id', 'r.provider_payment_id', 'r.event_id', 'r.note'],
  defaultSort: '-createdAt',
  map: receiptView,
};
