import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { companyToday, readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import type { BillingRunId } from './billing-run-id.js';
import { insertRun } from './billing-run.repository.js';

/**
 * Queues the sweep of the company's day: it catches up everything that is due. The day is in its
 * key, so any number of schedulers may fire, and any number of times.
 */
@Injectable()
export class QueueSweep {
  constructor(private readonly db: Database) {}

  /** Whether it was this call that queued it. */
  execute(ctx: Ctx): Promise<boolean> {
    return this.db.write(ctx, async (tx) => {
      const asOf = companyToday(await readCompany(tx), ctx.now);
      const id = newId() as BillingRunId;
      const queued = await insertRun(tx, {
        id,
        key: `sweep:${asOf}`,
        asOf,
        catchUp: true,
        scheduleIds: null,
        previewToken: null,
      });
      if (!queued) return false;
      const after = { asOf, catchUp: true };
      audit(tx, { action: 'billing_run.queued', object: 'billing-run', recordId: id, after });
      return true;
    });
  }
}
