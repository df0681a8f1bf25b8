import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Of which category what is sold was when its commission was first booked: a plan pays by it. */
export class SoldCategory1764002410001 extends ForwardMigration {
  name = 'SoldCategory1764002410001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table partner.commission_source
      add column categories jsonb not null default '{}'`);
  }
}
