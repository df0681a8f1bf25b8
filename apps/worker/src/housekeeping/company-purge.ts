import { Injectable } from '@nestjs/common';
import { IdempotencyKeys } from '@quittance/http';
import { PurgeSessions } from '@quittance/identity';
import type { Ctx } from '@quittance/kernel';
import { PurgeEvents } from '@quittance/outbox';
import { PurgeMessages } from '@quittance/webhooks';

/** How many of each kind were forgotten. */
export type Forgotten = Readonly<Record<'events' | 'messages' | 'keys' | 'sessions', number>>;

/** Forgets what of one company has served its time. */
@Injectable()
export class CompanyPurge {
  constructor(
    private readonly events: PurgeEvents,
    private readonly messages: PurgeMessages,
    private readonly keys: IdempotencyKeys,
    private readonly sessions: PurgeSessions,
  ) {}

  async execute(ctx: Ctx): Promise<Forgotten> {
    const events = await this.events.execute(ctx);
    const messages = await this.messages.execute(ctx);
    const keys = await this.keys.purge(ctx);
    const sessions = await this.sessions.execute(ctx);
    return { events, messages, keys, sessions };
  }
}
