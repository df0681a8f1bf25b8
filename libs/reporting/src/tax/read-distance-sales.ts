import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import { distanceSales } from '@quittance/tax';
import { countMonths, countYears } from './count-distance-sales.js';
import type { DistanceSalesCount, DistanceSalesMonth } from './distance-sales.js';

/**
 * Counts what a company sells to consumers of other member states (article 59c), in a year and the
 * one before it. Of a company outside of the Union there is nothing.
 */
@Injectable()
export class ReadDistanceSales {
  constructor(private readonly db: Database) {}

  /** How both years stand to the threshold, the later first. */
  years(ctx: Ctx, asked: number | undefined): Promise<readonly DistanceSalesCount[]> {
    return this.db.read(ctx, async (tx) => {
      const years = await askedYears(tx, asked);
      if (years === null) return [];
      const { counts } = await countYears(tx, years);
      return seesNumbers(ctx) ? counts : counts.map(withoutDocument);
    });
  }

  /** What they are made of, by month and member state. */
  months(ctx: Ctx, asked: number | undefined): Promise<readonly DistanceSalesMonth[]> {
    return this.db.read(ctx, async (tx) => {
      const years = await askedYears(tx, asked);
      return years === null ? [] : countMonths(tx, years);
    });
  }
}

async function askedYears(tx: Tx, asked: number | undefined) {
  const company = await readCompanyTerms(tx);
  const to = asked ?? Number(companyToday(company, tx.ctx.now).slice(0, 4));
  const state = distanceSales.stateOf(company.address);
  return state === null ? null : { company, state, from: to - 1, to };
}

/** A document is named to whoever may look at documents of its kind, and is shown their numbers. */
function seesNumbers(ctx: Ctx): boolean {
  return ['invoices', 'credit-notes'].every(
    (resource) =>
      ctx.permissions.can(resource, 'view') && !sight.hidden(ctx, { resource })?.has('number'),
  );
}

const withoutDocument = (count: DistanceSalesCount): DistanceSalesCount => ({
  ...count,
  crossedBy: null,
  crossedById: null,
  crossedByNumber: null,
});
