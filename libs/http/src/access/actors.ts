import type { AccessClaims } from '@quittance/identity';
import type { PortalActor } from '@quittance/portal';
import type { Actor, CompanyId, Ctx, Permissions, SessionId, UserId } from '@quittance/kernel';

/** Somebody who is signed in, as of this request. */
export interface SignedIn {
  readonly companyId: CompanyId;
  readonly actor: Actor;
  readonly userId: UserId | null;
  /** Absent for an API key. */
  readonly sessionId?: SessionId;
  /** Of a staff user. */
  readonly team?: string | null;
  readonly permissions: Permissions;
  /** The version of the company's metadata, where the directory reads it with the actor. */
  readonly metadataVersion?: number;
  /** What is still to be heard of who it was in the request before. */
  readonly askedAlong?: Ctx['askedAlong'];
  /** Who it is, where it is somebody of a portal. */
  readonly portal?: PortalActor;
}

/** Where a host looks up who is behind a token or an API key, anew for every request. */
export abstract class Actors {
  abstract ofToken(claims: AccessClaims): Promise<SignedIn | undefined>;

  /** Who it was the last time, where that is known: to be heard of before anything is answered. */
  lastOfToken(_claims: AccessClaims): SignedIn | undefined {
    return undefined;
  }

  abstract ofKey(key: string): Promise<SignedIn | undefined>;

  /** Tells in the log of a request that somebody makes who looks on as somebody else. */
  async noteView(_ctx: Ctx, _portal: PortalActor, _what: string): Promise<void> {}
}
