import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Whether customers have orders sent to an address that their account does not keep. */
export class FreeAddress1764001010006 extends ForwardMigration {
  name = 'FreeAddress1764001010006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table portal.settings
      add column free_delivery_address boolean not null default false`);
  }
}
