import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Of a quote the person who wrote it, though a key did. */
export class WrittenBy1764002000402 extends ForwardMigration {
  name = 'WrittenBy1764002000402';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.quote add column written_by uuid`);
    await runner.query(`update sales.quote set written_by = created_by
      where created_by is not null`);
  }
}
