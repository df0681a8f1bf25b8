import { askThroughViews } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the builder of indexes asks of companies it reads from their view. */
export class ThroughViews1764000180080 implements MigrationInterface {
  name = 'ThroughViews1764000180080';

  async up(runner: QueryRunner): Promise<void> {
    await askThroughViews(runner, 'objects.door_index_work()', {
      'company.company': 'company.pub_company',
    });
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
