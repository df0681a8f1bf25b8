import type { Tx } from '@quittance/database';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { readRecord } from '@quittance/objects';
import { timesOf } from './case-times.js';
import { slaClock, type SlaClock } from './sla.js';
import { readSlaPolicy } from './sla-policy.queries.js';

/** Where the clocks of a case are now. */
export interface CaseSla {
  readonly firstResponse: SlaClock;
  readonly resolution: SlaClock;
}

/** @throws DomainError not_found */
export async function readCaseSla(tx: Tx, cases: CompanyObject, id: RecordId): Promise<CaseSla> {
  const times = timesOf(await readRecord(tx, cases, id));
  const { hours } = await readSlaPolicy(tx);
  const clock = (due: typeof times.firstResponseDueAt, done: typeof times.firstRespondedAt) =>
    slaClock(due, done, times.waitingSince, tx.ctx.now, hours);
  return {
    firstResponse: clock(times.firstResponseDueAt, times.firstRespondedAt),
    resolution: clock(times.resolutionDueAt, times.resolvedAt),
  };
}
