import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { actorOf } from '../actor-of.js';
import { ownAdjustment } from '../partner.errors.js';
import { statementView, type StatementId, type StatementView } from './commission-statement.js';
import { statementAfter } from './statement-status.js';
import { hasAdjustmentOf, lockStatement, storeStatement } from './statement.repository.js';

/** Lets a statement be paid. Whoever adjusted something on it does not. */
@Injectable()
export class ApproveStatement {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, commission_statement_status_conflict, own_adjustment */
  execute(ctx: Ctx, id: StatementId): Promise<StatementView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockStatement(tx, id);
      const status = statementAfter(before.status, 'approve');
      if (await hasAdjustmentOf(tx, id)) throw ownAdjustment();
      const change = { status, approvedBy: actorOf(tx), approvedAt: ctx.now };
      return statementView(storeStatement(tx, 'approved', before, change));
    });
  }
}
