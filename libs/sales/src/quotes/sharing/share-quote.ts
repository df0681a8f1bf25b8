import { audit } from '@quittance/audit';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import type { Quote } from '../quote.description.js';
import { linkTokenHash, newLinkToken } from './link-token.js';
import { insertLink, lockLiveLink, moveLink, type QuoteLinkId } from './quote-link.repository.js';

/** A link as whoever shares it is told; the word is told once, as only its hash is kept. */
export interface SharedLink {
  readonly id: QuoteLinkId;
  readonly expiresOn: LocalDate;
  readonly opens: number;
  /** Null of one that was there already. */
  readonly token: string | null;
}

/**
 * The link of a locked quote: the one there is, from an earlier revision too, or a new one. It
 * leads to this revision from now on, and as long as it can be accepted.
 */
export async function shareQuote(tx: Tx, quote: Quote): Promise<SharedLink> {
  return (await moveLiveLink(tx, quote)) ?? newLink(tx, quote);
}

/** Has the link that a customer was given lead to this revision; null where there is none. */
export async function moveLiveLink(tx: Tx, quote: Quote): Promise<SharedLink | null> {
  const { validUntil: expiresOn } = quote;
  const live = await lockLiveLink(tx, quote);
  if (!live) return null;
  if (live.quoteId !== quote.id || live.expiresOn !== expiresOn) {
    await moveLink(tx, live.id, quote.id, expiresOn);
  }
  return { id: live.id, expiresOn, opens: live.opens, token: null };
}

export async function newLink(tx: Tx, { id: quoteId, validUntil }: Quote): Promise<SharedLink> {
  const { companyId, now, userId } = tx.ctx;
  const token = newLinkToken(companyId);
  const id = newId<'quote-link'>();
  await insertLink(tx, {
    id,
    quoteId,
    tokenHash: linkTokenHash(token),
    expiresOn: validUntil,
    opens: 0,
    lastOpenedAt: null,
    revokedAt: null,
    createdBy: userId,
    createdAt: now,
  });
  const after = { linkId: id, expiresOn: validUntil };
  audit(tx, { action: 'quote.shared', object: 'quote', recordId: quoteId, after });
  return { id, expiresOn: validUntil, opens: 0, token };
}
