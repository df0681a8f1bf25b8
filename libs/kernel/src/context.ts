import type { Instant } from './clock.js';
import type { CompanyId, UserId } from './ids.js';

/** Who does it. `system` is the clock and the outbox; `provider` a payment provider's webhook. */
export interface Actor {
  readonly kind: 'staff' | 'portal' | 'api_key' | 'share_link' | 'provider' | 'system';
  readonly id: string | null;
  readonly name: string;
}

/** What an actor may do, already united over the roles. */
export interface Permissions {
  /** True for the built-in Admin role and for the system. */
  readonly all: boolean;
  can(resource: string, action: string): boolean;
  /** Grants outside the matrix: `customization`, `roles`. */
  granted(grant: string): boolean;
  /**
   * Record scope of a resource; `own` and `team` filter by owner. With an action, which records may be
   * had for that; without one, for what the request asks of its resource, and elsewhere to look at.
   */
  scope(resource: string, action?: string): 'all' | 'team' | 'own';
}

/** The facts of one request or job, built once, frozen. `ctx.now` is the only clock. */
export interface Ctx {
  readonly companyId: CompanyId;
  readonly actor: Actor;
  /** The staff user behind the actor, when there is one. */
  readonly userId: UserId | null;
  readonly permissions: Permissions;
  readonly now: Instant;
  readonly locale: string;
  readonly requestId: string;
  readonly ip: string | null;
  /**
   * Runs inside the transaction that answers a request, after its work and before its commit, with
   * what the operation returns. Idempotency keys are completed here, so that effect and stored
   * answer commit together.
   */
  readonly beforeCommit?: (tx: unknown, result: unknown) => Promise<void>;
  /**
   * Runs inside every other transaction of a request, before its commit: says that the request is still
   * at work, however long all of them take.
   */
  readonly beforeOtherCommit?: (tx: unknown) => Promise<void>;
  /**
   * The caller's key of this request, the same when it is sent again. What begins before the
   * answering transaction and must not begin twice is stored with it.
   */
  readonly idempotencyKey?: string;
  /**
   * The version of the company's metadata (fields, objects, layouts, rules, masters) when the actor
   * was read. Absent where nobody was read: a job asks the database.
   */
  readonly metadataVersion?: number;
  /** How many events led here: 1 in the consumer of an event that a person caused. Absent for none. */
  readonly depth?: number;
}

export const ALL_PERMISSIONS: Permissions = Object.freeze({
  all: true,
  can: () => true,
  granted: () => true,
  scope: () => 'all' as const,
});

const SYSTEM: Actor = Object.freeze({ kind: 'system', id: null, name: 'system' });

/** The context of the clock, the outbox and start-up: every right, within one company. */
export function systemCtx(
  companyId: CompanyId,
  now: Instant,
  requestId: string,
  actor = SYSTEM,
): Ctx {
  return Object.freeze({
    companyId,
    actor,
    userId: null,
    permissions: ALL_PERMISSIONS,
    now,
    locale: 'en',
    requestId,
    ip: null,
  });
}
