import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';

/** By primary key. */
const FIND = sql(`
  select s.tells_views as "tellsViews" from portal.settings s where s.company_id = $1`);

/** By primary key; the last change wins. */
const PUT = sql(`
  insert into portal.settings (company_id, admins_manage_users, tells_views, updated_at)
  values ($1, true, $2, $3)
  on conflict (company_id) do update
    set tells_views = excluded.tells_views, updated_at = excluded.updated_at`);

/** Whether users find in their activity who of the staff has looked on: unless said they do. */
export async function tellsViews(tx: Tx): Promise<boolean> {
  const set = await tx.maybe<{ tellsViews: boolean }>(FIND, [tx.ctx.companyId]);
  return set?.tellsViews ?? true;
}

export async function changeTellsViews(tx: Tx, wanted: boolean | undefined): Promise<void> {
  const { companyId, now } = tx.ctx;
  const before = await tellsViews(tx);
  if (wanted === undefined || wanted === before) return;
  await tx.run(PUT, [companyId, wanted, now]);
  const about = { object: 'portal-settings', recordId: companyId };
  const changes = { before: { tellsViews: before }, after: { tellsViews: wanted } };
  audit(tx, { action: 'portal_settings.updated', ...about, ...changes });
}
