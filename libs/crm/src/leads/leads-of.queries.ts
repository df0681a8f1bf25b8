import { sql, type Sql } from '@quittance/database';
import type { OriginFinder, RecordId } from '@quittance/objects';

/** By the index of leads on what they became. */
const leadsBy = (column: string) =>
  sql(`select id from crm.lead where company_id = $1 and ${column} = $2 and deleted_at is null`);

const LEADS: Readonly<Record<string, Sql>> = {
  account: leadsBy('converted_account_id'),
  contact: leadsBy('converted_contact_id'),
  deal: leadsBy('converted_deal_id'),
};

/** The leads that became an account, a contact or a deal, whoever sees them: they are its past. */
export const leadsOf: OriginFinder = async (tx, { name }, recordId) => {
  const statement = Object.hasOwn(LEADS, name) ? LEADS[name] : undefined;
  if (!statement) return [];
  const rows = await tx.rows<{ id: RecordId }>(statement, [tx.ctx.companyId, recordId]);
  return rows.map(({ id }) => ({ object: 'lead', recordId: id }));
};
