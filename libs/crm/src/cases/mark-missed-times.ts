import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, readRecords, type RecordId } from '@quittance/objects';
import { emit } from '@quittance/outbox';

const BATCH = 500;

/**
 * Marks cases whose clock ran out, by the indexes of due times; nobody waits for the rows. No rule of
 * a company is asked: what is missed is missed.
 */
const MARK = sql(`
  update crm.support_case c set version = c.version + 1, updated_at = $2,
    first_response_breached = c.first_response_breached or m.response,
    resolution_breached = c.resolution_breached or m.resolution
  from (
    select id,
      coalesce(first_responded_at is null and first_response_due_at < $2, false) as response,
      coalesce(resolved_at is null and resolution_due_at < $2, false) as resolution
    from crm.support_case
    where company_id = $1 and deleted_at is null and waiting_since is null
      and ((first_responded_at is null and not first_response_breached
          and first_response_due_at < $2)
        or (resolved_at is null and not resolution_breached and resolution_due_at < $2))
    order by id limit ${BATCH} for no key update skip locked) as m
  where c.company_id = $1 and c.id = m.id
  returning c.id`);

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
      const missed = await tx.rows<{ id: RecordId }>(MARK, [ctx.companyId, ctx.now]);
      if (missed.length === 0) return 0;
      const cases = await this.models.object(tx, 'case');
      const ids = missed.map(({ id }) => id);
      for (const record of await readRecords(tx, cases, ids)) {
        const about = { object: 'case', recordId: record.id };
        const { firstResponseBreached, resolutionBreached } = record;
        const after = { firstResponseBreached, resolutionBreached };
        audit(tx, { action: 'case.time_missed', ...about, after });
        emit(tx, { type: 'record.updated', ...about, data: record });
        emit(tx, { type: 'case.time_missed', ...about, data: record });
      }
      return missed.length;
    });
  }
}
