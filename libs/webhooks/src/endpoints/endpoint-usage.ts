import { Injectable, Module } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { Endpoint } from './endpoint.description.js';
import type { WebhookId } from './endpoint.js';
import { requireRightsOfTypes } from './endpoint-rights.js';

/** Who sends to webhooks what no type of event says: stated here, provided by those libs. */
export interface EndpointUser {
  /**
   * Asks of the actor that they are shown all that it sends to the webhook.
   * @throws DomainError right_beyond_own
   */
  requireRights(tx: Tx, id: WebhookId): Promise<void>;
}

/** All of them; filled while the application starts. */
@Injectable()
export class EndpointUsage {
  private readonly users: EndpointUser[] = [];

  register(user: EndpointUser): void {
    this.users.push(user);
  }

  /**
   * Whoever decides where a webhook leads is shown all that it is sent, by its types and besides.
   * @throws DomainError right_beyond_own
   */
  async requireRights(tx: Tx, { id, types }: Pick<Endpoint, 'id' | 'types'>): Promise<void> {
    requireRightsOfTypes(tx.ctx, types);
    for (const user of this.users) await user.requireRights(tx, id);
  }
}

/** Apart from the webhooks: who sends to them is also where none are changed. */
@Module({ providers: [EndpointUsage], exports: [EndpointUsage] })
export class EndpointUsageModule {}
