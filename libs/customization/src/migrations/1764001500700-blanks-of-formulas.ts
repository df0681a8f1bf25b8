import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Formulas of before, when an empty number made them empty, go on as they were defined. */
export class BlanksOfFormulas1764001500700 extends ForwardMigration {
  name = 'BlanksOfFormulas1764001500700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update customization.field
      set settings = settings || '{"blankAs": "blank"}'::jsonb
      where type = 'formula' and not jsonb_exists(settings, 'blankAs')`);
  }
}
