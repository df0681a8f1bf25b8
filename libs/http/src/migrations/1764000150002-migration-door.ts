import { ForwardMigration, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Lets a host see which migrations have run, so that it is not ready before all of them have. */
export class MigrationDoor1764000150002 extends ForwardMigration {
  name = 'MigrationDoor1764000150002';

  async up(runner: QueryRunner): Promise<void> {
    await createDoor(
      runner,
      'http.door_migrations()',
      'table (name text)',
      `select m.name::text from public.quittance_migration m`,
    );
  }
}
