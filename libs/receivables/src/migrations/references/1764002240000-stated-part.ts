import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const STATED_PART = {
  name: 'receivables.pub_stated_part',
  of: 'receivables.stated_allocation',
  says: 'What a payer has said that a payment over several invoices is for.',
  columns: {
    company_id: 'The company.',
    payment_id: 'The payment.',
    invoice_id: 'An invoice of it.',
  },
};

/** What payments were stated for, for whoever asks which of them a user of a portal reaches. */
export class StatedPart1764002240000 extends ForwardMigration {
  name = 'StatedPart1764002240000';
  readonly publishes = [STATED_PART];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
