import type { Tx } from '@quittance/database';
import { attachUploads } from '@quittance/objects';
import type { PortalUserId } from '../actors/portal-actor.js';
import type { QuoteRequest } from './quote-request.js';

/** By what documents name the request that they hang on. */
export const REQUEST_OBJECT = { name: 'quote-request' } as const;

/** The request, and whose uploads they are. */
type AttachedTo = Pick<QuoteRequest, 'id' | 'registrationId'> & {
  readonly portalUserId: PortalUserId;
};

/**
 * Makes files that a user has uploaded documents of a request, in the transaction that writes it.
 * @throws DomainError reference_not_found at `/documentIds/n`
 */
export async function attachToRequest(
  tx: Tx,
  { id: recordId, portalUserId, registrationId }: AttachedTo,
  documentIds: readonly string[] = [],
): Promise<void> {
  // What a partner sends is not for the customer that they have registered.
  const visibility = registrationId === null ? 'customer' : 'partner';
  const target = { object: REQUEST_OBJECT.name, recordId, visibility } as const;
  await attachUploads(tx, portalUserId, documentIds, target);
}
