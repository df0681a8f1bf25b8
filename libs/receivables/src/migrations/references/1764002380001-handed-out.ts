import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const INVOICE = {
  name: 'receivables.pub_invoice',
  of: 'receivables.invoice',
  says: 'An invoice, in whatever state.',
  columns: {
    company_id: 'The company.',
    id: 'The invoice.',
    number: 'Its number, which no other invoice of the company bears.',
    status:
      'draft, pending, sent, viewed, partially_paid, overdue, disputed, paid, written_off, void ' +
      'or cancelled.',
    account_id: 'The account that is billed.',
    currency: 'The code of the currency of its amounts.',
    issue_date: 'The date it bears.',
    due_date: 'The last day on which it can be paid in time.',
    period_start: 'The first day of the period it bills; null without one.',
    period_end: 'The last day of that period.',
    schedule_id: 'The billing schedule it was made by; null where a person made it.',
    sales_order_id: 'The order it bills; null without one.',
    subscription_id: 'The subscription it bills; null without one.',
    total: 'What it charges with tax, in minor units.',
    paid_amount: 'What was paid of it in money, in minor units; no credit.',
    balance: 'What is left to pay, in minor units: 0 once it is void or cancelled.',
    dispute:
      'What the customer objects to, as JSON: amount in minor units, openedAt, partPaidAt, ' +
      'closedAt; null if nothing ever was.',
    sent_at: 'When it was first sent; null while it has not been.',
    closed_at: 'When it became void or cancelled; null before.',
  },
};

/** Whether a customer may see an invoice, sent or paid for, is told by its indexes alone. */
export class HandedOut1764002380001 extends ForwardMigration {
  name = 'HandedOut1764002380001';
  readonly publishes = [INVOICE];

  async up(runner: QueryRunner): Promise<void> {
    // Built beside the old ones: who reads invoices waits for the renaming alone.
    await runner.query(`create index invoice_account_seen_index
      on receivables.invoice (company_id, account_id, issue_date)
      include (status, sent_at, paid_amount)`);
    await runner.query(`create index invoice_exposure_seen_index
      on receivables.invoice (company_id, account_id)
      include (currency, balance, status, due_date, sent_at, paid_amount) where balance > 0`);
    for (const name of ['invoice_account', 'invoice_exposure']) {
      await runner.query(`drop index receivables.${name}_index`);
      await runner.query(`alter index receivables.${name}_seen_index rename to ${name}_index`);
    }
    await runner.query(`drop view ${INVOICE.name}`);
    await publishViews(runner, this.publishes);
  }
}
