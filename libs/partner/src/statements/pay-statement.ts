import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import {
  commissionStatementView,
  type StatementId,
  type CommissionStatementView,
} from './commission-statement.js';
import { statementAfter } from './statement-status.js';
import { lockStatement, payEntries, storeStatement } from './statement.repository.js';

export interface StatementPayment {
  readonly paidOn: LocalDate;
  readonly reference: string;
}

/** Notes that a partner was paid. What was paid is not taken back: it is netted with what follows. */
@Injectable()
export class PayStatement {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, commission_statement_status_conflict */
  execute(ctx: Ctx, id: StatementId, payment: StatementPayment): Promise<CommissionStatementView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockStatement(tx, id);
      const status = statementAfter(before.status, 'pay');
      await payEntries(tx, id);
      return commissionStatementView(
        storeStatement(tx, 'commission_statement.paid', before, { status, ...payment }),
      );
    });
  }
}
