import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that is never taken back: what it did wrong the next one puts right. */
export abstract class ForwardMigration implements MigrationInterface {
  /** The name of the class, which ends in the migration's number. */
  abstract readonly name: string;

  abstract up(runner: QueryRunner): Promise<void>;

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
