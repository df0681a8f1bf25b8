import type { Tx } from '@quittance/database';
import type { Id, InvoiceId } from '@quittance/kernel';
import { attachUploads } from '@quittance/objects';

/** What somebody of the portal has uploaded to show what they say. */
export interface Proof {
  readonly portalUserId: Id<'portal-user'>;
  readonly documentIds: readonly Id<'document'>[];
}

/** What is shown of money that was sent: a slip, or its picture. */
export const PROOF_OF_PAYMENT: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/heic',
  'image/jpeg',
  'image/png',
]);

/**
 * Makes uploads documents of an invoice, where its customer and staff see them.
 * @throws DomainError reference_not_found, file_type_refused at their pointers
 */
export async function attachProof(
  tx: Tx,
  { portalUserId, documentIds }: Proof,
  invoiceId: InvoiceId,
  takes?: ReadonlySet<string>,
): Promise<void> {
  const target = { object: 'invoice', recordId: invoiceId, visibility: 'customer' } as const;
  await attachUploads(tx, portalUserId, documentIds, { ...target, ...(takes && { takes }) });
}
