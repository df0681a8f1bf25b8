import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const MEMBERS = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'];

/** Where what is sold goes has every member that a place has; where nothing is said, none. */
export class SoldPlaces1764001300901 extends ForwardMigration {
  name = 'SoldPlaces1764001300901';

  async up(runner: QueryRunner): Promise<void> {
    const nowhere = JSON.stringify(Object.fromEntries(MEMBERS.map((name) => [name, null])));
    const whole = `delivery_address ?& array['${MEMBERS.join(`', '`)}']`;
    for (const noun of ['quote', 'sales_order']) {
      const table = `sales.${noun}`;
      await runner.query(`update ${table} set delivery_address =
          case when jsonb_path_exists(delivery_address, '$.* ? (@ like_regex "\\\\S")')
            then '${nowhere}'::jsonb || delivery_address end
        where not (${whole})`);
      await runner.query(`alter table ${table}
        add constraint ${noun}_delivery_address_check check (${whole})`);
    }
  }
}
