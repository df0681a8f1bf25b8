import type { Tx } from '@quittance/database';
import { documentApproval } from '@quittance/rules';
import type { Invoice } from '../invoices/invoice.repository.js';
import { isEditable } from '../invoices/invoice.js';

type Locked = Pick<Invoice, 'id' | 'status'>;

/**
 * Refuses what somebody does to locked invoices of which one awaits approval.
 * @throws DomainError record_awaits_approval
 */
export async function refuseAwaitingInvoices(tx: Tx, invoices: readonly Locked[]): Promise<void> {
  const ids = invoices.map(({ id }) => id);
  documentApproval.refuse('invoice', (await documentApproval.waitingAmong(tx, ids)).size > 0);
}

/**
 * Money that staff write down goes on for what was handed out, and would hand out a draft.
 * @throws DomainError record_awaits_approval
 */
export async function refuseAwaitingDrafts(tx: Tx, invoices: readonly Locked[]): Promise<void> {
  const drafts = invoices.filter(({ status }) => isEditable(status));
  await refuseAwaitingInvoices(tx, drafts);
}

/** For credit that moves by itself: it passes by what awaits approval. */
export async function withoutAwaiting<T extends Locked>(
  tx: Tx,
  invoices: readonly T[],
): Promise<T[]> {
  const ids = invoices.map(({ id }) => id);
  const waiting = await documentApproval.waitingAmong(tx, ids);
  return invoices.filter(({ id }) => !waiting.has(id));
}
