import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { systemClock, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import { EventConsumers } from '../consumers.js';
import { deliverEvent, type DueEvent } from './deliver-event.js';
import { FIND_DUE, FINISH_UNHEARD, PENDING_COMPANIES } from './dispatch.sql.js';

/** Events without a listener finished per statement. */
const UNHEARD_BATCH = 10_000;
/** Events with listeners read per company and round, so that no company waits for another's backlog. */
const DUE_BATCH = 200;
/** Records worked on at once; each takes a connection. */
const LANES = 4;

/**
 * Brings events to their consumers: at least once, in order per record. Any number of processes may
 * run it: an event is worked on by one of them at a time.
 */
@Injectable()
export class OutboxDispatcher {
  constructor(
    private readonly db: Database,
    private readonly consumers: EventConsumers,
  ) {}

  /** One round over the companies with pending events; answers how many events it finished. */
  async dispatchOnce(now: Instant = systemClock.now()): Promise<number> {
    const companies = await this.db.door<{ companyId: CompanyId }>(PENDING_COMPANIES);
    let finished = 0;
    for (const { companyId } of companies) {
      finished += await this.dispatchCompany(systemCtx(companyId, now, 'outbox'));
    }
    return finished;
  }

  private async dispatchCompany(ctx: Ctx): Promise<number> {
    const heard = this.consumers.types();
    const { companyId, now } = ctx;
    const unheard = await this.db.write(ctx, (tx) =>
      tx.run(FINISH_UNHEARD, [companyId, heard, now, UNHEARD_BATCH]),
    );
    if (heard.length === 0) return unheard;
    const due = await this.db.read(ctx, (tx) =>
      tx.rows<DueEvent>(FIND_DUE, [companyId, heard, now, DUE_BATCH]),
    );
    return unheard + (await this.deliver(ctx, byRecord(due)));
  }

  /** Records side by side, the events of one record one after another. */
  private async deliver(ctx: Ctx, records: DueEvent[][]): Promise<number> {
    let finished = 0;
    const lane = async () => {
      for (let events = records.shift(); events; events = records.shift()) {
        finished += await this.deliverInOrder(ctx, events);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return finished;
  }

  private async deliverInOrder(ctx: Ctx, events: readonly DueEvent[]): Promise<number> {
    let finished = 0;
    for (const event of events) {
      const delivery = await deliverEvent(ctx, event, { db: this.db, consumers: this.consumers });
      if (delivery !== 'finished') break;
      finished += 1;
    }
    return finished;
  }
}

function byRecord(events: readonly DueEvent[]): DueEvent[][] {
  const records = new Map<string, DueEvent[]>();
  for (const event of events) {
    const key = event.recordId;
    const known = records.get(key);
    if (known) known.push(event);
    else records.set(key, [event]);
  }
  return [...records.values()];
}
