import { ForwardMigration, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** Companies that are closed are not pursued for by the clock. */
export class ClosedCompanies1764002330001 extends ForwardMigration {
  name = 'ClosedCompanies1764002330001';

  async up(runner: QueryRunner): Promise<void> {
    await createDoor(runner, 'dunning.door_companies_with_auto_run()', 'setof uuid', {
      query: `select s.company_id from dunning.schedule s
       join company.pub_company c on c.id = s.company_id
       where s.auto_run and jsonb_array_length(s.steps) > 0 and c.active`,
      replaces: true,
    });
    await createDoor(runner, 'dunning.door_companies_asking_late()', 'setof uuid', {
      query: `select t.company_id from dunning.late_terms t
       join company.pub_company c on c.id = t.company_id
       where t.active and t.ask_on_day is not null and c.active`,
      replaces: true,
    });
  }
}
