import { Injectable } from '@nestjs/common';
import { EVENT_TYPES, type EventEnvelope, type EventType } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import type { EventSetConsumer } from '@quittance/outbox';
import { wants } from '../endpoints/endpoint.js';
import { activeEndpoints } from '../endpoints/endpoint.repository.js';
import { bodyOf } from './message.js';
import type { Message } from './message.description.js';
import { insertMessages, promoteMessages } from './message.repository.js';

/** Turns events into messages: one for each active endpoint that asks for the event's type. */
@Injectable()
export class FanOutEvents implements EventSetConsumer {
  readonly name = 'webhooks.fan-out';

  async wanted(tx: Tx): Promise<readonly EventType[]> {
    const endpoints = await activeEndpoints(tx);
    if (endpoints.length === 0) return [];
    return EVENT_TYPES.filter((type) => endpoints.some((endpoint) => wants(endpoint, type)));
  }

  async handle(tx: Tx, events: readonly EventEnvelope[]): Promise<void> {
    const endpoints = await activeEndpoints(tx);
    const messages = events.flatMap((event): Message[] => {
      const targets = endpoints.filter((endpoint) => wants(endpoint, event.type));
      if (targets.length === 0) return [];
      const body = bodyOf(event);
      return targets.map(({ id }) => ({
        id: newId<'webhook-message'>(),
        endpointId: id,
        eventId: event.id,
        recordId: event.recordId,
        object: event.object,
        bulk: tx.ctx.bulk ?? false,
        type: event.type,
        body,
        occurredAt: event.occurredAt,
        status: 'pending',
        attempts: 0,
        nextAttemptAt: tx.ctx.now,
        leasedUntil: null,
        statusCode: null,
        error: null,
        deliveredAt: null,
        createdAt: tx.ctx.now,
      }));
    });
    // Whatever waits about the same records goes first.
    if (!tx.ctx.bulk) await promoteMessages(tx, messages);
    await insertMessages(tx, messages);
  }
}
