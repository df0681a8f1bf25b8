import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = {
  product: ['catalog.product', ' and t.deleted_at is null'],
  'price-book': ['catalog.price_book', ''],
} as const;

/**
 * What was about products and price books that were deleted before is about nothing; it stands here
 * because their tables are made after those of activities and tasks.
 */
export class WorkAboutProducts1764000210022 implements MigrationInterface {
  name = 'WorkAboutProducts1764000210022';

  async up(runner: QueryRunner): Promise<void> {
    for (const work of ['crm.activity', 'crm.task']) {
      for (const [object, [table, live]] of Object.entries(TABLES)) {
        await runner.query(`update ${work} w
          set related_object = null, related_id = null, version = version + 1
          where w.related_object = '${object}' and not exists (select from ${table} t
            where t.company_id = w.company_id and t.id = w.related_id${live})`);
      }
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
