import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeSetUp, type Change } from '../set-up-record.js';
import type { TaxExemption, TaxExemptionPatch } from './tax-exemption.js';
import { taxExemptionKind } from './tax-exemption.queries.js';

@Injectable()
export class UpdateTaxExemption {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, validation_failed */
  execute(ctx: Ctx, change: Change<TaxExemptionPatch>): Promise<TaxExemption> {
    return this.db.write(ctx, (tx) => changeSetUp(tx, taxExemptionKind, change));
  }
}
