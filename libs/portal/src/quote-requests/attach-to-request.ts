import type { Tx } from '@quittance/database';
import { attachUploads } from '@quittance/objects';
import type { PortalUserId } from '../actors/portal-actor.js';
import type { QuoteRequestId } from './quote-request.js';

/** By what documents name the request that they hang on. */
export const REQUEST_OBJECT = { name: 'quote-request' } as const;

/**
 * Makes files that a user has uploaded documents of a request, in the transaction that writes it.
 * @throws DomainError reference_not_found at `/documentIds/n`
 */
export async function attachToRequest(
  tx: Tx,
  recordId: QuoteRequestId,
  portalUserId: PortalUserId,
  documentIds: readonly string[] = [],
): Promise<void> {
  const target = { object: REQUEST_OBJECT.name, recordId, visibility: 'customer' } as const;
  await attachUploads(tx, portalUserId, documentIds, target);
}
