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
  columns: {
    company_id: 'The company.',
    invoice_id: 'Its invoice.',
    ...OF_LINE,
    tax_code: { sql: 'coalesce(t.tax_code, t.default_tax_code)', says: 'By which it is taxed.' },
  },
};

const NOTE_TAX = {
  name: 'receivables.pub_taxed_note_line',
  of: 'receivables.credit_note_line',
  says: 'What a line of a credit note gives back of tax.',
  columns: {
    company_id: 'The company.',
    credit_note_id: 'Its credit note.',
    ...OF_LINE,
    tax_code: 'By which it is taxed.',
  },
};

const WITHDRAWN_CHARGE = {
  name: 'receivables.pub_withdrawn_charge',
  of: 'receivables.withdrawn_charge',
  says: 'What an invoice that was paid before it was sent charged, until all of that went back.',
  columns: {
    company_id: 'The company.',
    invoice_id: 'The invoice, a draft again since then.',
    currency: 'The code of the currency of its amounts.',
    issue_date: 'The date it bore.',
    bill_to: 'Name, address and taxRegistration of whom it was addressed to, as JSON.',
    lines:
      'Its lines with net, tax_category, tax_reason, taxes, supply_kind and tax_code, as JSON; ' +
      'older ones have no tax_code.',
    created_at: 'When it became a draft again.',
  },
};

/** The code of a line says what is sold under it where no product does. */
export class TaxedByCode1764002420401 extends ForwardMigration {
  name = 'TaxedByCode1764002420401';
  readonly publishes = [INVOICE_TAX, NOTE_TAX, WITHDRAWN_CHARGE];

  async up(runner: QueryRunner): Promise<void> {
    for (const { name } of this.publishes) await runner.query(`drop view ${name}`);
    await publishViews(runner, this.publishes);
  }
}
