import { sql, type Tx } from '@quittance/database';
import {
  registerNumberedDocuments,
  type DocumentType,
  type NumberedDocuments,
} from '@quittance/numbering';

/** The tables of the numbered documents, and the date each was numbered by. */
const TABLES: Partial<Record<DocumentType, { readonly table: string; readonly date: string }>> = {
  invoice: { table: 'receivables.invoice', date: 'issue_date' },
  payment: { table: 'receivables.payment', date: 'received_on' },
  'credit-note': { table: 'receivables.credit_note', date: 'issue_date' },
};

function documentsOf(table: string, date: string): NumberedDocuments {
  // By the unique index of the table's numbers.
  const taken = sql(`select number from ${table} where company_id = $1 and number = any($2)`);
  return {
    numbers: `select company_id, id, number_period as period, number_seq as seq, number,
      status as fate, ${date} as date, created_at as given_at from ${table}
      where company_id = $1::uuid`,
    async taken(tx: Tx, numbers: readonly string[]) {
      const rows = await tx.rows<{ number: string }>(taken, [tx.ctx.companyId, numbers]);
      return rows.map(({ number }) => number);
    },
  };
}

/** Lets numbering see the numbers of these documents; once, when the lib is loaded. */
export function registerDocuments(): void {
  for (const [type, { table, date }] of Object.entries(TABLES)) {
    registerNumberedDocuments(type as DocumentType, documentsOf(table, date));
  }
}
