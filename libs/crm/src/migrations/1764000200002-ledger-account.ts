import { createCompanyTable } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The financial master record of a customer, supplier or partner. An account has exactly one of
 * kind customer: at most one is the unique index, at least one is made with the account. Amounts
 * are minor units of the default currency.
 */
export class LedgerAccount1764000200002 implements MigrationInterface {
  name = 'LedgerAccount1764000200002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'crm.ledger_account',
      `id uuid not null,
       version integer not null default 1,
       kind text not null,
       account_id uuid,
       name text not null,
       gstin text,
       pan text,
       tan text,
       vat text,
       ein text,
       bank jsonb,
       default_currency text not null,
       opening_balance bigint not null default 0,
       credit_limit bigint,
       credit_days integer,
       payment_terms text,
       default_price_book_id uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint ledger_account_kind_check check (kind in ('customer','supplier','partner')),
       constraint ledger_account_party_check check ((kind = 'customer') = (account_id is not null)),
       constraint ledger_account_credit_check check (credit_limit >= 0 and credit_days >= 0)`,
    );
    await runner.query(`create unique index ledger_account_account_key
      on crm.ledger_account (company_id, account_id)`);
    await runner.query(`create index ledger_account_kind_index
      on crm.ledger_account (company_id, kind, name, id)`);
    await runner.query(`alter table crm.ledger_account add constraint ledger_account_account_fk
      foreign key (company_id, account_id) references crm.account (company_id, id)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
