import { addSeconds, epochMs, type Instant } from '@quittance/kernel';

/** A family ends this long after the sign-in, however often it was refreshed. */
export const FAMILY_SECONDS = 30 * 24 * 3600;

/** A client that lost the answer, or sent the same refresh twice at once, gets the same child. */
export const OVERLAP_SECONDS = 10;

/** What is known of a presented refresh token when its row is locked. */
export interface PresentedToken {
  readonly spentAt: Instant | null;
  readonly familyExpiresAt: Instant;
  readonly familyRevokedAt: Instant | null;
  readonly userMaySignIn: boolean;
  /** Whether its child was spent as well: then it is not the parent of the one that is good. */
  readonly childSpent?: boolean;
}

/**
 * `rotate`: spend it, make a child · `repeat`: answer its child again · `reuse`: somebody copied
 * it.
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'reuse' | 'refuse';

/** @param overlapSeconds within which a spent token is answered its child again; 0 never */
export function judgeRefresh(
  token: PresentedToken,
  now: Instant,
  overlapSeconds = OVERLAP_SECONDS,
): RefreshVerdict {
  if (token.familyRevokedAt !== null || token.familyExpiresAt <= now) return 'refuse';
  if (token.spentAt === null) return token.userMaySignIn ? 'rotate' : 'refuse';
  const age = epochMs(now) - epochMs(token.spentAt);
  if (overlapSeconds === 0 || token.childSpent || age > overlapSeconds * 1000) return 'reuse';
  return token.userMaySignIn ? 'repeat' : 'refuse';
}

export function familyEnd(signedInAt: Instant): Instant {
  return addSeconds(signedInAt, FAMILY_SECONDS);
}
