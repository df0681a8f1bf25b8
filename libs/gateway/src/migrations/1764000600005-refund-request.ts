import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Refunds that providers were asked to make. The row is stored before the provider is asked; its id
 * is the idempotency key. The books change when the provider confirms. `asked_as` is the request of
 * the person who asked: sent again, it finds what it has begun.
 */
export class RefundRequest1764000600005 extends ForwardMigration {
  name = 'RefundRequest1764000600005';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'gateway.refund_request',
      `id uuid not null,
       version integer not null default 1,
       payment_id uuid not null,
       provider text not null,
       provider_payment_id text not null,
       provider_refund_id text,
       amount bigint not null,
       wire_amount bigint not null,
       currency text not null,
       reason text not null,
       asked_as text,
       status text not null,
       last_error text,
       sweeps integer not null default 0,
       next_sweep_at timestamptz,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint refund_request_status_check
         check (status in ('requested','pending','confirmed','failed')),
       constraint refund_request_amount_check check (amount > 0)`,
    );
    await runner.query(`create unique index refund_request_open_key
      on gateway.refund_request (company_id, payment_id)
      where status in ('requested','pending')`);
    await runner.query(`create unique index refund_request_provider_key
      on gateway.refund_request (company_id, provider, provider_refund_id)
      where provider_refund_id is not null`);
    await runner.query(`create index refund_request_asked_index
      on gateway.refund_request (company_id, payment_id, asked_as) where asked_as is not null`);
    await runner.query(`create index refund_request_created_index
      on gateway.refund_request (company_id, created_at, id)`);
    await runner.query(`create index refund_request_sweep_index
      on gateway.refund_request (company_id, next_sweep_at) where next_sweep_at is not null`);
    await runner.query(`alter table gateway.refund_request
      add constraint refund_request_payment_fk foreign key (company_id, payment_id)
        references receivables.payment (company_id, id)`);
    await createDoor(
      runner,
      'gateway.door_companies_with_refunds_to_sweep(at timestamptz)',
      'setof uuid',
      `select distinct company_id from gateway.refund_request where next_sweep_at <= at`,
    );
    await createTold(runner);
  }
}

/**
 * Refunds that a total had recorded before they were told of one by one, and what was told of the
 * refunds of a payment: that one has failed is remembered until somebody says that it has not.
 */
async function createTold(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'gateway.covered_refund',
    `provider text not null,
     provider_refund_id text not null,
     provider_payment_id text not null,
     amount bigint not null,
     created_at timestamptz not null,
     primary key (company_id, provider, provider_refund_id),
     constraint covered_refund_amount_check check (amount > 0)`,
    { appendOnly: true },
  );
  await runner.query(`create index covered_refund_payment_index
    on gateway.covered_refund (company_id, provider, provider_payment_id)`);
  await createCompanyTable(
    runner,
    'gateway.told_refunds',
    `provider text not null,
     provider_payment_id text not null,
     succeeded jsonb not null default '{}',
     failed jsonb not null default '{}',
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (company_id, provider, provider_payment_id)`,
  );
}
