import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Which members of records a role keeps from its holders: for each resource `hidden`, `read_only`. */
export class RoleFields1764001100700 extends ForwardMigration {
  name = 'RoleFields1764001100700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table access.role add column fields jsonb not null default '{}'`);
  }
}
