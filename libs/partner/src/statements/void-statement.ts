import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { holdPartner } from '../members/member.repository.js';
import {
  commissionStatementView,
  type StatementId,
  type CommissionStatementView,
} from './commission-statement.js';
import { statementAfter } from './statement-status.js';
import {
  giveBackEntries,
  lockStatement,
  readStatement,
  storeStatement,
} from './statement.repository.js';

/** Gives a statement up that was not paid: its entries are payable again, and come to another. */
@Injectable()
export class VoidStatement {
  constructor(private readonly db: Database) {}

  /**
   * @param step of a draft alone, or also of one that was approved
   * @throws DomainError not_found, commission_statement_status_conflict
   */
  execute(
    ctx: Ctx,
    id: StatementId,
    step: 'reject' | 'void',
    reason: string,
  ): Promise<CommissionStatementView> {
    return this.db.write(ctx, async (tx) => {
      await holdPartner(tx, (await readStatement(tx, id)).partnerId);
      const before = await lockStatement(tx, id);
      const status = statementAfter(before.status, step);
      const change = { status, voidedAt: ctx.now, voidReason: reason };
      await giveBackEntries(tx, id);
      const what =
        step === 'reject' ? 'commission_statement.rejected' : 'commission_statement.voided';
      return commissionStatementView(storeStatement(tx, what, before, change));
    });
  }
}
