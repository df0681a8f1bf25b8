import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';

/** By primary key. */
const FIND = sql(`
  select s.shows_credit as "showsCredit" from portal.settings s where s.company_id = $1`);

/** By primary key; the last change wins. */
const PUT = sql(`
  insert into portal.settings (company_id, admins_manage_users, shows_credit, updated_at)
  values ($1, true, $2, $3)
  on conflict (company_id) do update
    set shows_credit = excluded.shows_credit, updated_at = excluded.updated_at`);

/** Whether customers see where they stand with their credit: where nothing was said they do. */
export async function showsCredit(tx: Tx): Promise<boolean> {
  const set = await tx.maybe<{ showsCredit: boolean }>(FIND, [tx.ctx.companyId]);
  return set?.showsCredit ?? true;
}

export async function changeShowsCredit(tx: Tx, wanted: boolean): Promise<void> {
  const { companyId, now } = tx.ctx;
  const before = await showsCredit(tx);
  if (wanted === before) return;
  await tx.run(PUT, [companyId, wanted, now]);
  const about = { object: 'portal-settings', recordId: companyId };
  const changes = { before: { showsCredit: before }, after: { showsCredit: wanted } };
  audit(tx, { action: 'portal_settings.updated', ...about, ...changes });
}
