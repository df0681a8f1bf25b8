import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { SetUpRecord, SetUpRow } from './set-up-record.js';
import { changeSetUp, type Change } from './store-set-up.js';

/** Changes a code, a jurisdiction, a rate or an exemption. */
@Injectable()
export class UpdateTaxRecord {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, and what making one is refused for */
  execute<Row extends SetUpRow, Input extends object>(
    ctx: Ctx,
    kind: SetUpRecord<Row, Input>,
    change: Change<Partial<Input>>,
  ): Promise<Row> {
    return this.db.write(ctx, (tx) => changeSetUp(tx, kind, change));
  }
}
