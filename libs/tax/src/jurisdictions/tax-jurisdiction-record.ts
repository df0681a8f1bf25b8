import { sql, violates } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import { setUpRecord } from '../set-up/set-up-record.js';
import { taxJurisdictionTaken, taxRecordInUse } from '../tax.errors.js';
import {
  checkJurisdiction,
  type TaxJurisdiction,
  taxJurisdictionNoun,
} from './tax-jurisdiction.js';

/** What points at a jurisdiction, one word per kind of record. */
const USERS = sql(`
  select 'jurisdictions within it' as users from tax.jurisdiction
    where company_id = $1 and parent_id = $2::uuid
  union select 'rates' from tax.rate where company_id = $1 and jurisdiction_id = $2::uuid
  union select 'exemptions' from tax.exemption
    where company_id = $1 and jurisdiction_ids @> to_jsonb($2::text)
  order by users`);

const FIND_LEVEL = sql(`select level from tax.jurisdiction where company_id = $1 and id = $2`);

export const taxJurisdictionRecord = setUpRecord(taxJurisdictionNoun, {
  async check(tx, record) {
    if (record.parentId === null) return checkJurisdiction(record, null);
    const parent = await tx.maybe<TaxJurisdiction>(FIND_LEVEL, [tx.ctx.companyId, record.parentId]);
    if (!parent)
      throw invalidField('/parentId', 'reference_not_found', 'There is no such jurisdiction.');
    checkJurisdiction(record, parent);
  },
  async checkUnused(tx, { id, name }) {
    const found = await tx.rows<{ users: string }>(USERS, [tx.ctx.companyId, id]);
    if (found.length === 0) return;
    const users = found.map((row) => row.users).join(', ');
    throw taxRecordInUse({ object: `jurisdiction ${name}`, users });
  },
  refusal: (error, { level, code }) =>
    violates(error, 'jurisdiction_code_key') ? taxJurisdictionTaken({ level, code }) : error,
  storeProblems: [taxJurisdictionTaken],
  deleteProblems: [taxRecordInUse],
});
