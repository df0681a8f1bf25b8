import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { removeSetUp } from '../set-up-record.js';
import { taxCodeKind } from './tax-code.queries.js';

@Injectable()
export class DeleteTaxCode {
  constructor(private readonly db: Database) {}

  /**
   * Documents keep the taxes they were priced with. What still names the code, a schedule or a product,
   * is refused by it when it is billed next: `tax_code_unknown`.
   * @throws DomainError not_found, tax_record_in_use
   */
  execute(ctx: Ctx, id: string): Promise<void> {
    return this.db.write(ctx, (tx) => removeSetUp(tx, taxCodeKind, id));
  }
}
