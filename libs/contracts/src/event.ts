import type { Actor, CompanyId, Ctx, Instant } from '@quittance/kernel';
import type { EventPayloads, EventType } from './events.js';

/** Who caused the event, as the envelope names them. */
export type EventActor = Pick<Actor, 'kind' | 'id' | 'name'>;

interface EventOf<T extends EventType> {
  readonly id: string;
  readonly type: T;
  readonly companyId: CompanyId;
  readonly occurredAt: Instant;
  readonly actor: EventActor;
  /** The noun of the record, singular: `invoice`, `credit-note`. */
  readonly object: string;
  readonly recordId: string;
  /** The resource as the API shows it. Never a secret. */
  readonly data: EventPayloads[T];
  readonly requestId: string;
  /** The members of `data` that an update changed; null where nobody said. */
  readonly changed: readonly string[] | null;
  /**
   * The changed members as they were; null where nobody said. Beside those of `data` it may have
   * some that `data` leaves out: they are for rules, and go no farther than `data` does.
   */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** How many events led to this one: 0 where a person or the clock did. */
  readonly depth: number;
  /** Who and what is behind it, where its actor does not say so: for rules, never sent anywhere. */
  readonly cause?: Ctx['cause'];
}

/**
 * What a consumer or a webhook subscription receives, of some types or of any: the type tells the
 * data. Delivered at least once, in order per record.
 */
export type EventEnvelope<T extends EventType = EventType> = { [K in T]: EventOf<K> }[T];
