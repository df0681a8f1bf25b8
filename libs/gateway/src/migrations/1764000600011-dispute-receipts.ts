import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A payment that is disputed at the provider is kept as a receipt until it is booked otherwise. */
export class DisputeReceipts1764000600011 implements MigrationInterface {
  name = 'DisputeReceipts1764000600011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table gateway.unapplied_receipt
      add column payment_id uuid,
      add column stages jsonb not null default '[]',
      add column evidence_due_by timestamptz,
      add column provider_reason text,
      drop constraint unapplied_receipt_kind_check,
      add constraint unapplied_receipt_kind_check
        check (kind in ('capture','refund','unreadable','dispute')),
      add constraint unapplied_receipt_stages_check
        check (jsonb_typeof(stages) = 'array' and (kind = 'dispute') = (stages <> '[]'))`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
