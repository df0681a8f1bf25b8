import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { addSetUp } from '../set-up-record.js';
import type { NewTaxExemption, TaxExemption } from './tax-exemption.js';
import { taxExemptionKind } from './tax-exemption.queries.js';

const BLANK = { reason: null, jurisdictionIds: [], validTo: null };

@Injectable()
export class CreateTaxExemption {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed */
  execute(ctx: Ctx, input: NewTaxExemption): Promise<TaxExemption> {
    return this.db.write(ctx, (tx) => addSetUp(tx, taxExemptionKind, { ...BLANK, ...input }));
  }
}
