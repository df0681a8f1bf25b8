import { ForwardMigration, createCompanyTable, createSchema } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Billing schedules. `next_period` is the index of the next period on the grid and
 * `next_billing_date` its first day, kept beside it so that due schedules are one index range.
 * `billed_through` never moves back, whatever is done to the status. The `last_run_…` columns say
 * what the latest billing run did: a row update, so that a worker that waited for the row sees it.
 * A schedule of a subscription has no lines: it bills the items of that, and says how far.
 */
export class Schedule1764000500004 extends ForwardMigration {
  name = 'Schedule1764000500004';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'billing');
    await createCompanyTable(
      runner,
      'billing.schedule',
      `id uuid not null,
       version integer not null default 1,
       account_id uuid not null,
       quote_id uuid,
       sales_order_id uuid,
       contract_id uuid,
       subscription_id uuid,
       source text not null default 'lines',
       frequency text not null,
       start_date date not null,
       end_date date,
       next_period integer not null default 0,
       next_billing_date date not null,
       billed_through date,
       covered_until date,
       usage_until date,
       gaps jsonb,
       parts integer,
       currency text not null,
       prices_include_tax boolean not null default false,
       total bigint not null default 0,
       total_stated boolean not null default false,
       status text not null,
       last_run_id uuid,
       last_run_periods integer not null default 0,
       last_run_failed boolean not null default false,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint schedule_frequency_check check (frequency in ('one_time','weekly','fortnightly',
         'monthly','quarterly','half_yearly','annually')),
       constraint schedule_status_check
         check (status in ('draft','active','paused','cancelled','completed')),
       constraint schedule_source_check check (case source
         when 'lines' then covered_until is null and usage_until is null and gaps is null
           and parts is null
         when 'subscription' then subscription_id is not null and covered_until is not null
           and usage_until is not null and gaps is not null and parts >= 0
           and frequency <> 'one_time'
         else false end),
       constraint schedule_dates_check check (end_date is null or end_date >= start_date),
       constraint schedule_next_check check (next_period >= 0 and next_billing_date >= start_date)`,
    );
    await runner.query(`create index schedule_due_index
      on billing.schedule (company_id, next_billing_date, id) where status = 'active'`);
    await runner.query(`create unique index schedule_subscription_key
      on billing.schedule (company_id, subscription_id) where source = 'subscription'`);
    await runner.query(`create index schedule_account_index
      on billing.schedule (company_id, account_id)`);
    await runner.query(`create index schedule_created_index
      on billing.schedule (company_id, created_at, id)`);
    await runner.query(`alter table billing.schedule add constraint schedule_account_fk
      foreign key (company_id, account_id) references crm.account (company_id, id)`);

    await createCompanyTable(
      runner,
      'billing.schedule_line',
      `schedule_id uuid not null,
       id uuid not null,
       position integer not null,
       product_id uuid,
       description text not null,
       quantity numeric(18,6) not null,
       unit_price numeric(18,6) not null,
       discount_percent numeric(9,6),
       discount_amount bigint,
       tax_code text,
       tax_rate numeric(9,6),
       trigger text not null,
       trigger_date date,
       milestone text,
       reached_at timestamptz,
       percent numeric(9,6),
       released_at timestamptz,
       billed_invoice_id uuid,
       primary key (company_id, schedule_id, id),
       constraint schedule_line_trigger_check
         check (trigger in ('date','milestone','percentage','manual')),
       constraint schedule_line_percent_check
         check (trigger <> 'percentage' or percent is not null),
       constraint schedule_line_milestone_check
         check (trigger <> 'milestone' or milestone is not null)`,
    );
    await runner.query(`alter table billing.schedule_line
      add constraint schedule_line_schedule_fk foreign key (company_id, schedule_id)
        references billing.schedule (company_id, id),
      add constraint schedule_line_product_fk foreign key (company_id, product_id)
        references catalog.product (company_id, id),
      add constraint schedule_line_invoice_fk foreign key (company_id, billed_invoice_id)
        references receivables.invoice (company_id, id)`);
    await runner.query(`alter table receivables.invoice add constraint invoice_schedule_fk
      foreign key (company_id, schedule_id) references billing.schedule (company_id, id)`);
  }
}
