import { Injectable } from '@nestjs/common';
import type { EventType } from '@quittance/contracts';
import { Database, type Tx } from '@quittance/database';
import { systemClock, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import { inLanes } from '@quittance/work';
import { EventConsumers } from '../consumers.js';
import {
  deliverEvent,
  saysDatabaseIsAway,
  type DeliveryMeans,
  type DueEvent,
} from './deliver-event.js';
import { dispatchSets, type Window } from './dispatch-sets.js';
import {
  FIND_DUE_EVENTS,
  FIND_OVERTAKEN,
  FINISH_SET,
  PENDING_COMPANIES,
  PROMOTE,
  TAKE_UNHEARD,
  WINDOW_END,
} from './dispatch.sql.js';

/** Pending events looked at together: a round does not cost more the longer the backlog is. */
const WINDOW = 5000;
/**
 * Events with listeners read per company and round, so that no company waits for another's backlog.
 */
const DUE_BATCH = 200;
/** Records worked on at once; each takes a connection. */
const CONCURRENCY = 4;

/** `bulk` holds the events of work on many records, `fresh` all others. */
export type EventLane = 'fresh' | 'bulk';
const EVENT_LANES: readonly EventLane[] = ['fresh', 'bulk'];

/** Is told what went wrong in a company; its events are tried again in the next round. */
export type OnFault = (error: unknown, companyId: CompanyId) => void;

const rethrow: OnFault = (error) => {
  throw error;
};

/**
 * Brings events to their consumers: at least once, in order per record. Any number of processes may
 * run it, and each of them once per lane at a time, so that what is fresh does not wait behind a
 * round of the other lane: an event is worked on by one of them at a time.
 */
@Injectable()
export class OutboxDispatcher {
  constructor(
    private readonly db: Database,
    private readonly consumers: EventConsumers,
  ) {}

  /**
   * One round over the companies with pending events, in each of these lanes; answers how many
   * events it finished. What goes wrong in one company keeps no other waiting.
   * @throws DomainError database_unavailable; what goes wrong in a company where nobody is told of
   *   it
   */
  async dispatchOnce(
    now: Instant = systemClock.now(),
    onFault: OnFault = rethrow,
    lanes: readonly EventLane[] = EVENT_LANES,
  ): Promise<number> {
    let finished = 0;
    const faults: (() => void)[] = [];
    for (const lane of lanes) {
      const bulk = lane === 'bulk';
      const companies = await this.db.door<{ companyId: CompanyId }>(PENDING_COMPANIES, [bulk]);
      for (const { companyId } of companies) {
        try {
          finished += await this.dispatchCompany(systemCtx(companyId, now, 'outbox'), bulk);
        } catch (error) {
          if (saysDatabaseIsAway(error)) throw error;
          faults.push(() => onFault(error, companyId));
        }
      }
    }
    for (const tell of faults) tell();
    return finished;
  }

  /** Goes as far as the first window in which there is something to finish. */
  private async dispatchCompany(ctx: Ctx, bulk: boolean): Promise<number> {
    let finished = 0;
    for (let after = 0n; finished === 0;) {
      const { until, ...asked } = await this.readWanted(ctx, bulk, after);
      if (until === null) break;
      finished = await this.dispatchWindow(ctx, { bulk, after, until }, asked);
      after = until;
    }
    return finished;
  }

  private async dispatchWindow(
    ctx: Ctx,
    window: Window,
    { wanted, heard }: Asked,
  ): Promise<number> {
    const { companyId, now } = ctx;
    const { bulk, after, until } = window;
    const inSets = wanted.filter((type) => !heard.includes(type));
    const listened = [...heard, ...inSets];
    const unheard = await this.db.write(ctx, async (tx) => {
      if (!bulk) await promote(tx, window);
      return finishUnheard(tx, listened, window);
    });
    if (listened.length === 0) return unheard;
    const means = { db: this.db, consumers: this.consumers, wanted, heard };
    const inOneGo = await dispatchSets(ctx, means, inSets, window);
    const asked = [companyId, heard, now, DUE_BATCH, until, inSets, after, bulk];
    const due = await this.db.read(ctx, (tx) => tx.rows<DueEvent>(FIND_DUE_EVENTS, asked));
    return unheard + inOneGo + (await deliver(ctx, byRecord(due), means));
  }

  /**
   * What the company asks for, and the end of the window before the question: an event that comes
   * later may be asked for by somebody who came in between, so nobody may call it unheard.
   */
  private readWanted(ctx: Ctx, bulk: boolean, after: bigint): Promise<Wanted> {
    return this.db.read(ctx, async (tx) => {
      const end = [ctx.companyId, after, WINDOW, bulk];
      const { until } = await tx.one<{ until: bigint | null }>(WINDOW_END, end);
      if (until === null) return { until, wanted: [], heard: [] };
      const sets = this.consumers.sets();
      const [heard, ...wanted] = await Promise.all([
        this.consumers.heard(tx),
        ...sets.map((consumer) => consumer.wanted(tx)),
      ]);
      return { until, heard, wanted: [...new Set(wanted.flat())] };
    });
  }
}

/**
 * What waits in the other lane about a record of which something fresh is told goes with it, before
 * it.
 */
async function promote(tx: Tx, { after, until }: Window): Promise<void> {
  const { companyId } = tx.ctx;
  const overtaken = await tx.rows<{ id: string }>(FIND_OVERTAKEN, [companyId, after, until]);
  if (overtaken.length === 0) return;
  await tx.run(PROMOTE, [companyId, overtaken.map(({ id }) => id)]);
}

/** Finishes what nobody listens to, and answers how many events those were. */
async function finishUnheard(
  tx: Tx,
  listened: readonly EventType[],
  { bulk, after, until }: Window,
): Promise<number> {
  const { companyId, now } = tx.ctx;
  const asked = [companyId, listened, after, until, bulk];
  const unheard = await tx.rows<{ id: string }>(TAKE_UNHEARD, asked);
  if (unheard.length === 0) return 0;
  return tx.run(FINISH_SET, [companyId, unheard.map(({ id }) => id), now]);
}

/** What a company's consumers ask for: those of sets, and those that are handed one by one. */
interface Asked {
  readonly wanted: readonly EventType[];
  readonly heard: readonly EventType[];
}

interface Wanted extends Asked {
  readonly until: bigint | null;
}

/** Records side by side, the events of one record one after another. */
async function deliver(ctx: Ctx, records: DueEvent[][], means: DeliveryMeans): Promise<number> {
  let finished = 0;
  await inLanes(records, CONCURRENCY, async (events) => {
    const done = await deliverInOrder(ctx, events, means);
    finished += done;
  });
  return finished;
}

async function deliverInOrder(
  ctx: Ctx,
  events: readonly DueEvent[],
  means: DeliveryMeans,
): Promise<number> {
  let finished = 0;
  for (const event of events) {
    const delivery = await deliverEvent(ctx, event, means);
    if (delivery !== 'finished') break;
    finished += 1;
  }
  return finished;
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
