import { ForwardMigration } from '@quittance/database';
import { besideRecords } from '@quittance/objects';
import type { QueryRunner } from 'typeorm';

/** The words of the records that are there already: those written from now on have them. */
export class ProductWords1764001100402 extends ForwardMigration {
  name = 'ProductWords1764001100402';

  async up(runner: QueryRunner): Promise<void> {
    await besideRecords.fillWords(runner, {
      table: 'catalog.product',
      kind: `'product'`,
      columns: ['name', 'sku'],
    });
    await besideRecords.fillWords(runner, {
      table: 'catalog.price_book',
      kind: `'price-book'`,
      columns: ['name'],
      live: 'true',
    });
  }
}
