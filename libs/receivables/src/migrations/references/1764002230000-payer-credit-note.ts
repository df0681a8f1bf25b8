import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const PAYER_CREDIT_NOTE = {
  name: 'receivables.pub_payer_credit_note',
  of: 'receivables.credit_note',
  says: 'A credit note as whoever is credited knows it.',
  columns: {
    company_id: 'The company.',
    id: 'The credit note.',
    number: 'Its number, which no other credit note of the company bears.',
    account_id: 'The account that is credited.',
    invoice_id: 'The invoice that it credits; null of none.',
    issued_at: 'When it was issued; null while it is a draft.',
  },
};

/** Credit notes for whoever asks which of them a user of a portal reaches. */
export class PayerCreditNote1764002230000 extends ForwardMigration {
  name = 'PayerCreditNote1764002230000';
  readonly publishes = [PAYER_CREDIT_NOTE];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
