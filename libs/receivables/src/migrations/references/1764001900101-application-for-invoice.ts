import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * For which invoice what stands on a deposit was given up, by amount: a note that is free again is
 * deducted for the next invoice, so that what it names itself may be another one. Of what was
 * applied before, an invoice that was made in the same transaction tells, else the note. The column
 * of the note stays, as processes of the version before write it while this one takes over; nobody
 * reads it.
 */
export class ApplicationForInvoice1764001900101 extends ForwardMigration {
  name = 'ApplicationForInvoice1764001900101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.credit_application
      add column for_invoice_id uuid`);
    await runner.query(`update receivables.credit_application a
      set for_invoice_id = d.for_invoice_id
      from receivables.deposit_deduction d
      where d.company_id = a.company_id and d.credit_note_id = a.credit_note_id
        and d.invoice_id = a.invoice_id and d.for_invoice_id is not null`);
    await runner.query(`update receivables.credit_application a set for_invoice_id = f.id
      from receivables.deposit_deduction d, receivables.invoice p, receivables.invoice f
      where d.company_id = a.company_id and d.credit_note_id = a.credit_note_id
        and d.invoice_id = a.invoice_id and a.amount > 0
        and p.company_id = a.company_id and p.id = a.invoice_id
        and f.company_id = a.company_id and f.sales_order_id = p.sales_order_id
        and f.id <> p.id and f.created_at = a.created_at`);
    await this.forgetUnclear(runner);
    await runner.query(`alter table receivables.credit_application
      add constraint credit_application_for_fk foreign key (company_id, for_invoice_id)
        references receivables.invoice (company_id, id)`);
    await runner.query(`create index credit_application_for_index
      on receivables.credit_application (company_id, for_invoice_id)
      where for_invoice_id is not null`);
  }

  /** More may have been taken off by hand for an invoice than was applied for it. */
  private async forgetUnclear(runner: QueryRunner): Promise<void> {
    await runner.query(`update receivables.credit_application a set for_invoice_id = null
      from (select company_id, credit_note_id from receivables.credit_application
        where for_invoice_id is not null
        group by company_id, credit_note_id, for_invoice_id having sum(amount) < 0) u
      where u.company_id = a.company_id and u.credit_note_id = a.credit_note_id`);
  }
}
