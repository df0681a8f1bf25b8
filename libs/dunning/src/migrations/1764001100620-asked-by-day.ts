import { ForwardMigration, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** On which day of the month a company has late payment asked for by itself, and when it last was. */
export class AskedByDay1764001100620 extends ForwardMigration {
  name = 'AskedByDay1764001100620';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table dunning.late_terms
      add column ask_on_day integer,
      add column last_asked_on date,
      add constraint late_terms_day_check check (ask_on_day between 1 and 28)`);
    await createDoor(
      runner,
      'dunning.door_companies_asking_late()',
      'setof uuid',
      `select t.company_id from dunning.late_terms t
       join company.pub_company c on c.id = t.company_id
       where t.active and t.ask_on_day is not null`,
    );
  }
}
