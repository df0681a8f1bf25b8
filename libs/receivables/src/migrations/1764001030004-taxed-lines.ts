import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const OF_LINE = {
  id: 'The line.',
  net: 'What it comes to without tax, in minor units.',
  tax: 'What it bears, in minor units.',
  tax_category: 'S, Z, E, AE, K, G, O as EN 16931 has them; null while it is not determined.',
  tax_reason: 'The ground of the category.',
  taxes: 'Each of its taxes, as JSON: jurisdiction, kind, rate, base and tax in minor units.',
  supply_kind: 'goods, services or digital; null where nobody said.',
};

const INVOICE_TAX = {
  name: 'receivables.pub_taxed_invoice_line',
  of: 'receivables.invoice_line',
  says: 'What a line of an invoice bears of tax.',
  columns: { company_id: 'The company.', invoice_id: 'Its invoice.', ...OF_LINE },
};

const NOTE_TAX = {
  name: 'receivables.pub_taxed_note_line',
  of: 'receivables.credit_note_line',
  says: 'What a line of a credit note gives back of tax.',
  columns: { company_id: 'The company.', credit_note_id: 'Its credit note.', ...OF_LINE },
};

const INVOICE_BUYER = {
  name: 'receivables.pub_invoice_buyer',
  of: 'receivables.invoice',
  says: 'Whom an invoice is addressed to, as it was when that was made.',
  columns: {
    company_id: 'The company.',
    id: 'The invoice.',
    bill_to: 'Name, address and taxRegistration, as JSON.',
  },
};

const NOTE_BUYER = {
  name: 'receivables.pub_credit_note_buyer',
  of: 'receivables.credit_note',
  says: 'Whom a credit note is addressed to, as it was when that was made.',
  columns: {
    company_id: 'The company.',
    id: 'The credit note.',
    bill_to: 'Name, address and taxRegistration, as JSON; null of what is on account.',
  },
};

/** What documents say of tax, for whoever adds it up. */
export class TaxedLines1764001030004 extends ForwardMigration {
  name = 'TaxedLines1764001030004';
  readonly publishes = [INVOICE_TAX, NOTE_TAX, INVOICE_BUYER, NOTE_BUYER];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
