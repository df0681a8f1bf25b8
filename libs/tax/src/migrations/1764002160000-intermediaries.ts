import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Codes of what intermediaries do, which India places at themselves. */
export class Intermediaries1764002160000 extends ForwardMigration {
  name = 'Intermediaries1764002160000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table tax.code drop constraint code_kind_check`);
    await runner.query(`alter table tax.code add constraint code_kind_check
      check (kind in ('goods', 'services', 'digital', 'intangible_services', 'event',
        'virtual_event', 'immovable', 'restaurant', 'passenger_transport', 'goods_transport',
        'vehicle_hire', 'intermediary'))`);
  }
}
