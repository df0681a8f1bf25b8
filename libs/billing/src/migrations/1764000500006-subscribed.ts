import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What was billed of subscriptions. `billed_item`: for which days an item is paid for, at which
 * full price of `full_days`, and by which line of an invoice; a change cuts a row and adds another.
 * `cut_by` is the draft that did, and `uncut_on` the end before: a change of the same day undoes
 * it. `billed_usage`: what usage of days came to when it was billed, and the number by which later
 * events are noticed; `pending` where more is to be given back than an invoice could.
 */
export class Subscribed1764000500006 extends ForwardMigration {
  name = 'Subscribed1764000500006';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'billing.billed_item',
      `schedule_id uuid not null,
       item_id uuid not null,
       id uuid not null,
       start_on date not null,
       until_on date not null,
       full_days integer not null,
       price bigint not null,
       amount bigint not null,
       invoice_id uuid not null,
       line_position integer,
       cut_by uuid,
       uncut_on date,
       primary key (company_id, schedule_id, item_id, id),
       constraint billed_item_days_check check (until_on >= start_on),
       constraint billed_item_full_check check (full_days >= 1),
       constraint billed_item_price_check check (price >= 0)`,
    );
    // An item is paid for once on a day.
    await runner.query(`create unique index billed_item_start_key on billing.billed_item
      (company_id, schedule_id, item_id, start_on) where until_on > start_on`);
    await createCompanyTable(
      runner,
      'billing.billed_usage',
      `schedule_id uuid not null,
       item_id uuid not null,
       start_on date not null,
       until_on date not null,
       plan_version_id uuid not null,
       flat bigint not null,
       minimum bigint not null,
       usage bigint not null,
       true_up bigint not null,
       revision bigint not null,
       pending boolean not null,
       primary key (company_id, schedule_id, item_id, start_on),
       constraint billed_usage_days_check check (until_on > start_on),
       constraint billed_usage_true_up_check check (true_up >= 0)`,
    );
    await runner.query(`alter table billing.billed_item
      add constraint billed_item_schedule_fk foreign key (company_id, schedule_id)
        references billing.schedule (company_id, id),
      add constraint billed_item_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
    await runner.query(`alter table billing.billed_usage
      add constraint billed_usage_schedule_fk foreign key (company_id, schedule_id)
        references billing.schedule (company_id, id),
      add constraint billed_usage_version_fk foreign key (company_id, plan_version_id)
        references sales.plan_version (company_id, id)`);
  }
}
