import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const TRANSACTION = {
  name: 'tax.pub_transaction',
  of: 'tax.transaction',
  says: 'The tax of an invoice or credit note as it is recorded, with a provider of taxes or here.',
  columns: {
    company_id: 'The company.',
    invoice_id: 'The invoice, or the one that the credit note corrects.',
    credit_note_id: 'The credit note; null where it is the tax of the invoice itself.',
    state: 'pending, committed, voided or failed: how far it has come.',
    operation: 'commit where it is to be recorded, void where that is to be taken back.',
    invoice_void: 'Whether the document is void.',
    currency: 'The code of the currency of its amounts.',
    net: 'The amount that is taxed, in minor units.',
    tax: 'The tax, in minor units.',
    total: 'Both, in minor units.',
  },
};

/** What others may read of tax that is recorded. */
export class TaxViews1764000220080 extends ForwardMigration {
  name = 'TaxViews1764000220080';
  readonly publishes = [TRANSACTION];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
