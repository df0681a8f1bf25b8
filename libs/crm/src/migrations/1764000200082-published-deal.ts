import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const DEAL = {
  name: 'crm.pub_deal',
  of: 'crm.deal',
  says: 'What may be sold to whom; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The deal.',
    status: 'open, won or lost.',
    account_id: 'The customer; null without one.',
    partner_id: 'The ledger account of the partner; null without one.',
    deleted_at: 'When it was deleted; null while it is there.',
  },
};

const LEDGER_ACCOUNT = {
  name: 'crm.pub_ledger_account',
  of: 'crm.ledger_account',
  says: 'The terms of a customer, supplier or partner; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The ledger account.',
    kind: 'customer, supplier or partner.',
    account_id: 'The account of a customer; null of suppliers and partners.',
    name: 'What it is called.',
    default_currency: 'The code of the currency that its credit is counted in.',
    credit_limit: 'What it may owe, in minor units; null without a limit.',
    deleted_at: 'When it was deleted; null while it is there.',
  },
};

const PLACE = {
  name: 'crm.pub_account_place',
  of: 'crm.account',
  says: 'Where a business is; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The account.',
    name: 'What it is called.',
    city: { sql: `t.billing_address->>'city'`, says: 'Where it is billed; null where not said.' },
    country: { sql: `t.billing_address->>'country'`, says: 'Its country; null where not said.' },
  },
};

/** What whoever pays partners may know of them, and of the deals that they brought. */
export class PublishedDeal1764000200082 extends ForwardMigration {
  name = 'PublishedDeal1764000200082';
  readonly publishes = [DEAL, LEDGER_ACCOUNT, PLACE];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop view ${LEDGER_ACCOUNT.name}`);
    await publishViews(runner, this.publishes);
  }
}
