import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeSetUp, type Change } from '../set-up-record.js';
import type { TaxCode, TaxCodePatch } from './tax-code.js';
import { taxCodeKind } from './tax-code.queries.js';

@Injectable()
export class UpdateTaxCode {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, tax_code_taken */
  execute(ctx: Ctx, change: Change<TaxCodePatch>): Promise<TaxCode> {
    return this.db.write(ctx, (tx) => changeSetUp(tx, taxCodeKind, change));
  }
}
