import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const PAYMENT_CREDIT = {
  name: 'receivables.pub_payment_credit',
  of: 'receivables.credit_note',
  says: 'Credit, with the payment that left it on account.',
  columns: {
    company_id: 'The company.',
    id: 'The credit note.',
    kind: 'on_account of what was paid beyond what was owed.',
    payment_id: 'The payment; null of credit that was no money.',
  },
};

const CREDIT_USE = {
  name: 'receivables.pub_credit_use',
  of: 'receivables.credit_application',
  says: 'What credit was applied to, or taken off again; written once.',
  columns: {
    company_id: 'The company.',
    credit_note_id: 'The credit note.',
    invoice_id: 'The invoice.',
  },
};

/** Which invoices the credit of a payment has settled. */
export class CreditOfPayments1764001030005 extends ForwardMigration {
  name = 'CreditOfPayments1764001030005';
  readonly publishes = [PAYMENT_CREDIT, CREDIT_USE];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
