import type { EventEnvelope, EventType } from '@quittance/contracts';
import {
  databaseBusy,
  databaseUnavailable,
  isForLater,
  type Database,
  type Tx,
} from '@quittance/database';
import { DomainError, systemCtx, type Ctx, type Instant } from '@quittance/kernel';
import { atWork, setAside, workQuarantined } from '@quittance/watchdog';
import type { EventConsumer, EventConsumers } from '../consumers.js';
import { afterContention, afterFailure, type AfterFailure } from './back-off.js';
import { FINISH_EVENT, NOTE_HANDLED, RECORD_FAILURE, TAKE_EVENT } from './dispatch.sql.js';
import { handOver } from './hand-over.js';

/** An event as it is read for dispatching. */
export interface DueEvent {
  readonly id: string;
  readonly seq: bigint;
  readonly type: EventType;
  readonly object: string;
  readonly recordId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly occurredAt: Instant;
  readonly actorKind: EventEnvelope['actor']['kind'];
  readonly actorId: string | null;
  readonly actorName: string;
  readonly requestId: string;
  readonly changed: readonly string[] | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly depth: number;
  readonly cause: NonNullable<Ctx['cause']> | null;
  /** Of work on many records: it waits behind what is fresh. */
  readonly bulk: boolean;
}

/**
 * `finished`: handled by all or dead · `waiting`: to be tried later · `taken`: another process has
 * it.
 */
export type Delivery = 'finished' | 'waiting' | 'taken';

export interface DeliveryMeans {
  readonly db: Database;
  readonly consumers: EventConsumers;
  /** The types that consumers of sets are handed. */
  readonly wanted: readonly EventType[];
  /** The types that other consumers listen to. */
  readonly heard: readonly EventType[];
}

/** The kind of the work on a set of events. */
export const EVENT_SET = 'event-set';

const LONGEST_ERROR = 500;

/**
 * Hands one event to each of its consumers, each in a transaction of its own: what one of them
 * breaks neither undoes nor stops the others. The last one finishes the event.
 */
export async function deliverEvent(
  ctx: Ctx,
  event: DueEvent,
  { db, consumers, wanted, heard }: DeliveryMeans,
): Promise<Delivery> {
  // What a consumer does is caused by the event: the events of that are one deeper, in its lane.
  const { bulk } = event;
  const unit = { kind: 'event', id: event.id, set: EVENT_SET };
  const caused = { depth: event.depth + 1, cause: causeOf(event), bulk, unit };
  const own = { ...systemCtx(ctx.companyId, ctx.now, event.requestId), ...caused };
  const sets = wanted.includes(event.type) ? setsOfOne(consumers) : [];
  const listeners = [...consumers.of(event.type), ...sets];
  const before = [...new Set([...heard, ...wanted])];
  let failure: unknown;
  let contention: unknown;
  for (const [i, consumer] of listeners.entries()) {
    const finishes = i === listeners.length - 1 && (failure ?? contention) === undefined;
    try {
      const taken = await atWork(own, () =>
        db.write(own, (tx) => hand(tx, event, { consumer, before, finishes })),
      );
      if (!taken) return 'taken';
    } catch (error) {
      // The database being away says nothing about the event.
      if (saysDatabaseIsAway(error)) throw error;
      if (says(error, databaseBusy)) contention = error;
      else failure = error;
    }
  }
  if (says(failure, workQuarantined)) {
    // Each of its consumers was refused: nothing is tried again before a person says so.
    const next = { state: 'dead', attempts: event.attempts, nextAttemptAt: null } as const;
    const delivery = await putOff(own, db, { event, next, reason: failure });
    setAside(own);
    return delivery;
  }
  if (failure !== undefined) {
    const next = afterFailure(event.attempts, ctx.now);
    return putOff(own, db, { event, next, reason: failure });
  }
  if (contention === undefined) return 'finished';
  // Nor does it say anything about the event that others held the same records.
  const next = afterContention(event.attempts, ctx.now);
  return putOff(own, db, { event, next, reason: contention });
}

/** Whoever made the first change stays behind all that comes of it. */
function causeOf({ cause, actorKind, actorId }: DueEvent): Ctx['cause'] {
  return { by: cause?.by ?? { kind: actorKind, id: actorId } };
}

function setsOfOne(consumers: EventConsumers): readonly Listener[] {
  return consumers.sets().map((consumer) => ({
    name: consumer.name,
    handle: (tx: Tx, event: EventEnvelope) => consumer.handle(tx, [event]),
  }));
}

/** A statement that took too long would do so again: that is the fault of what it was sent for. */
export function saysDatabaseIsAway(error: unknown): boolean {
  return says(error, databaseUnavailable) && isForLater(error);
}

function says(error: unknown, { code }: { readonly code: string }): boolean {
  return error instanceof DomainError && error.code === code;
}

type Listener = Pick<EventConsumer, 'name' | 'handle'>;

interface Hand {
  readonly consumer: Listener;
  /** Types whose earlier events of the same record come first. */
  readonly before: readonly EventType[];
  readonly finishes: boolean;
}

async function hand(
  tx: Tx,
  event: DueEvent,
  { consumer, before, finishes }: Hand,
): Promise<boolean> {
  const { companyId, now } = tx.ctx;
  const taken = await tx.maybe(TAKE_EVENT, [companyId, event.id, before]);
  if (!taken) return false;
  const isNew = await tx.run(NOTE_HANDLED, [companyId, event.id, consumer.name, now]);
  if (isNew > 0) await handOver(tx, consumer, envelopeOf(tx.ctx, event), event.recordId);
  if (finishes) await tx.run(FINISH_EVENT, [companyId, event.id, now]);
  return true;
}

interface PutOff {
  readonly event: DueEvent;
  readonly next: AfterFailure;
  readonly reason: unknown;
}

async function putOff(ctx: Ctx, db: Database, { event, next, reason }: PutOff): Promise<Delivery> {
  const { state, attempts, nextAttemptAt } = next;
  const message = reason instanceof Error ? reason.message : String(reason);
  const error = message.slice(0, LONGEST_ERROR);
  await db.write(ctx, (tx) =>
    tx.run(RECORD_FAILURE, [
      ctx.companyId,
      event.id,
      state,
      attempts,
      nextAttemptAt,
      error,
      ctx.now,
    ]),
  );
  return state === 'dead' ? 'finished' : 'waiting';
}

export function envelopeOf({ companyId }: Ctx, event: DueEvent): EventEnvelope {
  const { id, type, occurredAt, object, recordId, data, requestId, depth } = event;
  const { changed, before, cause } = event;
  const actor = { kind: event.actorKind, id: event.actorId, name: event.actorName };
  const about = {
    object,
    recordId,
    data,
    requestId,
    changed,
    before,
    depth,
    ...(cause && { cause }),
  };
  // What was stored was announced by `emit`, which let no type through with data of another.
  return { id, type, companyId, occurredAt, actor, ...about } as EventEnvelope;
}
