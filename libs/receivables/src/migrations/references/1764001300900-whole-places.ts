import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const MEMBERS = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'];

/** Where a document was delivered has every member that a place has; where nothing is said, none. */
export class WholePlaces1764001300900 extends ForwardMigration {
  name = 'WholePlaces1764001300900';

  async up(runner: QueryRunner): Promise<void> {
    const nowhere = JSON.stringify(Object.fromEntries(MEMBERS.map((name) => [name, null])));
    const whole = `delivery_address ?& array['${MEMBERS.join(`', '`)}']`;
    for (const noun of ['invoice', 'credit_note']) {
      const table = `receivables.${noun}`;
      await runner.query(`update ${table} set delivery_address =
          case when jsonb_path_exists(delivery_address, '$.* ? (@ like_regex "\\\\S")')
            then '${nowhere}'::jsonb || delivery_address end
        where not (${whole})`);
      await runner.query(`alter table ${table}
        add constraint ${noun}_delivery_address_check check (${whole})`);
    }
  }
}
