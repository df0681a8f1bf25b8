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
      'draft, pending, sent, viewed, partially_paid, overdue, disputed, paid, void or cancelled.',
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
    balance: 'What is left to pay, in minor units: 0 once it is void or cancelled.',
    dispute:
      'What the customer objects to, as JSON: amount in minor units, openedAt, partPaidAt, ' +
      'closedAt; null if nothing ever was.',
    sent_at: 'When it was first sent; null while it has not been.',
    closed_at: 'When it became void or cancelled; null before.',
  },
};

const INVOICE_LINE = {
  name: 'receivables.pub_invoice_line',
  of: 'receivables.invoice_line',
  says: 'A line of an invoice.',
  columns: {
    company_id: 'The company.',
    invoice_id: 'Its invoice.',
    schedule_line_id:
      'The line of the billing schedule it was made by; null where a person made it.',
  },
};

const PAYMENT = {
  name: 'receivables.pub_payment',
  of: 'receivables.payment',
  says: 'Money that was received, or is on its way.',
  columns: {
    company_id: 'The company.',
    id: 'The payment.',
    number: 'Its number, which no other payment of the company bears.',
    status: 'pending, completed, failed or refunded.',
    account_id: 'The account that paid.',
    currency: 'The code of the currency of its amount.',
    amount: 'What was paid, in minor units.',
    method: 'cash, cheque, bank_transfer, card, upi, gateway or other.',
    received_on: 'The day on which it was received.',
    provider: 'The payment provider it came through; null without one.',
    provider_payment_id: 'What that provider calls it.',
  },
};

const REFUND = {
  name: 'receivables.pub_refund',
  of: 'receivables.refund',
  says: 'Money of a payment that was given back, written once.',
  columns: {
    company_id: 'The company.',
    payment_id: 'The payment.',
    amount: "What was given back, in minor units of the payment's currency.",
    refunded_on: 'The day on which it was.',
    provider: 'The payment provider that gave it back; null without one.',
    provider_refund_id: 'What that provider calls it.',
  },
};

const PAYMENT_ALLOCATION = {
  name: 'receivables.pub_payment_allocation',
  of: 'receivables.payment_allocation',
  says: 'Money of a payment that was applied to an invoice, or taken off it again; written once.',
  columns: {
    company_id: 'The company.',
    payment_id: 'The payment.',
    invoice_id: 'The invoice.',
    amount:
      "What was applied to it, in minor units of the invoice's currency; negative where it " +
      'was taken off.',
    applied_on: 'The day from which it counts.',
  },
};

const CREDIT_APPLICATION = {
  name: 'receivables.pub_credit_application',
  of: 'receivables.credit_application',
  says: 'Credit that was applied to an invoice, or taken off it again; written once.',
  columns: {
    company_id: 'The company.',
    invoice_id: 'The invoice.',
    amount:
      "What was applied to it, in minor units of the invoice's currency; negative where it " +
      'was taken off.',
    applied_on: 'The day from which it counts.',
  },
};

const CREDIT_NOTE = {
  name: 'receivables.pub_credit_note',
  of: 'receivables.credit_note',
  says: 'A credit note, or what a customer has on account.',
  columns: {
    company_id: 'The company.',
    id: 'The credit note.',
    number: 'Its number, which no other credit note of the company bears.',
    kind: 'credit of a credit note, on_account of what was paid beyond what was owed.',
    status: 'draft, issued, partially_applied, applied or void.',
    account_id: 'The account that is credited.',
    currency: 'The code of the currency of its amounts.',
    issue_date: 'The date it bears.',
    total: 'What it credits with tax, in minor units.',
    issued_at: 'When it was issued; null while it is a draft.',
    voided_at: 'When it became void; null before.',
  },
};

/** What others may read of invoices, payments and credit notes, and never lock. */
export class ReceivablesViews1764000490080 extends ForwardMigration {
  name = 'ReceivablesViews1764000490080';
  readonly publishes = [
    INVOICE,
    INVOICE_LINE,
    PAYMENT,
    REFUND,
    PAYMENT_ALLOCATION,
    CREDIT_APPLICATION,
    CREDIT_NOTE,
  ];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
