import type { MigrationInterface, QueryRunner } from 'typeorm';

const LISTS = {
  created: 'created_at, id',
  name: 'name, id',
  category: 'category, name, id',
} as const;

/** Lists of products are sorted and counted in indexes of those that are not deleted. */
export class ProductListIndexes1764000210020 implements MigrationInterface {
  name = 'ProductListIndexes1764000210020';

  async up(runner: QueryRunner): Promise<void> {
    for (const [word, columns] of Object.entries(LISTS)) {
      await runner.query(`drop index catalog.product_${word}_index`);
      await runner.query(`create index product_${word}_index
        on catalog.product (company_id, ${columns}) where deleted_at is null`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
