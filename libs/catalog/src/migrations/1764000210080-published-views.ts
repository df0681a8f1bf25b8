import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const PRODUCT = {
  name: 'catalog.pub_product',
  of: 'catalog.product',
  says: 'Something that is sold, once or again and again; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The product.',
    name: 'What it is called.',
    kind: '`one_off`, or `recurring` where it is subscribed to.',
    tax_code: 'The code of lines that have none of their own.',
  },
};

/** What others may know of products. */
export class CatalogViews1764000210080 extends ForwardMigration {
  name = 'CatalogViews1764000210080';
  readonly publishes = [PRODUCT];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
