import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The product of an asset exists. The key stands here because the table it points to is made after
 * that of assets; the index by product serves it.
 */
export class AssetProduct1764000210021 implements MigrationInterface {
  name = 'AssetProduct1764000210021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table crm.asset add constraint asset_product_fk
      foreign key (company_id, product_id) references catalog.product (company_id, id)
      on delete restrict`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
