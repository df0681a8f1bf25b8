import { databaseBusy, type Tx } from '@quittance/database';
import type { EventType } from '@quittance/contracts';
import { DomainError, type Ctx } from '@quittance/kernel';
import { atWork, worksAlone } from '@quittance/watchdog';
import {
  EVENT_SET,
  deliverEvent,
  envelopeOf,
  saysDatabaseIsAway,
  type DeliveryMeans,
  type DueEvent,
} from './deliver-event.js';
import { FINISH_SET, TAKE_SET } from './dispatch.sql.js';
import { handOver } from './hand-over.js';

/** Events handed over at once: few statements, and a short transaction. */
const SET = 1000;

/**
 * A stretch of a lane of a company's pending events by `seq`, without the first and with the last.
 */
export interface Window {
  readonly bulk: boolean;
  readonly after: bigint;
  readonly until: bigint;
}

/**
 * Hands the oldest events of these types in a window to the consumers of sets, in one transaction
 * that also finishes them. A set that fails is handed over event by event, so that only the guilty
 * one waits. Answers how many events are finished.
 */
export async function dispatchSets(
  ctx: Ctx,
  means: DeliveryMeans,
  types: readonly EventType[],
  { bulk, after, until }: Window,
): Promise<number> {
  if (types.length === 0) return 0;
  let taken: readonly DueEvent[] = [];
  const params = [ctx.companyId, types, SET, after, until, bulk];
  if (worksAlone(ctx, EVENT_SET)) {
    taken = await means.db.write(ctx, (tx) => tx.rows<DueEvent>(TAKE_SET, params));
    return oneByOne(ctx, means, taken);
  }
  const own = { ...ctx, bulk, unit: { kind: EVENT_SET, id: '' } };
  try {
    const inOneGo = async (tx: Tx) => {
      taken = await tx.rows<DueEvent>(TAKE_SET, params);
      await handOverSet(tx, means, taken);
    };
    await atWork(own, () => means.db.write(own, inOneGo));
    return taken.length;
  } catch (error) {
    if (taken.length === 0 || isNoFaultOfAnEvent(error)) throw error;
    return oneByOne(ctx, means, taken);
  }
}

async function handOverSet(tx: Tx, { consumers }: DeliveryMeans, events: readonly DueEvent[]) {
  if (events.length === 0) return;
  const envelopes = events.map((event) => envelopeOf(tx.ctx, event));
  for (const consumer of consumers.sets()) await handOver(tx, consumer, envelopes);
  await tx.run(FINISH_SET, [tx.ctx.companyId, events.map(({ id }) => id), tx.ctx.now]);
}

function isNoFaultOfAnEvent(error: unknown): boolean {
  const contention = error instanceof DomainError && error.code === databaseBusy.code;
  return contention || saysDatabaseIsAway(error);
}

async function oneByOne(
  ctx: Ctx,
  means: DeliveryMeans,
  events: readonly DueEvent[],
): Promise<number> {
  let finished = 0;
  for (const event of events) {
    if ((await deliverEvent(ctx, event, means)) === 'finished') finished += 1;
  }
  return finished;
}
