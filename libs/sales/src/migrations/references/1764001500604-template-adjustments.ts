import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Allowances and charges that a template of quotes begins them with. */
export class TemplateAdjustments1764001500604 extends ForwardMigration {
  name = 'TemplateAdjustments1764001500604';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sales.quote_template
      add column adjustments jsonb,
      add constraint quote_template_adjustments_check
        check (adjustments is null or jsonb_typeof(adjustments) = 'array')`);
  }
}
