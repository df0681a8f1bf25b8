import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const CREDIT_APPLICATION = {
  name: 'receivables.pub_credit_application',
  of: 'receivables.credit_application',
  says: 'Credit that was applied to an invoice, or taken off it again; written once.',
  columns: {
    company_id: 'The company.',
    credit_note_id: 'The credit note.',
    invoice_id: 'The invoice.',
    amount:
      "What was applied to it, in minor units of the invoice's currency; negative where it " +
      'was taken off.',
    applied_on: 'The day from which it counts.',
  },
};

/** Of which note credit was applied: what a payment left on account is money. */
export class AppliedNotes1764002390001 extends ForwardMigration {
  name = 'AppliedNotes1764002390001';
  readonly publishes = [CREDIT_APPLICATION];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop view ${CREDIT_APPLICATION.name}`);
    await publishViews(runner, this.publishes);
    // What the report of collections asks of a period.
    await runner.query(`create index write_off_day_index
      on receivables.write_off (company_id, applied_on)`);
  }
}
