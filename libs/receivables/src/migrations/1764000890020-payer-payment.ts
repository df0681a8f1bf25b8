import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const PAYER_PAYMENT = {
  name: 'receivables.pub_payer_payment',
  of: 'receivables.payment',
  says: 'A payment as its payer knows it, in whatever state.',
  columns: {
    company_id: 'The company.',
    id: 'The payment.',
    number: 'Its number, which no other payment of the company bears.',
    account_id: 'The account that paid.',
    invoice_id: 'The invoice it is for; null of several, or of none.',
    portal_user_id: 'Who stated it in a portal; null where nobody did.',
  },
};

/** Payments for whoever asks which of them a user of a portal reaches. */
export class PayerPayment1764000890020 extends ForwardMigration {
  name = 'PayerPayment1764000890020';
  readonly publishes = [PAYER_PAYMENT];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
