import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** A change of the time before has the id that its draft gives it. */
const CHANGE_OF = (invoice: string) => `md5('change ' || ${invoice}::text)::uuid`;
const OPEN = `i.schedule_id is null and i.status not in ('void', 'cancelled')`;

/**
 * What changes of subscriptions ask and give back, whatever invoice bears it: one that is cancelled
 * or voided takes nothing with it. `change_line`: a line, borne by an invoice or waiting for the
 * next one (`invoice_id` null); `corrects` is the invoice that asked for what comes back,
 * `returned` what no invoice had room for, `settled_on` what is through without one; `whole`: its
 * change asks by its lines alone. Of `billed_item` `change_id` is the change by which a row stands,
 * `own_change` that it began it, `uncut_back` what had come back before the last cut; and
 * `billed_usage.invoice_id` is what billed the usage.
 */
export class ChangeLines1764000500008 extends ForwardMigration {
  name = 'ChangeLines1764000500008';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'billing.change_line',
      `schedule_id uuid not null,
       id uuid not null,
       change_id uuid not null,
       item_id uuid not null,
       made_on date not null,
       start_on date not null,
       until_on date not null,
       amount bigint not null,
       product_id uuid,
       description text not null,
       tax_code text,
       corrects uuid,
       invoice_id uuid,
       whole boolean not null,
       returned boolean not null default false,
       settled_on date,
       primary key (company_id, schedule_id, id),
       constraint change_line_amount_check check (amount <> 0),
       constraint change_line_days_check check (until_on > start_on)`,
    );
    await runner.query(`alter table billing.change_line
      add constraint change_line_schedule_fk foreign key (company_id, schedule_id)
        references billing.schedule (company_id, id),
      add constraint change_line_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint change_line_corrects_fk foreign key (company_id, corrects)
        references receivables.invoice (company_id, id)`);
    await runner.query(`create index change_line_invoice_index on billing.change_line
      (company_id, invoice_id) where invoice_id is not null`);
    await runner.query(`create index change_line_returned_index on billing.change_line
      (company_id, schedule_id) where returned and settled_on is null`);
    await runner.query(`alter table billing.billed_item
      alter column invoice_id drop not null,
      add column change_id uuid,
      add column own_change boolean not null default false,
      add column uncut_back bigint not null default 0,
      add constraint billed_item_asked_check
        check (invoice_id is not null or change_id is not null)`);
    await runner.query(`alter table billing.billed_usage
      add column invoice_id uuid,
      add constraint billed_usage_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id)`);
    await runner.query(`create index billed_usage_pending_index on billing.billed_usage
      (company_id, schedule_id) where pending`);
    await keepFormer(runner);
  }
}

/** The invoices of changes that stand are known by their changes from now on. */
async function keepFormer(runner: QueryRunner): Promise<void> {
  await runner.query(`insert into billing.change_line (company_id, schedule_id, id, change_id,
      item_id, made_on, start_on, until_on, amount, product_id, description, tax_code, invoice_id,
      whole)
    select b.company_id, b.schedule_id, l.id, ${CHANGE_OF('i.id')}, b.item_id, b.start_on,
      coalesce(l.period_start, b.start_on), coalesce(l.period_end + 1, b.until_on), l.net,
      l.product_id, l.description, l.tax_code, i.id, true
    from (select company_id, schedule_id, invoice_id, min(item_id::text)::uuid as item_id,
        min(start_on) as start_on, max(until_on) as until_on
      from billing.billed_item group by company_id, schedule_id, invoice_id) b
    join receivables.invoice i on i.company_id = b.company_id and i.id = b.invoice_id
    join receivables.invoice_line l on l.company_id = b.company_id and l.invoice_id = b.invoice_id
    where ${OPEN} and l.net <> 0
      and coalesce(l.period_end + 1, b.until_on) > coalesce(l.period_start, b.start_on)`);
  await runner.query(`update billing.billed_item b set own_change = true,
      change_id = ${CHANGE_OF('b.invoice_id')}
    from receivables.invoice i
    where i.company_id = b.company_id and i.id = b.invoice_id and ${OPEN}`);
  await runner.query(`update billing.billed_item b set cut_by = ${CHANGE_OF('b.cut_by')}
    from receivables.invoice i
    where i.company_id = b.company_id and i.id = b.cut_by and ${OPEN}`);
}
