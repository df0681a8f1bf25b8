import { sql, violates } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import { setUpRecord } from '../set-up/set-up-record.js';
import { taxExemptionNoun } from './tax-exemption.js';

const KNOWN = sql(`
  select count(*)::int as known from tax.jurisdiction where company_id = $1
  and id = any($2::uuid[])`);

export const taxExemptionRecord = setUpRecord(taxExemptionNoun, {
  async check(tx, { jurisdictionIds, validFrom, validTo }) {
    if (validTo !== null && validTo < validFrom) {
      throw invalidField('/validTo', 'min', 'must not be before validFrom');
    }
    const ids = [...new Set(jurisdictionIds)];
    const { known } = await tx.one<{ known: number }>(KNOWN, [tx.ctx.companyId, ids]);
    if (known < ids.length) {
      throw invalidField('/jurisdictionIds', 'not_found', 'names a jurisdiction there is not');
    }
  },
  refusal: (error) =>
    violates(error, 'exemption_account_fk')
      ? invalidField('/accountId', 'not_found', 'There is no such account in this company.')
      : error,
});
