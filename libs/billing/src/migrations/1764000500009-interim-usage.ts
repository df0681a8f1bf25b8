import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Usage that was invoiced ahead of the end of its period: `usage` is what it had come to by then,
 * `amount` what the invoice asks of it. A threshold is reached once in a period, whatever becomes
 * of its invoice.
 */
export class InterimUsage1764000500009 extends ForwardMigration {
  name = 'InterimUsage1764000500009';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'billing.interim_usage',
      `schedule_id uuid not null,
       start_on date not null,
       plan_version_id uuid not null,
       threshold bigint not null,
       item_id uuid not null,
       until_on date not null,
       usage bigint not null,
       amount bigint not null,
       invoice_id uuid not null,
       primary key (company_id, schedule_id, start_on, plan_version_id, threshold),
       constraint interim_usage_days_check check (until_on > start_on),
       constraint interim_usage_reached_check check (threshold > 0 and usage >= threshold),
       constraint interim_usage_amount_check check (amount > 0 and amount <= usage)`,
      { appendOnly: true },
    );
    await runner.query(`create unique index interim_usage_invoice_key
      on billing.interim_usage (company_id, invoice_id)`);
    await runner.query(`alter table billing.interim_usage
      add constraint interim_usage_schedule_fk foreign key (company_id, schedule_id)
        references billing.schedule (company_id, id),
      add constraint interim_usage_version_fk foreign key (company_id, plan_version_id)
        references sales.plan_version (company_id, id),
      add constraint interim_usage_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
    // By what usage was rated, where that was agreed, and of which period it is.
    await runner.query(`alter table billing.billed_usage
      add column overrides jsonb, add column period_on date`);
  }
}
