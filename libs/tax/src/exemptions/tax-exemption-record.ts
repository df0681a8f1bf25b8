import { sql, violates } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import { setUpRecord } from '../set-up/set-up-record.js';
import { taxExemptionNoun } from './tax-exemption.js';

const KNOWN = sql(`
  select id from tax.jurisdiction where company_id = $1 and id = any($2::uuid[])`);

export const taxExemptionRecord = setUpRecord(taxExemptionNoun, {
  async check(tx, { jurisdictionIds, validFrom, validTo }) {
    if (validTo !== null && validTo < validFrom) {
      throw invalidField('/validTo', 'min', 'must not be before validFrom');
    }
    const rows = await tx.rows<{ id: string }>(KNOWN, [tx.ctx.companyId, jurisdictionIds]);
    const known = new Set(rows.map(({ id }) => id));
    const unknown = jurisdictionIds.findIndex((id) => !known.has(id));
    if (unknown >= 0) {
      const pointer = `/jurisdictionIds/${unknown}`;
      throw invalidField(pointer, 'reference_not_found', 'There is no such jurisdiction.');
    }
  },
  refusal: (error) =>
    violates(error, 'exemption_account_fk')
      ? invalidField(
          '/accountId',
          'reference_not_found',
          'There is no such account in this company.',
        )
      : error,
});
