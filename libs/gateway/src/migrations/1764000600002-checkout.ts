import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Attempts to collect an invoice online. The row is stored before the provider is asked; while
 * `next_sweep_at` is set the sweeper still has to look at it. `lasting_url` is our own address of a
 * payment page whose link is too short-lived to be put into a letter.
 */
export class Checkout1764000600002 extends ForwardMigration {
  name = 'Checkout1764000600002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'gateway.checkout',
      `id uuid not null,
       version integer not null default 1,
       invoice_id uuid not null,
       attempt integer not null,
       provider text not null,
       account_key text not null,
       reference text not null,
       status text not null,
       balance bigint not null,
       amount bigint not null,
       wire_amount bigint not null,
       currency text not null,
       callback_url text,
       link_id text,
       order_id text,
       payment_url text,
       lasting_url text,
       expires_at timestamptz not null,
       close_requested boolean not null default false,
       payment_id uuid,
       last_error text,
       sweeps integer not null default 0,
       next_sweep_at timestamptz,
       busy_until timestamptz,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint checkout_status_check check (status in
         ('creating','open','processing','closing','paid','cancelled','expired','failed')),
       constraint checkout_amount_check check (balance > 0 and amount >= balance),
       constraint checkout_open_check check (status <> 'open'
         or (link_id is not null and payment_url is not null)),
       constraint checkout_sweep_check check
         (status not in ('creating','closing') or next_sweep_at is not null or sweeps > 0)`,
    );
    await runner.query(`create unique index checkout_reference_key
      on gateway.checkout (company_id, provider, reference)`);
    await runner.query(`create unique index checkout_link_key
      on gateway.checkout (company_id, provider, link_id) where link_id is not null`);
    await runner.query(`create unique index checkout_live_key
      on gateway.checkout (company_id, invoice_id)
      where status in ('creating','open','processing')`);
    await runner.query(`create index checkout_invoice_index
      on gateway.checkout (company_id, invoice_id, attempt)`);
    await runner.query(`create index checkout_created_index
      on gateway.checkout (company_id, created_at, id)`);
    await runner.query(`create index checkout_sweep_index
      on gateway.checkout (company_id, next_sweep_at) where next_sweep_at is not null`);
    // Asked by the doors before the company is known.
    await runner.query(`create index checkout_reference_index
      on gateway.checkout (reference, company_id)`);
    await runner.query(`create index checkout_link_index
      on gateway.checkout (link_id, company_id) where link_id is not null`);
    await runner.query(`create index checkout_order_index
      on gateway.checkout (order_id, company_id) where order_id is not null`);
    await runner.query(`alter table gateway.checkout
      add constraint checkout_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint checkout_payment_fk foreign key (company_id, payment_id)
        references receivables.payment (company_id, id)`);
    await createFailedPayments(runner);
    await createDoors(runner);
  }
}

async function createFailedPayments(runner: QueryRunner): Promise<void> {
  await createCompanyTable(
    runner,
    'gateway.failed_payment',
    `provider text not null,
     provider_payment_id text not null,
     checkout_id uuid,
     invoice_id uuid,
     code text,
     description text,
     failed_at timestamptz not null,
     primary key (company_id, provider, provider_payment_id)`,
    { appendOnly: true },
  );
  await runner.query(`create index failed_payment_invoice_index
    on gateway.failed_payment (company_id, invoice_id) where invoice_id is not null`);
  // Asked before the company is known.
  await runner.query(`create index failed_payment_provider_index
    on gateway.failed_payment (provider_payment_id, company_id)`);
  await runner.query(`alter table gateway.failed_payment
    add constraint failed_payment_checkout_fk foreign key (company_id, checkout_id)
      references gateway.checkout (company_id, id),
    add constraint failed_payment_invoice_fk foreign key (company_id, invoice_id)
      references receivables.invoice (company_id, id)`);
}

/**
 * An event without metadata is recognised by our reference, by its link, order or payment, and by a
 * payment that failed before. Orders and payments are learnt from what companies sign themselves,
 * so several may know one; whose the event is shows the signature. Those who made the link come
 * first, then the first to know, so that others cannot crowd them out.
 */
async function createDoors(runner: QueryRunner): Promise<void> {
  await createDoor(
    runner,
    'gateway.door_companies_to_sweep(at timestamptz)',
    'setof uuid',
    `select distinct company_id from gateway.checkout where next_sweep_at <= at`,
  );
  // Asked by nobody any more; door_companies_of_event has taken its place.
  await createDoor(
    runner,
    'gateway.door_company_of_link(named_provider text, link text, ordered text)',
    'setof uuid',
    `select company_id from gateway.checkout
     where provider = named_provider and (link_id = link or order_id = ordered) limit 1`,
  );
  await createDoor(
    runner,
    `gateway.door_companies_of_event(named_provider text, link text, referenced text, ordered text,
       paid text)`,
    'setof uuid',
    `select known.company_id from (
       select company_id, created_at as since,
         case when link_id = link or reference = referenced then 0 else 1 end as place
       from gateway.checkout
       where provider = named_provider
         and (link_id = link or reference = referenced or order_id = ordered)
       union all
       select company_id, failed_at, 1 from gateway.failed_payment
       where provider = named_provider and provider_payment_id = paid
     ) known
     group by known.company_id
     order by min(known.place), min(known.since), known.company_id limit 8`,
  );
}
