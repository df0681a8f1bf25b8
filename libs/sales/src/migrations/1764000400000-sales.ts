import { ForwardMigration, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Where what is agreed with customers is kept: quotes, orders, contracts and subscriptions. */
export class Sales1764000400000 extends ForwardMigration {
  name = 'Sales1764000400000';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'sales');
  }
}
