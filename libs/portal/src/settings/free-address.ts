import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';

/** By primary key. */
const FIND = sql(`
  select s.free_delivery_address as "isFree" from portal.settings s where s.company_id = $1`);

/** By primary key; the last change wins. */
const PUT = sql(`
  insert into portal.settings (company_id, admins_manage_users, free_delivery_address, updated_at)
  values ($1, true, $2, $3)
  on conflict (company_id) do update set free_delivery_address = excluded.free_delivery_address,
    updated_at = excluded.updated_at`);

/** Whether customers say where an order goes: unless said, it goes to an address of the account. */
export async function takesFreeAddress(tx: Tx): Promise<boolean> {
  return (await tx.maybe<{ isFree: boolean }>(FIND, [tx.ctx.companyId]))?.isFree ?? false;
}

export async function changeFreeAddress(tx: Tx, wanted: boolean | undefined): Promise<void> {
  const { companyId, now } = tx.ctx;
  const before = await takesFreeAddress(tx);
  if (wanted === undefined || wanted === before) return;
  await tx.run(PUT, [companyId, wanted, now]);
  const about = { object: 'portal-settings', recordId: companyId };
  const of = (freeDeliveryAddress: boolean) => ({ freeDeliveryAddress });
  audit(tx, { action: 'portal_settings.updated', ...about, before: of(before), after: of(wanted) });
}
