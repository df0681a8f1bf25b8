import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The version of a plan that a line which recurs is of, and what usage costs by it, as they are
 * fixed with the line. Lines that have none, those of hosts of the version before among them, are
 * given one as they are submitted or ordered.
 */
export class PlansOfLines1764002280000 extends ForwardMigration {
  name = 'PlansOfLines1764002280000';

  async up(runner: QueryRunner): Promise<void> {
    for (const noun of ['quote_line', 'sales_order_line']) {
      await runner.query(`alter table sales.${noun}
        add column plan_id uuid,
        add column plan_version_id uuid,
        add column plan_said text,
        add column charges jsonb not null default '[]',
        add column usage_minimum bigint`);
      await runner.query(`alter table sales.${noun}
        add constraint ${noun}_plan_check check (
          (plan_id is null) = (plan_version_id is null)
          and (plan_id is null or kind = 'recurring')
          and (plan_id is not null or (plan_said is null and usage_minimum is null))),
        add constraint ${noun}_plan_said_check check (plan_said in ('plan','version')),
        add constraint ${noun}_charges_check check (jsonb_typeof(charges) = 'array'),
        add constraint ${noun}_usage_minimum_check check (usage_minimum >= 0)`);
      await runner.query(`alter table sales.${noun} add constraint ${noun}_plan_fk
        foreign key (company_id, plan_id) references sales.plan (company_id, id)`);
      await runner.query(`alter table sales.${noun} add constraint ${noun}_plan_version_fk
        foreign key (company_id, plan_version_id) references sales.plan_version (company_id, id)`);
    }
  }
}
