import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What a dispute has taken off its payment in the books (`lost`), and what the provider charges for
 * it: fees are rows of their own, in whatever currency they are charged.
 */
export class Dispute1764000970003 extends ForwardMigration {
  name = 'Dispute1764000970003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table gateway.unapplied_receipt
      add column lost bigint`);
    await runner.query(`alter table gateway.unapplied_receipt
      add constraint unapplied_receipt_lost_check
        check (lost is null or (lost >= 0 and kind = 'dispute' and payment_id is not null
          and currency is not null))`);
    await runner.query(`create index unapplied_receipt_dispute_index
      on gateway.unapplied_receipt (company_id, provider, provider_payment_id)
      where kind = 'dispute'`);
    await runner.query(`create index unapplied_receipt_open_dispute_index
      on gateway.unapplied_receipt (company_id) where kind = 'dispute' and status = 'open'`);
    await runner.query(`alter table gateway.sandbox_payment
      drop constraint sandbox_payment_status_check`);
    await runner.query(`alter table gateway.sandbox_payment
      add constraint sandbox_payment_status_check
        check (status in ('captured', 'failed', 'refunded', 'disputed', 'won', 'lost'))`);
    await createCompanyTable(
      runner,
      'gateway.dispute_fee',
      `receipt_id uuid not null,
       provider_reference text not null,
       amount bigint not null,
       currency text not null,
       created_at timestamptz not null,
       primary key (company_id, receipt_id, provider_reference),
       constraint dispute_fee_amount_check check (amount <> 0)`,
      { appendOnly: true },
    );
    await runner.query(`alter table gateway.dispute_fee add constraint dispute_fee_receipt_fk
      foreign key (company_id, receipt_id) references gateway.unapplied_receipt (company_id, id)`);
  }
}
