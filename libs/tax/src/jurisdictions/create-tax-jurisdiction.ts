import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { addSetUp } from '../set-up-record.js';
import type { NewTaxJurisdiction, TaxJurisdiction } from './tax-jurisdiction.js';
import { taxJurisdictionKind } from './tax-jurisdiction.queries.js';

@Injectable()
export class CreateTaxJurisdiction {
  constructor(private readonly db: Database) {}

  /** @throws DomainError tax_jurisdiction_taken, validation_failed */
  execute(ctx: Ctx, input: NewTaxJurisdiction): Promise<TaxJurisdiction> {
    return this.db.write(ctx, (tx) =>
      addSetUp(tx, taxJurisdictionKind, { parentId: null, postalPatterns: [], ...input }),
    );
  }
}
