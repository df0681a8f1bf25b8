import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { addSeconds, newId, type Clock, type Ctx } from '@quittance/kernel';
import type { WebhookId } from '../endpoints/endpoint.js';
import { EndpointUsage } from '../endpoints/endpoint-usage.js';
import { findEndpoint } from '../endpoints/endpoint.repository.js';
import { webhookNotActive } from '../webhooks.errors.js';
import { MESSAGE_CLOCK } from '../webhooks.settings.js';
import { TEST_TYPE, testBody } from './message.js';
import type { Message } from './message.description.js';
import { insertMessages, readMessage, type MessageDetail } from './message.repository.js';
import { MessagePost, sendMessage } from './send-message.js';
import { storeOutcomes } from './store-outcomes.js';

const LEASE_SECONDS = 30;

/** Sends a test message at once and tells what became of it; a failure is retried as any other. */
@Injectable()
export class TestEndpoint {
  constructor(
    private readonly db: Database,
    private readonly post: MessagePost,
    @Inject(MESSAGE_CLOCK) private readonly clock: Clock,
    private readonly usage: EndpointUsage,
  ) {}

  /** @throws DomainError not_found, right_beyond_own, webhook_not_active */
  async execute(ctx: Ctx, endpointId: WebhookId): Promise<MessageDetail> {
    const id = newId<'webhook-message'>();
    const { now } = ctx;
    const endpoint = await this.db.write(
      ctx,
      async (tx) => {
        const found = await findEndpoint(tx, endpointId);
        await this.usage.requireRights(tx, found);
        if (!found.active) throw webhookNotActive({ url: found.url });
        const message: Message = {
          id,
          endpointId,
          eventId: null,
          recordId: null,
          object: 'webhook',
          bulk: false,
          type: TEST_TYPE,
          body: testBody(ctx.companyId, now),
          occurredAt: now,
          status: 'pending',
          attempts: 1,
          nextAttemptAt: now,
          leasedUntil: addSeconds(now, LEASE_SECONDS),
          statusCode: null,
          error: null,
          deliveredAt: null,
          createdAt: now,
        };
        await insertMessages(tx, [message]);
        const after = { messageId: id };
        audit(tx, { action: 'webhook.tested', object: 'webhook', recordId: endpointId, after });
        return { ...found, ...message };
      },
      { answers: false },
    );
    const attempted = await sendMessage(ctx, this.post, endpoint, this.clock);
    const ended = { ...ctx, now: attempted.at };
    await this.db.write(ended, (tx) => storeOutcomes(tx, [attempted]), { answers: false });
    return this.db.write(ctx, (tx) => readMessage(tx, endpointId, id));
  }
}
