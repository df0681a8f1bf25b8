import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const COLUMNS = [
  'buyer_reference text',
  'contract_reference text',
  'delivery_date date',
  'delivery_address jsonb',
  'payment_terms text',
  'e_invoice_profile text',
];

/** What EN 16931 and its profiles want to be told of a document (BT-10, -12, -20, -72, BG-15). */
export class DocumentReferences1764001060003 extends ForwardMigration {
  name = 'DocumentReferences1764001060003';

  async up(runner: QueryRunner): Promise<void> {
    for (const noun of ['invoice', 'credit_note']) {
      const table = `receivables.${noun}`;
      for (const column of COLUMNS) await runner.query(`alter table ${table} add column ${column}`);
      await runner.query(`alter table ${table} add constraint ${noun}_e_invoice_profile_check
        check (e_invoice_profile in ('en16931', 'xrechnung', 'peppol-bis-3'))`);
    }
    await runner.query(`alter table receivables.credit_note add column po_number text`);
    // The invoice's own number used to be quoted under both names (BT-10 and BT-13).
    await runner.query(`update receivables.invoice set buyer_reference = po_number
      where po_number is not null and status in ('draft', 'pending')`);
  }
}
