import { askThroughViews } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the scheduler asks of companies it reads from their view. */
export class AutoRunThroughViews1764000510080 implements MigrationInterface {
  name = 'AutoRunThroughViews1764000510080';

  async up(runner: QueryRunner): Promise<void> {
    await askThroughViews(runner, 'dunning.door_companies_with_auto_run()', {
      'company.company': 'company.pub_company',
    });
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
