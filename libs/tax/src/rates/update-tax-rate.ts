import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeSetUp, type Change } from '../set-up-record.js';
import type { TaxRate, TaxRatePatch } from './tax-rate.js';
import { taxRateKind } from './tax-rate.queries.js';

@Injectable()
export class UpdateTaxRate {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, tax_rate_overlaps, validation_failed */
  execute(ctx: Ctx, change: Change<TaxRatePatch>): Promise<TaxRate> {
    return this.db.write(ctx, (tx) => changeSetUp(tx, taxRateKind, change));
  }
}
