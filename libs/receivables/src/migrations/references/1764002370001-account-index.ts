import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What a customer sees of its invoices is told by the index alone: void ones if they were sent. */
export class AccountIndex1764002370001 extends ForwardMigration {
  name = 'AccountIndex1764002370001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index receivables.invoice_account_index');
    await runner.query(`create index invoice_account_index
      on receivables.invoice (company_id, account_id, issue_date) include (status, sent_at)`);
  }
}
