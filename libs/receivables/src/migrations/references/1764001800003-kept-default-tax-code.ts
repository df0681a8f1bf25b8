import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The company's code by which a line was priced that says neither code nor rate, so that what a
 * credit note takes off follows it whatever becomes of the set-up, and where it bore no tax. Of
 * older lines their taxes tell; one that bore none is not followed.
 */
export class InvoicedDefaultTaxCode1764001800003 extends ForwardMigration {
  name = 'InvoicedDefaultTaxCode1764001800003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.invoice_line add column default_tax_code text,
      add constraint invoice_line_default_tax_code_check check (
        default_tax_code is null or (tax_code is null and requested_tax_rate is null))`);
  }
}
