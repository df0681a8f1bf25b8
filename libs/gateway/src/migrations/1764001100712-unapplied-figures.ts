import { createDoor, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Money that came and that nobody has done anything with, of all companies. */
export class UnappliedFigures1764001100712 extends ForwardMigration {
  name = 'UnappliedFigures1764001100712';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index unapplied_receipt_open_index on gateway.unapplied_receipt
       (company_id, created_at) where status = 'open'`,
    );
    const signature = 'gateway.door_unapplied_receipts(at timestamptz)';
    const row = 'table (receipts bigint, seconds double precision)';
    await createDoor(
      runner,
      signature,
      row,
      `select count(*), coalesce(max(extract(epoch from at - r.created_at)), 0)::float8
       from gateway.unapplied_receipt r where r.status = 'open'`,
    );
  }
}
