import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const CUSTOMER = {
  name: 'crm.pub_customer',
  of: 'crm.account',
  says: 'An account as whoever acts for it meets it; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The account.',
    name: 'What it is called.',
    owner_id: 'The user whose record it is; null of nobody’s.',
    active: {
      sql: `t.status = 'active' and t.deleted_at is null`,
      says: 'Whether the company deals with it.',
    },
  },
};

const TRADING_PARTNER = {
  name: 'crm.pub_trading_partner',
  of: 'crm.ledger_account',
  says: 'A supplier or partner, or the terms of a customer; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The ledger account.',
    name: 'What it is called.',
    owner_id: 'The user whose record it is; null of nobody’s.',
    active: { sql: 't.deleted_at is null', says: 'Whether the company deals with it.' },
  },
};

/** What others may know of whom a company deals with: of which party somebody is, and whether. */
export class PartyViews1764000200090 extends ForwardMigration {
  name = 'PartyViews1764000200090';
  readonly publishes = [CUSTOMER, TRADING_PARTNER];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
