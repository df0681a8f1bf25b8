import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { SetUpRecord, SetUpRow } from './set-up-record.js';
import { removeSetUp } from './store-set-up.js';

/** Deletes a code, a jurisdiction, a rate or an exemption. */
@Injectable()
export class DeleteTaxRecord {
  constructor(private readonly db: Database) {}

  /**
   * Documents keep the taxes they were priced with. What still names a code, a schedule or a
   * product, is refused by it when it is billed next: `tax_code_unknown`.
   * @throws DomainError not_found, tax_record_in_use
   */
  execute<Row extends SetUpRow>(ctx: Ctx, kind: SetUpRecord<Row>, id: string): Promise<void> {
    return this.db.write(ctx, (tx) => removeSetUp(tx, kind, id));
  }
}
