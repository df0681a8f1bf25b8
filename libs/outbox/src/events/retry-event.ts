import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { eventNotDead } from '../outbox.errors.js';
import { findEvent, type EventId, type EventView } from './event.queries.js';
import { RetryLog } from './retry-log.port.js';

/** Puts a dead event back, with all its tries, by primary key. */
const REVIVE = sql(`
  update outbox.event set state = 'pending', attempts = 0, next_attempt_at = null,
    finished_at = null
  where company_id = $1 and id = $2 and state = 'dead'`);

/**
 * Takes an event out of the dead letter list; consumers that handled it before are not called
 * again.
 */
@Injectable()
export class RetryEvent {
  constructor(
    private readonly db: Database,
    private readonly log: RetryLog,
  ) {}

  /** @throws DomainError not_found, event_not_dead */
  execute(ctx: Ctx, id: EventId): Promise<EventView> {
    return this.db.write(ctx, async (tx: Tx) => {
      const before = await findEvent(tx, id);
      const revived = await tx.run(REVIVE, [ctx.companyId, id]);
      const after = await findEvent(tx, id);
      if (revived === 0) throw eventNotDead({ state: after.state });
      this.log.retried(tx, before, after);
      return after;
    });
  }
}
