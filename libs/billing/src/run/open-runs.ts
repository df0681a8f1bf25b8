import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import type { CompanyId } from '@quittance/kernel';

const COMPANIES_WITH_OPEN_RUNS = sql(`
  select company_id as "companyId", running from billing.door_companies_with_open_runs()`);

/** A company with a run that is not over. */
export interface OpenRun {
  readonly companyId: CompanyId;
  /** Whether a worker has begun with it; that worker may be gone since. */
  readonly running: boolean;
}

/** Finds the companies whose runs wait for a worker. */
@Injectable()
export class OpenRuns {
  constructor(private readonly db: Database) {}

  find(): Promise<OpenRun[]> {
    return this.db.door<OpenRun>(COMPANIES_WITH_OPEN_RUNS);
  }
}
