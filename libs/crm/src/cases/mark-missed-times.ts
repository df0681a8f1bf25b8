import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordId } from '@quittance/metadata';
import { updateRecords } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import { CASCADE } from '../cascade.js';

const BATCH = 500;

/**
 * Cases whose clock ran out, by the indexes of due times; nobody waits for the rows. No rule of a
 * company is asked about the mark: what is missed is missed.
 */
const MISSED = sql(`
  select id,
    first_response_breached or coalesce(
      first_responded_at is null and first_response_due_at < $2, false) as response,
    resolution_breached or coalesce(
      resolved_at is null and resolution_due_at < $2, false) as resolution
  from crm.support_case
  where company_id = $1 and deleted_at is null and waiting_since is null
    and ((first_responded_at is null and not first_response_breached
        and first_response_due_at < $2)
      or (resolved_at is null and not resolution_breached and resolution_due_at < $2))
  order by id limit ${BATCH} for no key update skip locked`);

interface MissedCase {
  readonly id: RecordId;
  readonly response: boolean;
  readonly resolution: boolean;
}

/** Marks the cases whose service times are missed by now, and tells of each. */
@Injectable()
export class MarkMissedTimes {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** How many cases it marked, at most 500: the caller goes on while there are some. */
  execute(ctx: Ctx): Promise<number> {
    return this.db.write(ctx, async (tx) => {
      const missed = await tx.rows<MissedCase>(MISSED, [ctx.companyId, ctx.now]);
      if (missed.length === 0) return 0;
      const cases = await this.models.object(tx, 'case');
      const updates = missed.map(({ id, response, resolution }) => {
        return { id, patch: { firstResponseBreached: response, resolutionBreached: resolution } };
      });
      const options = { ...CASCADE, action: 'case.time_missed' };
      for (const data of await updateRecords(tx, cases, updates, options)) {
        emit(tx, { type: 'case.time_missed', object: 'case', recordId: data.id, data });
      }
      return missed.length;
    });
  }
}
