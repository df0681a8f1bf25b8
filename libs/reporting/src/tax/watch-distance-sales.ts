import { Injectable } from '@nestjs/common';
import {
  CompanyChecks,
  companyToday,
  distanceSalesNotices,
  readCompanyTerms,
  type DistanceSalesNotice,
} from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { distanceSales } from '@quittance/tax';
import { countYears } from './count-distance-sales.js';
import { noticeOf } from './notice-of-year.js';

/** What came of a look at the running year. */
export interface WatchedYear {
  /** Whether anybody was told of anything. */
  readonly told: boolean;
  /** Currencies that no rate leads from, so that nobody can say how the year stands; else null. */
  readonly unconverted: string | null;
}

interface Found {
  readonly notice: DistanceSalesNotice | null;
  readonly unconverted: string | null;
}

const NOTHING: Found = { notice: null, unconverted: null };

/**
 * Tells a company in the Union that its distance sales of the running year are near the threshold
 * of article 59c, and that they are beyond it: once a year each, whoever looks at the same time. A
 * year that was told to be beyond stays so, and is not counted any more.
 */
@Injectable()
export class WatchDistanceSales {
  constructor(
    private readonly db: Database,
    private readonly checks: CompanyChecks,
  ) {}

  /** Looks once: counts in a transaction that locks nothing, and tells in one of its own. */
  async execute(ctx: Ctx): Promise<WatchedYear> {
    const { notice, unconverted } = await this.db.read(ctx, look);
    if (notice === null) return { told: false, unconverted };
    const told = await this.db.write(ctx, (tx) =>
      distanceSalesNotices.tell(tx, this.checks, notice),
    );
    return { told, unconverted: null };
  }
}

async function look(tx: Tx): Promise<Found> {
  const company = await readCompanyTerms(tx);
  const state = distanceSales.stateOf(company.address);
  if (state === null) return NOTHING;
  const year = Number(companyToday(company, tx.ctx.now).slice(0, 4));
  const told = await distanceSalesNotices.told(tx, year);
  // Whoever has the count say how a year stands after that was told has it say so as well.
  const isSettled = told.has('exceeded') && !distanceSalesNotices.yearsAsCounted(company, year);
  if (isSettled) return NOTHING;
  const { counts, crossings } = await countYears(tx, { company, state, from: year, to: year });
  const [count] = counts;
  if (!count) return NOTHING;
  const notice = noticeOf(count, crossings ?? []);
  // Nobody is told that a year is near which they were told is beyond, whatever became void since.
  const isTold = notice?.standing === 'near' && told.size > 0;
  return { notice: isTold ? null : notice, unconverted: notice ? null : count.unconverted };
}
