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
    category: 'What it is among; null where nothing was said.',
    tax_code: 'The code of lines that have none of their own.',
  },
};

/** Products with their categories. */
export class PublishedProduct1764000210081 extends ForwardMigration {
  name = 'PublishedProduct1764000210081';
  readonly publishes = [PRODUCT];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop view ${PRODUCT.name}`);
    await publishViews(runner, this.publishes);
  }
}
