import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { addSeconds, type CompanyId, type Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';

const AUTO_RUN = sql(`select c.id from dunning.door_companies_with_auto_run() as c(id)`);
const ASKING = sql(`select c.id from dunning.door_companies_asking_late() as c(id)`);
const DEAD_RUNS = sql(`
  select r.company_id as "companyId", r.as_of as "asOf" from dunning.door_dead_runs($1) r`);

/** Longer than a batch takes: a run nobody has touched since was killed. */
const DEAD_AFTER_SECONDS = 60;

/** A run whose process was killed. */
export interface DeadRun {
  readonly companyId: CompanyId;
  readonly asOf: LocalDate;
}

/** What the clock has to look after, over all companies. */
@Injectable()
export class OpenDunningRuns {
  constructor(private readonly db: Database) {}

  /** The companies whose runs the clock starts. */
  async companiesWithAutoRun(): Promise<readonly CompanyId[]> {
    const rows = await this.db.door<{ id: CompanyId }>(AUTO_RUN);
    return rows.map(({ id }) => id);
  }

  /** The companies that have late payment asked for by itself on a day of the month. */
  async companiesAskingLate(): Promise<readonly CompanyId[]> {
    return (await this.db.door<{ id: CompanyId }>(ASKING)).map(({ id }) => id);
  }

  /** The runs that somebody has to carry on. */
  dead(now: Instant): Promise<readonly DeadRun[]> {
    return this.db.door<DeadRun>(DEAD_RUNS, [addSeconds(now, -DEAD_AFTER_SECONDS)]);
  }
}
