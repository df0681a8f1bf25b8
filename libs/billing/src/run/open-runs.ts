import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import type { CompanyId } from '@quittance/kernel';

const COMPANIES_WITH_OPEN_RUNS = sql(
  `select id from billing.door_companies_with_open_runs() as open(id)`,
);

/** Finds the companies whose runs wait for a worker. */
@Injectable()
export class OpenRuns {
  constructor(private readonly db: Database) {}

  async companyIds(): Promise<CompanyId[]> {
    const found = await this.db.door<{ id: CompanyId }>(COMPANIES_WITH_OPEN_RUNS);
    return found.map(({ id }) => id);
  }
}
