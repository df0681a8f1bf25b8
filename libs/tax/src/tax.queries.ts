import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { SetUpRecord, SetUpRow } from './set-up/set-up-record.js';
import { findSetUp } from './set-up/store-set-up.js';
import { taxTransactionView, type TaxTransactionView } from './transactions/tax-transaction.js';
import { findTaxTransaction } from './transactions/tax-transaction.repository.js';

/** Reads of single records; each may answer `not_found`. */
@Injectable()
export class TaxQueries {
  constructor(private readonly db: Database) {}

  record<Row extends SetUpRow>(ctx: Ctx, kind: SetUpRecord<Row>, id: string): Promise<Row> {
    return this.db.read(ctx, (tx) => findSetUp(tx, kind, id));
  }

  transaction(ctx: Ctx, id: string): Promise<TaxTransactionView> {
    return this.db.read(ctx, async (tx) => taxTransactionView(await findTaxTransaction(tx, id)));
  }
}
