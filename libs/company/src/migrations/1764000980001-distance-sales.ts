import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Years in which sales to consumers of other member states were beyond the threshold, or not. */
export class DistanceSales1764000980001 extends ForwardMigration {
  name = 'DistanceSales1764000980001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table company.company add column distance_sales jsonb not null default '[]'`,
    );
  }
}
