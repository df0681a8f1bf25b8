import { sql, violates } from '@quittance/database';
import { setUpRecord } from '../set-up/set-up-record.js';
import { taxCodeTaken, taxRecordInUse } from '../tax.errors.js';
import { taxCodeNoun } from './tax-code.js';

/** Takes the mark from the code that had it; unique index `code_default_key`. */
const CLEAR_DEFAULT = sql(`
  update tax.code set is_default = false, version = version + 1, updated_at = $3
  where company_id = $1 and is_default and id <> $2`);

const IN_USE = sql(`select 1 from tax.rate where company_id = $1 and tax_code = $2 limit 1`);

export const taxCodeRecord = setUpRecord(taxCodeNoun, {
  async check(tx, { id, isDefault }) {
    if (isDefault) await tx.run(CLEAR_DEFAULT, [tx.ctx.companyId, id, tx.ctx.now]);
  },
  async checkUnused(tx, { code }) {
    if ((await tx.rows(IN_USE, [tx.ctx.companyId, code])).length > 0) {
      throw taxRecordInUse({ object: `tax code ${code}`, users: 'rates' });
    }
  },
  refusal: (error, { code }) => (violates(error, 'code_code_key') ? taxCodeTaken({ code }) : error),
  storeProblems: [taxCodeTaken],
  deleteProblems: [taxRecordInUse],
});
