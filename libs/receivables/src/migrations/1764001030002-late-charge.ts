import { ForwardMigration, createCompanyTable } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What was asked for days on which an invoice was not paid, or once for that, and on which invoice.
 * Interest of an invoice follows on from what was asked before (`behind_on`): the rows make one
 * chain, each begins behind the one it follows, and so no day is asked for twice.
 */
export class LateCharge1764001030002 extends ForwardMigration {
  name = 'LateCharge1764001030002';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'receivables.late_charge',
      `id uuid not null,
       kind text not null,
       invoice_id uuid not null,
       from_on date not null,
       to_on date not null,
       behind_on date,
       annual_rate numeric(9,6),
       amount bigint not null,
       charging_invoice_id uuid not null,
       charging_line_id uuid not null,
       created_at timestamptz not null,
       primary key (company_id, id),
       constraint late_charge_kind_check check (kind in ('interest', 'fee')),
       constraint late_charge_days_check check (from_on <= to_on
         and (behind_on is null or behind_on < from_on)
         and (kind = 'interest' or (behind_on is null and annual_rate is null))),
       constraint late_charge_rate_check check ((kind = 'interest') = (annual_rate is not null)),
       constraint late_charge_amount_check check (amount > 0),
       constraint late_charge_other_check check (charging_invoice_id <> invoice_id)`,
      { appendOnly: true },
    );
    await runner.query(`create unique index late_charge_last_key
      on receivables.late_charge (company_id, invoice_id, kind, to_on)`);
    await runner.query(`create unique index late_charge_behind_key
      on receivables.late_charge (company_id, invoice_id, behind_on) nulls not distinct
      where kind = 'interest'`);
    await runner.query(`create unique index late_charge_fee_key
      on receivables.late_charge (company_id, invoice_id) where kind = 'fee'`);
    await runner.query(`create unique index late_charge_line_key
      on receivables.late_charge (company_id, charging_invoice_id, charging_line_id)`);
    await runner.query(`alter table receivables.late_charge
      add constraint late_charge_invoice_fk foreign key (company_id, invoice_id)
        references receivables.invoice (company_id, id),
      add constraint late_charge_line_fk
        foreign key (company_id, charging_invoice_id, charging_line_id)
        references receivables.invoice_line (company_id, invoice_id, id),
      add constraint late_charge_behind_fk foreign key (company_id, invoice_id, kind, behind_on)
        references receivables.late_charge (company_id, invoice_id, kind, to_on)`);
  }
}
