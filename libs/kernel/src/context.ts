import type { Instant } from './clock.js';
import type { CompanyId, SessionId, UserId } from './ids.js';
import type { WorkBudget } from '@quittance/work';

/** Who does it. `system` is the clock and the outbox; `provider` a payment provider's webhook. */
export interface Actor {
  readonly kind: 'staff' | 'portal' | 'api_key' | 'share_link' | 'provider' | 'system';
  readonly id: string | null;
  readonly name: string;
}

/** What led to a piece of work that events have set off. */
interface Cause {
  /** Who made the first of the changes that led here. Absent where the actor is who did. */
  readonly by?: Pick<Actor, 'kind' | 'id'>;
  /** The rule whose own bookkeeping a change is: it is not told of it. */
  readonly rule?: string;
}

/** What an actor may do, already united over the roles. */
export interface Permissions {
  /** True for the built-in Admin role and for the system. */
  readonly all: boolean;
  can(resource: string, action: string): boolean;
  /** Grants outside the matrix: `customization`, `roles`. */
  granted(grant: string): boolean;
  /**
   * Record scope of a resource; `own` and `team` filter by owner. With an action, which records may
   * be had for that; without one, for what the request asks of its resource, and elsewhere to look
   * at.
   */
  scope(resource: string, action?: string): 'all' | 'team' | 'own';
  /**
   * What of the records of a resource is kept from the actor; undefined where nothing is. Absent
   * where nothing ever is.
   */
  fields?(resource: string): FieldRights | undefined;
  /** Every resource of which something is kept from the actor. */
  readonly fieldBound?: readonly string[];
}

/** The members of records that somebody is not shown, or may not write. */
interface FieldRights {
  readonly hidden: ReadonlySet<string>;
  /** Those that are not written, what is hidden among them. */
  readonly unwritten: ReadonlySet<string>;
}

/**
 * What a piece of work is, for whoever finds the process at a standstill: an event, an e-mail, a
 * route. Work that is done in sets bears the name of its set while it is, and is done alone when a
 * set has stood still.
 */
export interface Unit {
  readonly kind: string;
  readonly id: string;
  /** The kind of the set that it is otherwise done in. */
  readonly set?: string;
  /** Who asks at a route for everybody, where nobody is known: an address, or what was brought. */
  readonly by?: string;
}

/**
 * What is asked of the database before anything else that a request asks there, or in the same
 * write: who somebody was is known from the request before, and whether they still are is heard
 * before anything is answered. Statement and parameters of a look-up outside any company.
 */
interface AskedAlong {
  readonly name: string;
  readonly text: string;
  readonly params: readonly unknown[];
  /** Whether the answer has yet to be heard. */
  readonly isOpen: boolean;
  /** Told the rows. @throws Error where nothing may be answered to who it was */
  hear(rows: readonly unknown[]): void;
}

/**
 * Work that is saved part by part under the caller's key: what of the same request was saved before
 * it broke off, so that sent again it goes on behind that.
 */
export interface SavedSteps {
  /**
   * What was kept, the first first. Of one that was kept under other rights than the caller has
   * now no more may be told than how many rows it was.
   */
  kept(): Promise<readonly SavedStep[]>;
  /**
   * Keeps a step in the transaction that saves it.
   * @throws DomainError idempotency_key_in_flight where another request holds the key by now
   */
  keep(tx: unknown, step: Omit<SavedStep, 'isTheirs'>): Promise<void>;
}

export interface SavedStep {
  /** How far it reaches: every step reaches further than the one before. */
  readonly at: number;
  /** What is told of it, as JSON can hold it. */
  readonly told: unknown;
  readonly isTheirs: boolean;
}

/** The facts of one request or job, built once, frozen. `ctx.now` is the only clock. */
export interface Ctx {
  readonly companyId: CompanyId;
  readonly actor: Actor;
  /** The staff user behind the actor, when there is one. */
  readonly userId: UserId | null;
  /** The session that the user's token belongs to; absent for keys, jobs and public routes. */
  readonly sessionId?: SessionId;
  /** The team that the staff user is in; absent where nobody of the staff asks. */
  readonly team?: string | null;
  readonly permissions: Permissions;
  readonly now: Instant;
  readonly locale: string;
  readonly requestId: string;
  readonly ip: string | null;
  /**
   * Concludes each transaction of a request, after its work and before its commit. Told what the
   * operation returns in the one that answers: idempotency keys are completed there, so that effect
   * and stored answer commit together. In every other null: it says that the request is still at
   * work, however long all of them take, and throws where another has taken its key over.
   */
  readonly conclude?: (tx: unknown, answer: { readonly result: unknown } | null) => Promise<void>;
  /**
   * The caller's key of this request, the same when it is sent again. What begins before the
   * answering transaction and must not begin twice is stored with it.
   */
  readonly idempotencyKey?: string;
  /** What is saved of the request part by part. Absent without a key. */
  readonly steps?: SavedSteps;
  /**
   * The version of the company's metadata (fields, objects, layouts, rules, masters) when the actor
   * was read. Absent where nobody was read: a job asks the database.
   */
  readonly metadataVersion?: number;
  /**
   * How many events led here: 1 in the consumer of an event that a person caused. Absent for none.
   */
  readonly depth?: number;
  /** Who and what is behind it, where events led here. */
  readonly cause?: Cause;
  /**
   * Part of work on many records: a run, an import, a change in bulk, and what such work set off.
   * What it announces and writes waits behind what somebody did to one record just now.
   */
  readonly bulk?: boolean;
  /** Which work it is; without one the request id names it. */
  readonly unit?: Unit;
  /**
   * What formulas, rules and the like may cost in this request. Absent for the clock and the
   * outbox, where nobody waits: each evaluation has its own bound, and they take turns with
   * everything else.
   */
  readonly work?: WorkBudget;
  /**
   * Throws where whoever asked has closed the connection: long work that changes nothing, a dry run
   * of a file, is then given up. Absent where nobody waits for an answer.
   */
  readonly demandAwaited?: () => void;
  /** What is still to be heard of the actor. Absent where they were read for this request. */
  readonly askedAlong?: AskedAlong;
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

/** The same context for work on many records. */
export function bulkCtx(ctx: Ctx): Ctx {
  return Object.freeze({ ...ctx, bulk: true });
}
