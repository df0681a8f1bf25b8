import { sql, type Sql } from '@quittance/database';
import { registerNumberedDocuments, type DocumentType } from '@quittance/numbering';

/** Numbers borne already, by the unique index of each table's numbers. */
const TAKEN: Partial<Record<DocumentType, Sql>> = {
  invoice: sql(`select number from billing.invoice where company_id = $1 and number = any($2)`),
  payment: sql(`select number from billing.payment where company_id = $1 and number = any($2)`),
  'credit-note': sql(`
    select number from billing.credit_note where company_id = $1 and number = any($2)`),
};

/** Lets numbering see the numbers of billing documents; once, when the lib is loaded. */
export function registerBillingDocuments(): void {
  for (const [type, taken] of Object.entries(TAKEN)) {
    registerNumberedDocuments(type as DocumentType, async (tx, numbers) => {
      const rows = await tx.rows<{ number: string }>(taken, [tx.ctx.companyId, numbers]);
      return rows.map(({ number }) => number);
    });
  }
}
