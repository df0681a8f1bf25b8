import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Verified webhooks and what became of them, and receipts that could not be applied. A payment that
 * is disputed at the provider is kept as one until it is booked otherwise.
 */
export class Webhook1764000600003 extends ForwardMigration {
  name = 'Webhook1764000600003';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'gateway.webhook_delivery',
      `id uuid not null,
       provider text not null,
       event_id text,
       type text not null,
       applied boolean not null,
       reason text,
       invoice_id uuid,
       payment_id uuid,
       provider_payment_id text,
       body_hash text not null,
       duration_ms integer not null,
       request_id text not null,
       received_at timestamptz not null,
       primary key (company_id, id),
       constraint webhook_delivery_reason_check check (applied = (reason is null))`,
      { appendOnly: true },
    );
    await runner.query(`create index webhook_delivery_received_index
      on gateway.webhook_delivery (company_id, received_at, id)`);
    await runner.query(`create index webhook_delivery_payment_index
      on gateway.webhook_delivery (company_id, provider_payment_id)
      where provider_payment_id is not null`);

    await createCompanyTable(
      runner,
      'gateway.unapplied_receipt',
      `id uuid not null,
       version integer not null default 1,
       kind text not null,
       provider text not null,
       provider_object_id text not null,
       provider_payment_id text,
       event_id text,
       type text not null,
       body_hash text not null,
       amount bigint,
       currency text,
       invoice_id uuid,
       payment_id uuid,
       stages jsonb not null default '[]',
       evidence_due_by timestamptz,
       provider_reason text,
       reason text not null,
       status text not null,
       note text,
       resolved_at timestamptz,
       resolved_by jsonb,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint unapplied_receipt_kind_check
         check (kind in ('capture','refund','unreadable','dispute')),
       constraint unapplied_receipt_stages_check
         check (jsonb_typeof(stages) = 'array' and (kind = 'dispute') = (stages <> '[]')),
       constraint unapplied_receipt_status_check check (status in ('open','resolved')),
       constraint unapplied_receipt_resolved_check check
         ((status = 'resolved') = (resolved_at is not null))`,
    );
    await runner.query(`create unique index unapplied_receipt_object_key
      on gateway.unapplied_receipt (company_id, provider, kind, provider_object_id)`);
    await runner.query(`create index unapplied_receipt_created_index
      on gateway.unapplied_receipt (company_id, created_at, id)`);
    await runner.query(`create index unapplied_receipt_lone_dispute_index
      on gateway.unapplied_receipt (company_id, provider, provider_payment_id)
      where kind = 'dispute' and payment_id is null`);

    await createDoor(
      runner,
      'gateway.door_webhook_company(claimed uuid)',
      'table (time_zone text, connectors jsonb)',
      `select c.time_zone, coalesce((
         select jsonb_agg(to_jsonb(n) || jsonb_build_object(
           'createdAt', to_char(n."createdAt", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'updatedAt', to_char(n."updatedAt", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'previousWebhookSecretUntil',
             to_char(n."previousWebhookSecretUntil", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
         from (
           select id, version, provider, active, credentials,
             previous_webhook_secret as "previousWebhookSecret",
             previous_webhook_secret_until at time zone 'UTC' as "previousWebhookSecretUntil",
             settings, created_at at time zone 'UTC' as "createdAt",
             updated_at at time zone 'UTC' as "updatedAt"
           from gateway.connector where company_id = c.id and kind = 'payment') as n
         ), '[]')
       from company.pub_company c where c.id = claimed`,
    );
  }
}
