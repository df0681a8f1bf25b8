import type { Database } from '@quittance/database';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';
import {
  quoteRequestNoun,
  type QuoteRequest,
  type QuoteRequestId,
} from '../quote-requests/quote-request.js';
import { insertRequest } from '../quote-requests/quote-request.repository.js';

/** A request that a customer has handed over, in words alone. */
export function aQuoteRequest(
  db: Database,
  ctx: Ctx,
  of: { readonly accountId: string; readonly portalUserId: string },
  more: Partial<QuoteRequest> = {},
): Promise<QuoteRequestId> {
  const id = newId<'quote-request'>();
  return db.write(ctx, async (tx) => {
    const request: QuoteRequest = {
      ...quoteRequestNoun.empty,
      id,
      version: 1,
      status: 'submitted',
      accountId: of.accountId as AccountId,
      portalUserId: of.portalUserId as PortalUserId,
      portalUserName: 'Petra Planted',
      origin: 'web',
      notes: 'Fifty tills',
      custom: {},
      needsInternalReview: true,
      reviewReasons: ['free_text'],
      published: false,
      converted: false,
      abandoned: false,
      submittedAt: ctx.now,
      createdAt: ctx.now,
      updatedAt: ctx.now,
      ...more,
    };
    await insertRequest(tx, request, []);
    return id;
  });
}
