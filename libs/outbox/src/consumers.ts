import { Injectable } from '@nestjs/common';
import type { EventEnvelope, EventType } from '@quittance/contracts';
import type { Tx } from '@quittance/database';

/** In-process work that an event sets off. */
export interface EventConsumer {
  /** Stored with every event it has handled: never rename it. */
  readonly name: string;
  readonly types: readonly EventType[];
  /**
   * Runs once per event in effect: what it writes through `tx` commits together with the note that
   * the event is handled. It calls nobody outside; for that it stores an intent. A throw is retried
   * with back-off and holds back later events of the same record.
   */
  handle(tx: Tx, event: EventEnvelope): Promise<void>;
}

/** Who listens to what in this process; filled while the application starts. */
@Injectable()
export class EventConsumers {
  private readonly consumers: EventConsumer[] = [];

  register(consumer: EventConsumer): void {
    if (this.consumers.some(({ name }) => name === consumer.name)) {
      throw new Error(`The event consumer ${consumer.name} is registered twice`);
    }
    this.consumers.push(consumer);
  }

  of(type: EventType): readonly EventConsumer[] {
    return this.consumers.filter(({ types }) => types.includes(type));
  }

  /** Every type that somebody listens to. */
  types(): readonly EventType[] {
    return [...new Set(this.consumers.flatMap(({ types }) => types))];
  }
}
