import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Whether a company says of its years how they stand to the threshold of distance sales, or has
 * the count say it; and what was told of a year: that it is near, and that it is beyond, once each.
 */
export class DistanceSalesNotice1764002150000 extends ForwardMigration {
  name = 'DistanceSalesNotice1764002150000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table company.company
      add column distance_sales_set_by text not null default 'hand'`);
    await runner.query(`alter table company.company
      add constraint company_distance_sales_set_by_check
        check (distance_sales_set_by in ('hand', 'count'))`);
    await createCompanyTable(
      runner,
      'company.distance_sales_notice',
      `year integer not null,
       standing text not null,
       told_at timestamptz not null,
       primary key (company_id, year, standing),
       constraint distance_sales_notice_standing_check check (standing in ('near', 'exceeded'))`,
      { appendOnly: true },
    );
  }
}
