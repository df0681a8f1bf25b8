import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rises with every change of how a company has shaped its system: what is cached of it holds. */
export class MetadataVersion1764000100004 implements MigrationInterface {
  name = 'MetadataVersion1764000100004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table company.company
      add column metadata_version integer not null default 1`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
