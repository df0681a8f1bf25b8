import { sql } from '@quittance/database';
import { registerNumberedDocuments } from '@quittance/numbering';

/** By `support_case_number_key`. */
const TAKEN = sql(`
  select number from crm.support_case where company_id = $1 and number = any($2::text[])`);

/** Lets numbering see the numbers of cases; once, when the lib is loaded. */
export function registerNumberedCases(): void {
  registerNumberedDocuments('case', {
    numbers: `select company_id, id, number_period as period, number_seq as seq, number,
      case when deleted_at is null then status else 'deleted' end as fate,
      created_at::date as date, created_at as given_at from crm.support_case
      where company_id = $1::uuid`,
    async taken(tx, numbers) {
      const rows = await tx.rows<{ number: string }>(TAKEN, [tx.ctx.companyId, numbers]);
      return rows.map(({ number }) => number);
    },
  });
}
