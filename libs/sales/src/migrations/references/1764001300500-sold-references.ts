import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const COLUMNS = ['buyer_reference text', 'delivery_date date', 'delivery_address jsonb'];

/** What invoices say of a buyer's references and of delivery is said of quotes and orders before. */
export class SoldReferences1764001300500 extends ForwardMigration {
  name = 'SoldReferences1764001300500';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['sales.quote', 'sales.sales_order']) {
      for (const column of COLUMNS) await runner.query(`alter table ${table} add column ${column}`);
    }
    await runner.query(`alter table sales.quote add column po_number text`);
  }
}
