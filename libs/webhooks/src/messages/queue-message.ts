import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { findEndpoint } from '../endpoints/endpoint.repository.js';
import type { WebhookId } from '../endpoints/endpoint.js';
import { webhookNotActive } from '../webhooks.errors.js';
import { bodyOf, type Announced, type MessageId } from './message.js';
import { insertMessages } from './message.repository.js';

/**
 * Stores a message to one endpoint, whatever it is subscribed to; the worker sends it after the
 * commit.
 * @throws DomainError not_found, webhook_not_active
 */
export async function queueMessage(
  tx: Tx,
  endpointId: WebhookId,
  announced: Announced,
): Promise<MessageId> {
  const { active, url } = await findEndpoint(tx, endpointId);
  if (!active) throw webhookNotActive({ url });
  const id = newId<'webhook-message'>();
  const { now } = tx.ctx;
  const message = {
    id,
    endpointId,
    // The event may be sent to the endpoint beside this, by its own name.
    eventId: null,
    recordId: announced.recordId,
    object: announced.object,
    bulk: tx.ctx.bulk ?? false,
    type: announced.type,
    body: bodyOf(announced),
    occurredAt: announced.occurredAt,
    status: 'pending' as const,
    attempts: 0,
    nextAttemptAt: now,
    leasedUntil: null,
    statusCode: null,
    error: null,
    deliveredAt: null,
    createdAt: now,
  };
  await insertMessages(tx, [message]);
  return id;
}
