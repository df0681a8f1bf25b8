import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** What a company has written, in other languages too. */
export class TranslatedTemplate1764001900001 extends ForwardMigration {
  name = 'TranslatedTemplate1764001900001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table notifications.email_template
      add column translations jsonb not null default '[]',
      add constraint email_template_translations_check
        check (jsonb_typeof(translations) = 'array')`);
  }
}
