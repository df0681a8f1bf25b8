import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const OF_HEAD = {
  number: 'Its number.',
  status: 'Its status.',
  account_id: 'The account.',
  currency: 'The code of the currency of its amounts.',
  issue_date: 'The date it bears.',
  bill_to: 'Name, address, taxRegistration and buyerKind of whom it is addressed to, as JSON.',
  delivery_address: 'Where its goods are delivered, as JSON; null where that is the address.',
};

const INVOICE = {
  name: 'receivables.pub_supplied_invoice',
  of: 'receivables.invoice',
  says: 'To whom and where what an invoice charges is supplied, as it was when that was made.',
  columns: {
    company_id: 'The company.',
    id: 'The invoice.',
    ...OF_HEAD,
    sent_at: 'When it was first sent; null while it has not been.',
    billed_country: 'The country of the address in bill_to.',
    delivered_country: 'The country of delivery_address.',
  },
};

const NOTE = {
  name: 'receivables.pub_supplied_note',
  of: 'receivables.credit_note',
  says: 'To whom and where what a credit note gives back was supplied.',
  columns: {
    company_id: 'The company.',
    id: 'The credit note.',
    invoice_id: 'The invoice it corrects; null where it names none.',
    kind: 'credit of a credit note, on_account of what was paid beyond what was owed.',
    ...OF_HEAD,
    issued_at: 'When it was issued; null while it is a draft.',
  },
};

const OF_LINE = {
  net: 'What it comes to without tax, in minor units.',
  tax_category: 'S, Z, E, AE, K, G, O as EN 16931 has them; null while it is not determined.',
  tax_reason: 'The ground of the category.',
  taxes: 'Each of its taxes, as JSON: jurisdiction, kind, rate, base and tax in minor units.',
  supply_kind: 'goods, services or digital; null where nobody said.',
};

const INVOICE_LINE = {
  name: 'receivables.pub_supplied_invoice_line',
  of: 'receivables.invoice_line',
  says: 'What a line of an invoice supplies.',
  columns: {
    company_id: 'The company.',
    invoice_id: 'Its invoice.',
    ...OF_LINE,
    tax_code: { sql: 'coalesce(t.tax_code, t.default_tax_code)', says: 'By which it is taxed.' },
  },
};

const NOTE_LINE = {
  name: 'receivables.pub_supplied_note_line',
  of: 'receivables.credit_note_line',
  says: 'What a line of a credit note gives back.',
  columns: {
    company_id: 'The company.',
    credit_note_id: 'Its credit note.',
    invoice_id: 'The invoice whose line it corrects; null where it names none.',
    ...OF_LINE,
    tax_code: 'By which it is taxed.',
  },
};

/**
 * Where documents go, for whoever counts what is sold to other states. The countries are columns,
 * as an index of an expression serves no query that row-level security narrows.
 */
export class SuppliedDocuments1764002000201 extends ForwardMigration {
  name = 'SuppliedDocuments1764002000201';
  readonly publishes = [INVOICE, NOTE, INVOICE_LINE, NOTE_LINE];

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table receivables.invoice
      add column billed_country text
        generated always as (bill_to->'address'->>'country') stored,
      add column delivered_country text
        generated always as (delivery_address->>'country') stored`);
    await runner.query(`create index invoice_billed_country_index
      on receivables.invoice (company_id, billed_country, issue_date)`);
    await runner.query(`create index invoice_delivered_country_index
      on receivables.invoice (company_id, delivered_country, issue_date)
      where delivered_country is not null`);
    await publishViews(runner, this.publishes);
  }
}
