import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The books of the sandbox provider: what a real provider would keep on its own machines. */
export class Sandbox1764000600004 extends ForwardMigration {
  name = 'Sandbox1764000600004';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'gateway.sandbox_link',
      `id uuid not null,
       reference text not null,
       status text not null,
       amount bigint not null,
       currency text not null,
       company_name text not null,
       invoice_number text not null,
       customer_name text not null,
       metadata jsonb not null,
       callback_url text,
       expires_at timestamptz not null,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint sandbox_link_status_check check (status in ('open','paid','cancelled','expired')),
       constraint sandbox_link_amount_check check (amount > 0)`,
    );
    await runner.query(`create unique index sandbox_link_reference_key
      on gateway.sandbox_link (company_id, reference)`);

    await createCompanyTable(
      runner,
      'gateway.sandbox_payment',
      `id text not null,
       link_id uuid not null,
       attempt_key text not null,
       status text not null,
       amount bigint not null,
       created_at timestamptz not null,
       primary key (company_id, id),
       constraint sandbox_payment_status_check check (status in ('captured','failed','refunded'))`,
      { appendOnly: true },
    );
    await runner.query(`create unique index sandbox_payment_attempt_key
      on gateway.sandbox_payment (company_id, link_id, attempt_key)`);
    await runner.query(`alter table gateway.sandbox_payment
      add constraint sandbox_payment_link_fk foreign key (company_id, link_id)
        references gateway.sandbox_link (company_id, id)`);

    await createCompanyTable(
      runner,
      'gateway.sandbox_delivery',
      `id uuid not null,
       link_id uuid not null,
       type text not null,
       body text not null,
       status text not null,
       attempts integer not null default 0,
       next_attempt_at timestamptz,
       last_status integer,
       last_error text,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint sandbox_delivery_status_check
         check (status in ('pending','delivered','abandoned')),
       constraint sandbox_delivery_next_check check
         ((status = 'pending') = (next_attempt_at is not null))`,
    );
    await runner.query(`create index sandbox_delivery_due_index
      on gateway.sandbox_delivery (company_id, next_attempt_at) where next_attempt_at is not null`);
    await runner.query(`alter table gateway.sandbox_delivery
      add constraint sandbox_delivery_link_fk foreign key (company_id, link_id)
        references gateway.sandbox_link (company_id, id)`);

    await createDoor(
      runner,
      'gateway.door_companies_with_sandbox_deliveries(at timestamptz)',
      'setof uuid',
      `select distinct company_id from gateway.sandbox_delivery where next_attempt_at <= at`,
    );
  }
}
