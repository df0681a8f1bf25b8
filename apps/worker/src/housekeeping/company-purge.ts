import { Injectable } from '@nestjs/common';
import { IdempotencyKeys } from '@quittance/http';
import { PurgeSessions } from '@quittance/identity';
import type { Ctx } from '@quittance/kernel';
import { SweepDocuments } from '@quittance/objects';
import { PurgeEvents } from '@quittance/outbox';
import { PurgeWorkflowRuns } from '@quittance/rules';
import { PurgeMessages } from '@quittance/webhooks';

/** How many of each kind were forgotten. */
export type Forgotten = Readonly<
  Record<'events' | 'messages' | 'keys' | 'sessions' | 'runs' | 'files', number>
>;

/** Forgets what of one company has served its time. */
@Injectable()
export class CompanyPurge {
  constructor(
    private readonly events: PurgeEvents,
    private readonly messages: PurgeMessages,
    private readonly keys: IdempotencyKeys,
    private readonly sessions: PurgeSessions,
    private readonly runs: PurgeWorkflowRuns,
    private readonly documents: SweepDocuments,
  ) {}

  async execute(ctx: Ctx): Promise<Forgotten> {
    const events = await this.events.execute(ctx);
    const messages = await this.messages.execute(ctx);
    const keys = await this.keys.purge(ctx);
    const sessions = await this.sessions.execute(ctx);
    const runs = await this.runs.execute(ctx);
    const files = await this.documents.execute(ctx);
    return { events, messages, keys, sessions, runs, files };
  }
}
