import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { removeSetUp } from '../set-up-record.js';
import { taxRateKind } from './tax-rate.queries.js';

@Injectable()
export class DeleteTaxRate {
  constructor(private readonly db: Database) {}

  /** Documents keep the taxes they were priced with. @throws DomainError not_found */
  execute(ctx: Ctx, id: string): Promise<void> {
    return this.db.write(ctx, (tx) => removeSetUp(tx, taxRateKind, id));
  }
}
