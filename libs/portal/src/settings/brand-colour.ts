import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';

/** Six hexadecimal digits behind `#`, small ones as they are kept. */
export const BRAND_COLOUR = /^#[0-9a-fA-F]{6}$/;

/** By primary key. */
const FIND = sql(`
  select s.brand_colour as "brandColour" from portal.settings s where s.company_id = $1`);

/** By primary key; the last change wins. */
const PUT = sql(`
  insert into portal.settings (company_id, admins_manage_users, brand_colour, updated_at)
  values ($1, true, $2, $3)
  on conflict (company_id) do update
    set brand_colour = excluded.brand_colour, updated_at = excluded.updated_at`);

/** Null where the company has said none. */
export async function readBrandColour(tx: Tx): Promise<string | null> {
  const set = await tx.maybe<{ brandColour: string | null }>(FIND, [tx.ctx.companyId]);
  return set?.brandColour ?? null;
}

export async function changeBrandColour(tx: Tx, said: string | null | undefined): Promise<void> {
  if (said === undefined) return;
  const { companyId, now } = tx.ctx;
  const before = await readBrandColour(tx);
  const wanted = said?.toLowerCase() ?? null;
  if (wanted === before) return;
  await tx.run(PUT, [companyId, wanted, now]);
  const about = { object: 'portal-settings', recordId: companyId };
  const changes = { before: { brandColour: before }, after: { brandColour: wanted } };
  audit(tx, { action: 'portal_settings.updated', ...about, ...changes });
}
