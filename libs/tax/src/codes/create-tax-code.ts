import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { addSetUp } from '../set-up-record.js';
import type { NewTaxCode, TaxCode } from './tax-code.js';
import { taxCodeKind } from './tax-code.queries.js';

@Injectable()
export class CreateTaxCode {
  constructor(private readonly db: Database) {}

  /** @throws DomainError tax_code_taken */
  execute(ctx: Ctx, input: NewTaxCode): Promise<TaxCode> {
    return this.db.write(ctx, (tx) =>
      addSetUp(tx, taxCodeKind, { description: null, kind: null, isDefault: false, ...input }),
    );
  }
}
