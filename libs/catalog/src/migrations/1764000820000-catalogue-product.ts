import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const PRODUCT = {
  name: 'catalog.pub_catalogue_product',
  of: 'catalog.product',
  says: 'A product as a catalogue shows it, whether customers see it or not; deleted ones too.',
  columns: {
    company_id: 'The company.',
    id: 'The product.',
    sku: 'By which it is ordered; free again once the product is deleted.',
    name: 'What it is called.',
    description: 'What is said of it; null where nothing is.',
    type: 'goods or service.',
    kind: '`one_off`, or `recurring` where it is subscribed to.',
    category: 'What it is among; null where nothing was said.',
    unit: 'What it is counted in; null where nothing was said.',
    tax_code: 'The code of lines that have none of their own.',
    hsn_code: 'India’s code of the goods or the service.',
    active: 'Whether it is sold.',
    in_catalogue: 'Whether customers are shown it.',
    minimum_quantity: 'The least that is ordered at once; null where nothing was said.',
    quantity_step: 'By how much more at a time; null where nothing was said.',
    availability: 'What customers are told of its stock; null where nothing was said.',
    deleted_at: 'When it was deleted; null while it is there.',
  },
};

/**
 * What customers are shown of products, and how much of them they order. Nothing is in the
 * catalogue before somebody has put it there.
 */
export class CatalogueProduct1764000820000 extends ForwardMigration {
  name = 'CatalogueProduct1764000820000';
  readonly publishes = [PRODUCT];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table catalog.product
      add column in_catalogue boolean not null default false,
      add column minimum_quantity numeric(18,6),
      add column quantity_step numeric(18,6),
      add column availability text,
      add constraint product_minimum_check check (minimum_quantity > 0),
      add constraint product_step_check check (quantity_step > 0),
      add constraint product_availability_check check (availability in
        ('in_stock', 'low_stock', 'on_order', 'out_of_stock', 'made_to_order'))`);
    await runner.query(`create index product_catalogue_index
      on catalog.product (company_id, name, id)
      where in_catalogue and active and deleted_at is null`);
    await runner.query(`create index product_catalogue_sku_index
      on catalog.product (company_id, upper(sku))
      where in_catalogue and active and deleted_at is null`);
    await publishViews(runner, this.publishes);
  }
}
