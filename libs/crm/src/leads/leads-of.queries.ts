import type { Bind } from '@quittance/lists';
import { type OriginFinder, rowScope } from '@quittance/objects';
import type { RecordId } from '@quittance/metadata';

/** Each has an index of leads on what they became. */
const COLUMNS: Readonly<Record<string, string>> = {
  account: 'converted_account_id',
  contact: 'converted_contact_id',
  deal: 'converted_deal_id',
};

/** The leads that became an account, a contact or a deal, as far as the actor may see them. */
export const leadsOf: OriginFinder = async (tx, { name, model }, recordId) => {
  const column = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
  const leads = model.objects.get('lead');
  if (column === undefined || !leads) return [];
  const params: unknown[] = [tx.ctx.companyId, recordId];
  const bind: Bind = (value) => `$${params.push(value)}`;
  const seen = rowScope.seen(tx.ctx, leads, 'l', bind) ?? 'true';
  const statement = `select l.id from crm.lead l
    where l.company_id = $1 and l.${column} = $2 and l.deleted_at is null and ${seen}`;
  const rows = await tx.rows<{ id: RecordId }>(statement, params);
  return rows.map(({ id }) => ({ object: 'lead', recordId: id }));
};
