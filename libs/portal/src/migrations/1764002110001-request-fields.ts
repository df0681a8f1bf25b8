import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What a customer has sent of the custom fields of the quote that is asked for. */
export class RequestFields1764002110001 extends ForwardMigration {
  name = 'RequestFields1764002110001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table portal.quote_request
      add column custom jsonb not null default '{}'
        constraint quote_request_custom_check check (jsonb_typeof(custom) = 'object')`);
  }
}
