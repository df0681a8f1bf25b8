import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { addSetUp } from '../set-up-record.js';
import type { NewTaxRate, TaxRate } from './tax-rate.js';
import { taxRateKind } from './tax-rate.queries.js';

const BLANK = { compound: false, priority: 0, validTo: null, source: null, sourceDate: null };

@Injectable()
export class CreateTaxRate {
  constructor(private readonly db: Database) {}

  /** @throws DomainError tax_rate_overlaps, validation_failed */
  execute(ctx: Ctx, input: NewTaxRate): Promise<TaxRate> {
    return this.db.write(ctx, (tx) => addSetUp(tx, taxRateKind, { ...BLANK, ...input }));
  }
}
