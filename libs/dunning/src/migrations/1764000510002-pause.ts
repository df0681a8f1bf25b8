import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What dunning leaves alone: pauses of a customer or invoice, and promises to pay one. A promise to
 * pay an invoice that was voided is neither kept nor broken.
 */
export class Pause1764000510002 extends ForwardMigration {
  name = 'Pause1764000510002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'dunning.pause',
      `id uuid not null,
       kind text not null,
       account_id uuid,
       invoice_id uuid,
       reason text not null,
       until date,
       promised_amount bigint,
       balance_then bigint,
       currency text,
       outcome text,
       ended_at timestamptz,
       created_by jsonb not null,
       created_at timestamptz not null,
       primary key (company_id, id),
       constraint pause_kind_check check (kind in ('pause', 'promise')),
       constraint pause_of_check check ((account_id is null) <> (invoice_id is null)),
       constraint pause_promise_check check (kind = 'pause' or (invoice_id is not null
         and until is not null and promised_amount > 0 and balance_then >= promised_amount
         and currency is not null)),
       constraint pause_outcome_check
         check (outcome in ('ended', 'expired', 'kept', 'broken', 'voided')),
       constraint pause_ended_check check ((outcome is null) = (ended_at is null))`,
    );
    await runner.query(`alter table dunning.pause
      add constraint pause_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint pause_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id)`);
    await runner.query(`create index pause_invoice_index on dunning.pause (company_id, invoice_id)
      where invoice_id is not null`);
    await runner.query(`create index pause_account_index on dunning.pause (company_id, account_id)
      where account_id is not null`);
    await runner.query(`create index pause_open_index on dunning.pause (company_id, until)
      where ended_at is null`);
    await runner.query(`create index pause_created_index
      on dunning.pause (company_id, created_at, id)`);
  }
}
