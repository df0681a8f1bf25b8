import { databaseBusy, type Tx } from '@quittance/database';
import type { EventType } from '@quittance/contracts';
import { DomainError, type Ctx } from '@quittance/kernel';
import {
  deliverEvent,
  envelopeOf,
  saysDatabaseIsAway,
  type DeliveryMeans,
  type DueEvent,
} from './deliver-event.js';
import { FINISH_SET, TAKE_SET } from './dispatch.sql.js';

/** Events handed over at once: few statements, and a short transaction. */
const SET = 1000;

/** A stretch of a company's pending events by their `seq`, without the first and with the last. */
export interface Window {
  readonly after: bigint;
  readonly until: bigint;
}

/**
 * Hands the oldest events of these types in a window to the consumers of sets, in one transaction that also
 * finishes them. A set that fails is handed over event by event, so that only the guilty one waits.
 * Answers how many events are finished.
 */
export async function dispatchSets(
  ctx: Ctx,
  means: DeliveryMeans,
  types: readonly EventType[],
  { after, until }: Window,
): Promise<number> {
  if (types.length === 0) return 0;
  let taken: readonly DueEvent[] = [];
  try {
    await means.db.write(ctx, async (tx) => {
      taken = await tx.rows<DueEvent>(TAKE_SET, [ctx.companyId, types, SET, after, until]);
      await handOver(tx, means, taken);
    });
    return taken.length;
  } catch (error) {
    if (taken.length === 0 || isNoFaultOfAnEvent(error)) throw error;
    return oneByOne(ctx, means, taken);
  }
}

async function handOver(tx: Tx, { consumers }: DeliveryMeans, events: readonly DueEvent[]) {
  if (events.length === 0) return;
  const envelopes = events.map((event) => envelopeOf(tx.ctx, event));
  for (const consumer of consumers.sets()) await consumer.handle(tx, envelopes);
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
