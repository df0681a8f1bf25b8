import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { SetUpRecord, SetUpRow } from './set-up-record.js';
import { addSetUp } from './store-set-up.js';

/** Makes a code, a jurisdiction, a rate or an exemption. */
@Injectable()
export class CreateTaxRecord {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError validation_failed, tax_code_taken, tax_jurisdiction_taken,
   *   tax_rate_overlaps
   */
  execute<Row extends SetUpRow, Input extends object>(
    ctx: Ctx,
    kind: SetUpRecord<Row, Input>,
    input: Input,
  ): Promise<Row> {
    return this.db.write(ctx, (tx) => addSetUp(tx, kind, input));
  }
}
