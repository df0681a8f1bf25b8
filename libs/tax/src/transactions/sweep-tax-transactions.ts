import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { newId, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import { atWork, quarantineSeconds, setAside } from '@quittance/watchdog';
import type { TaxTransaction } from './tax-transaction.js';
import { claimDueTransactions } from './tax-transaction.repository.js';
import { TransactionCalls } from './transaction-calls.js';

const COMPANIES_TO_SWEEP = sql(`
  select c.id from tax.door_companies_with_transactions_to_sweep($1) as c(id)`);

const BATCH = 8;

/**
 * Commits and voids tax at external providers: at once, and when that fails after 2 minutes, 10
 * minutes, 1 hour, then daily five times. Any number of processes may run it.
 */
@Injectable()
export class SweepTaxTransactions {
  constructor(
    private readonly db: Database,
    private readonly calls: TransactionCalls,
  ) {}

  /** Looks at what is due once; answers at how many transactions. */
  async execute(now: Instant): Promise<number> {
    const companies = await this.db.door<{ id: CompanyId }>(COMPANIES_TO_SWEEP, [now]);
    let looks = 0;
    for (const { id } of companies) {
      const ctx = systemCtx(id, now, `tax-sweep-${newId()}`);
      const due = await this.db.write(ctx, (tx) => claimDueTransactions(tx, BATCH));
      await Promise.all(due.map((transaction) => this.carryOut(ctx, transaction)));
      looks += due.length;
    }
    return looks;
  }

  /** One that has stopped its process too often has failed, until a person tries it again. */
  private async carryOut(ctx: Ctx, transaction: TaxTransaction): Promise<void> {
    const own = { ...ctx, unit: { kind: 'tax-transaction', id: transaction.id } };
    if (quarantineSeconds(own) > 0) {
      await this.calls.giveUp(own, transaction);
      return setAside(own);
    }
    await atWork(own, () => this.calls.carryOut(own, transaction));
  }
}
