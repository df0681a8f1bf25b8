import { Injectable } from '@nestjs/common';
import { decidesOwn } from '@quittance/access';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { writtenBy } from '../written-by.js';
import { ownAdjustment } from '../partner.errors.js';
import {
  commissionStatementView,
  type StatementId,
  type CommissionStatementView,
} from './commission-statement.js';
import { statementAfter } from './statement-status.js';
import { adjustedBy, lockStatement, storeStatement } from './statement.repository.js';

/** Lets a statement be paid. Whoever adjusted something on it does not. */
@Injectable()
export class ApproveStatement {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, commission_statement_status_conflict, own_adjustment */
  execute(ctx: Ctx, id: StatementId): Promise<CommissionStatementView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockStatement(tx, id);
      const status = statementAfter(before.status, 'approve');
      const adjusted = await adjustedBy(tx, id);
      if (adjusted.length > 0 && (await decidesOwn(tx, adjusted))) throw ownAdjustment();
      const change = { status, approvedBy: writtenBy(tx), approvedAt: ctx.now };
      return commissionStatementView(
        storeStatement(tx, 'commission_statement.approved', before, change),
      );
    });
  }
}
