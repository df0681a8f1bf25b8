import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Codes say more of what is sold under them, and what the law makes of it beside their rates. */
export class TaxClass1764000980002 extends ForwardMigration {
  name = 'TaxClass1764000980002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table tax.code add column tax_class text`);
    await runner.query(`alter table tax.code add constraint code_tax_class_check
      check (tax_class in ('exempt', 'domestic_reverse_charge', 'margin_second_hand', 'margin_art',
        'margin_antiques', 'margin_travel', 'out_of_scope'))`);
    await runner.query(`alter table tax.code drop constraint code_kind_check`);
    await runner.query(`alter table tax.code add constraint code_kind_check
      check (kind in ('goods', 'services', 'digital', 'intangible_services', 'event',
        'virtual_event', 'immovable', 'restaurant', 'passenger_transport', 'goods_transport',
        'vehicle_hire'))`);
  }
}
