import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The invoice for which a note deducts a deposit: what stands on the deposit itself comes back with
 * it. Of notes that were made before, it is the invoice that they name.
 */
export class DeductionForInvoice1764001807001 extends ForwardMigration {
  name = 'DeductionForInvoice1764001807001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.deposit_deduction add column for_invoice_id uuid`);
    await runner.query(`update receivables.deposit_deduction d set for_invoice_id = i.id
      from receivables.credit_note n, receivables.invoice i
      where n.company_id = d.company_id and n.id = d.credit_note_id
        and i.company_id = d.company_id
        and right(n.reason, length(' deducted from invoice ' || i.number))
          = ' deducted from invoice ' || i.number
        and i.account_id = n.account_id`);
    await runner.query(`alter table receivables.deposit_deduction
      add constraint deposit_deduction_for_fk foreign key (company_id, for_invoice_id)
        references receivables.invoice (company_id, id)`);
    await runner.query(`create index deposit_deduction_for_index
      on receivables.deposit_deduction (company_id, for_invoice_id)
      where for_invoice_id is not null`);
  }
}
