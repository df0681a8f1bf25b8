import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const LEDGER_ACCOUNT = {
  name: 'crm.pub_ledger_account',
  of: 'crm.ledger_account',
  says: 'The terms of a customer, supplier or partner; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The ledger account.',
    account_id: 'The account of a customer; null of suppliers and partners.',
    name: 'What it is called.',
    default_currency: 'The code of the currency that its credit is counted in.',
    credit_limit: 'What it may owe, in minor units; null without a limit.',
  },
};

/** What others may know of how much credit customers have. */
export class LedgerAccountView1764000200081 extends ForwardMigration {
  name = 'LedgerAccountView1764000200081';
  readonly publishes = [LEDGER_ACCOUNT];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
