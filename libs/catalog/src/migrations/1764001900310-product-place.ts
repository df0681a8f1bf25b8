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
    supply_address: 'Where it is supplied, whoever buys it; without a country nobody said.',
    active: 'Whether it is sold.',
    in_catalogue: 'Whether customers are shown it.',
    minimum_quantity: 'The least that is ordered at once; null where nothing was said.',
    quantity_step: 'By how much more at a time; null where nothing was said.',
    availability: 'What customers are told of its stock; null where nothing was said.',
    deleted_at: 'When it was deleted; null while it is there.',
  },
};

const NOWHERE = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'];

/** Where a product is supplied that is always supplied at one place. */
export class ProductPlace1764001900310 extends ForwardMigration {
  name = 'ProductPlace1764001900310';
  readonly publishes = [PRODUCT];

  async up(runner: QueryRunner): Promise<void> {
    const nowhere = JSON.stringify(Object.fromEntries(NOWHERE.map((part) => [part, null])));
    // Elsewhere than nowhere it has a country: by that it is taxed.
    await runner.query(`alter table catalog.product
      add column supply_address jsonb not null default '${nowhere}',
      add constraint product_supply_address_check check (
        supply_address ->> 'country' ~ '^[A-Z]{2}$'
        or coalesce(supply_address ->> 'line1', supply_address ->> 'line2',
          supply_address ->> 'city', supply_address ->> 'region',
          supply_address ->> 'postalCode', supply_address ->> 'country') is null)`);
    await runner.query(`drop view ${PRODUCT.name}`);
    await publishViews(runner, this.publishes);
  }
}
