import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { refer } from '../record-table.js';

/**
 * The financial master record of a customer, supplier or partner. An account has exactly one of
 * kind customer: at most one is the unique index, at least one is made with the account. The two
 * keys hold each other, and the one on the side of the account is checked at the end, when both
 * rows are there. That of a customer has the owner of its account and is deleted with it. Amounts
 * are minor units of the default currency.
 */
export class LedgerAccount1764000200002 extends ForwardMigration {
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
       owner_id uuid,
       created_by uuid,
       updated_by uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       deleted_at timestamptz,
       primary key (company_id, id),
       constraint ledger_account_kind_check check (kind in ('customer','supplier','partner')),
       constraint ledger_account_party_check check ((kind = 'customer') = (account_id is not null)),
       constraint ledger_account_credit_check check (credit_limit >= 0 and credit_days >= 0),
       constraint ledger_account_deleted_check
         check (deleted_at is null or kind <> 'customer')`,
    );
    await runner.query(`create unique index ledger_account_account_key
      on crm.ledger_account (company_id, account_id)`);
    await runner.query(`create unique index ledger_account_pair_key
      on crm.ledger_account (company_id, id, account_id)`);
    await runner.query(`create index ledger_account_kind_index
      on crm.ledger_account (company_id, kind, name, id)`);
    await runner.query(`create index ledger_account_owner_index
      on crm.ledger_account (company_id, owner_id, created_at, id) include (deleted_at)`);
    await refer(runner, 'crm.ledger_account', {
      account_id: 'crm.account',
      owner_id: 'identity.staff_user',
    });
    await runner.query(`alter table crm.account add constraint account_ledger_account_fk
      foreign key (company_id, ledger_account_id, id)
      references crm.ledger_account (company_id, id, account_id) deferrable initially deferred`);
  }
}
