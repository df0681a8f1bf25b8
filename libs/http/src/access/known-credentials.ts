import { Injectable } from '@nestjs/common';
import type { AccessClaims } from '@quittance/identity';

/** Credentials seen lately, a few hundred bytes each. */
const MOST_CREDENTIALS = 20_000;

/**
 * Credentials that were found good. The same bytes of a token have the same signature, so its
 * claims need no second verification; whether its user may still act is read anew on every request.
 * Of API keys only that they were good once is known, for the rate limit.
 */
@Injectable()
export class KnownCredentials {
  private recent = new Map<string, AccessClaims | null>();
  private older = new Map<string, AccessClaims | null>();

  has(credential: string): boolean {
    return this.recent.has(credential) || this.older.has(credential);
  }

  claimsOf(token: string): AccessClaims | undefined {
    const claims = this.recent.get(token);
    if (claims) return claims;
    const kept = this.older.get(token);
    if (kept) this.add(token, kept);
    return kept ?? undefined;
  }

  /** When half of the room is taken the older half is forgotten. */
  add(credential: string, claims: AccessClaims | null): void {
    if (this.recent.size >= MOST_CREDENTIALS / 2) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(credential, claims);
  }
}
