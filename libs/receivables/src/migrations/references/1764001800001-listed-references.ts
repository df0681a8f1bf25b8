import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Invoices are listed by what they bill, the newest first: of a subscription, of a contract. */
export class ListedReferences1764001800001 extends ForwardMigration {
  name = 'ListedReferences1764001800001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index invoice_subscription_index
      on receivables.invoice (company_id, subscription_id, issue_date, id)
      where subscription_id is not null`);
    await runner.query(`create index invoice_contract_index
      on receivables.invoice (company_id, contract_id, issue_date, id)
      where contract_id is not null`);
  }
}
