import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Of an answer that was kept with its effect and not yet made into what its caller is shown. */
export class UnshownAnswer1764002140002 extends ForwardMigration {
  name = 'UnshownAnswer1764002140002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table http.idempotency_key
      add column unshown boolean not null default false`);
  }
}
