import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * How a company pursues overdue invoices. `minimum_gap_days` is the least distance between two
 * letters to a customer; `ladder` counts the sets of steps that there have been.
 */
export class Schedule1764000510001 extends ForwardMigration {
  name = 'Schedule1764000510001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'dunning');
    await createCompanyTable(
      runner,
      'dunning.schedule',
      `version integer not null,
       steps jsonb not null,
       auto_run boolean not null,
       require_issued boolean not null,
       minimum_balance numeric not null,
       minimum_gap_days integer not null default 3,
       ladder integer not null default 1,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id),
       constraint schedule_steps_check check (jsonb_typeof(steps) = 'array'),
       constraint schedule_minimum_check check (minimum_balance >= 0),
       constraint schedule_gap_check check (minimum_gap_days between 0 and 365)`,
    );
    await createDoor(
      runner,
      'dunning.door_companies_with_auto_run()',
      'setof uuid',
      `select s.company_id from dunning.schedule s
       join company.pub_company c on c.id = s.company_id
       where s.auto_run and jsonb_array_length(s.steps) > 0`,
    );
  }
}
