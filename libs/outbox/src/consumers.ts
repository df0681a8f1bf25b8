import { Injectable } from '@nestjs/common';
import type { EventEnvelope, EventType } from '@quittance/contracts';
import type { Tx } from '@quittance/database';

/** In-process work that an event sets off. */
export interface EventConsumer<T extends EventType = EventType> {
  /** Stored with every event it has handled: never rename it. */
  readonly name: string;
  readonly types: readonly T[];
  /**
   * Those of its types that the company asks for now; all of them where it does not say. Events
   * that nobody asks for are finished unread. Those not asked for may be among what it is handed.
   */
  wanted?(tx: Tx): Promise<readonly EventType[]>;
  /**
   * Runs once per event in effect: what it writes through `tx` commits together with the note that
   * the event is handled. It calls nobody outside; for that it stores an intent. A throw is retried
   * with back-off and holds back later events of the same record.
   */
  handle(tx: Tx, event: EventEnvelope<T>): Promise<void>;
}

/**
 * In-process work on events of any type, in sets and in no order: for what a company asks for by
 * its own data, and which for most companies and types is nothing at all.
 */
export interface EventSetConsumer {
  /** Stored with events that it handles one by one: never rename it. */
  readonly name: string;
  /** The types that the company asks for now. */
  wanted(tx: Tx): Promise<readonly EventType[]>;
  /** As `EventConsumer.handle`, for many events at once. Those not asked for may be among them. */
  handle(tx: Tx, events: readonly EventEnvelope[]): Promise<void>;
}

/** Who listens to what in this process; filled while the application starts. */
@Injectable()
export class EventConsumers {
  private readonly consumers: EventConsumer[] = [];
  private readonly setConsumers: EventSetConsumer[] = [];

  register<T extends EventType>(consumer: EventConsumer<T>): void {
    this.refuseTwice(consumer);
    this.consumers.push(consumer);
  }

  registerSet(consumer: EventSetConsumer): void {
    this.refuseTwice(consumer);
    this.setConsumers.push(consumer);
  }

  private refuseTwice({ name }: { readonly name: string }): void {
    if ([...this.consumers, ...this.setConsumers].some((other) => other.name === name)) {
      throw new Error(`The event consumer ${name} is registered twice`);
    }
  }

  of(type: EventType): readonly EventConsumer[] {
    return this.consumers.filter(({ types }) => types.includes(type));
  }

  /** Every type that somebody listens to in the transaction's company. */
  async heard(tx: Tx): Promise<readonly EventType[]> {
    const heard = this.consumers.map(async (consumer) => consumer.wanted?.(tx) ?? consumer.types);
    return [...new Set((await Promise.all(heard)).flat())];
  }

  sets(): readonly EventSetConsumer[] {
    return this.setConsumers;
  }
}
