import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database, sql } from '@quittance/database';
import type { CompanyId, Ctx } from '@quittance/kernel';
import { ChargeLate, type LateChargesMade } from './charge-late.js';
import { isDueToAsk } from './late-terms.js';
import { markAsked, readLateTerms } from './late-terms.repository.js';

const ASKING = sql(`select c.id from dunning.door_companies_asking_late() as c(id)`);

/** Asks for late payment on the day of the month that a company has chosen. */
@Injectable()
export class ChargeLateByItself {
  constructor(
    private readonly db: Database,
    private readonly chargeLate: ChargeLate,
  ) {}

  /** The companies that have chosen a day. */
  async companies(): Promise<readonly CompanyId[]> {
    return (await this.db.door<{ id: CompanyId }>(ASKING)).map(({ id }) => id);
  }

  /**
   * Null where the day has not come. What is cut off is asked for by the next: no day is asked for
   * twice, and only what went through counts as asked.
   */
  async execute(ctx: Ctx): Promise<LateChargesMade | null> {
    const [terms, today] = await this.db.read(ctx, (tx) =>
      Promise.all([readLateTerms(tx), readToday(tx)]),
    );
    if (!isDueToAsk(terms, today)) return null;
    const made = await this.chargeLate.execute(ctx);
    await this.db.write(ctx, (tx) => markAsked(tx, today));
    return made;
  }
}
