import { sql } from '@quittance/database';
import { registerNumberedDocuments } from '@quittance/numbering';

/** By `contract_number_key`. */
const TAKEN = sql(`
  select number from sales.contract where company_id = $1 and number = any($2::text[])`);

/** Lets numbering see the numbers of contracts; once, when the lib is loaded. */
export function registerNumberedContracts(): void {
  registerNumberedDocuments('contract', {
    numbers: `select company_id, id, number_period as period, number_seq as seq, number,
      case when deleted_at is null then status else 'deleted' end as fate,
      created_at::date as date, created_at as given_at from sales.contract
      where company_id = $1::uuid`,
    async taken(tx, numbers) {
      const rows = await tx.rows<{ number: string }>(TAKEN, [tx.ctx.companyId, numbers]);
      return rows.map(({ number }) => number);
    },
  });
}
