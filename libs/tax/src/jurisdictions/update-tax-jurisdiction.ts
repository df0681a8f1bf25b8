import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeSetUp, type Change } from '../set-up-record.js';
import type { TaxJurisdiction, TaxJurisdictionPatch } from './tax-jurisdiction.js';
import { taxJurisdictionKind } from './tax-jurisdiction.queries.js';

@Injectable()
export class UpdateTaxJurisdiction {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, tax_jurisdiction_taken, validation_failed */
  execute(ctx: Ctx, change: Change<TaxJurisdictionPatch>): Promise<TaxJurisdiction> {
    return this.db.write(ctx, (tx) => changeSetUp(tx, taxJurisdictionKind, change));
  }
}
