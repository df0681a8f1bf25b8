import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The documents of all records are listed by their time, and those of an object or a person as
 * well.
 */
export class DocumentList1764000180031 implements MigrationInterface {
  name = 'DocumentList1764000180031';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of [
      ['created', 'created_at, id'],
      ['object', 'object, created_at, id'],
      ['author', 'created_by, created_at, id'],
    ]) {
      await runner.query(`create index document_${name}_index on objects.document
        (company_id, ${columns}) where state = 'stored'`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
