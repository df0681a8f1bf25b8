import { sql } from '@quittance/database';
import { registerNumberedDocuments } from '@quittance/numbering';

/** By `quote_number_key`. */
const TAKEN = sql(`
  select distinct number from sales.quote where company_id = $1 and number = any($2::text[])`);

/** Lets numbering see the numbers of quotes; once, when the lib is loaded. Revisions share theirs. */
export function registerNumberedQuotes(): void {
  registerNumberedDocuments('quote', {
    numbers: `select company_id, id, number_period as period, number_seq as seq, number,
      status as fate, issue_date as date, created_at as given_at from sales.quote
      where company_id = $1::uuid and revision = 1`,
    async taken(tx, numbers) {
      const rows = await tx.rows<{ number: string }>(TAKEN, [tx.ctx.companyId, numbers]);
      return rows.map(({ number }) => number);
    },
  });
}
