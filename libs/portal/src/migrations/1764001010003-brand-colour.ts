import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** In which colour a company shows its portals. */
export class BrandColour1764001010003 extends ForwardMigration {
  name = 'BrandColour1764001010003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table portal.settings
      add column brand_colour text
        constraint settings_brand_colour_check check (brand_colour ~ '^#[0-9a-f]{6}$')`);
  }
}
