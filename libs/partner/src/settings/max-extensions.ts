import { audit, changedFields } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';

/** How often a protection is extended where the company has said nothing. */
const USUAL = 1;
const MOST = 100;

/** By primary key. */
const FIND = sql(`
  select s.max_extensions as "maxExtensions" from partner.settings s where s.company_id = $1`);

/** By primary key; the last change wins. */
const PUT = sql(`
  insert into partner.settings (company_id, max_extensions, updated_at) values ($1, $2, $3)
  on conflict (company_id) do update
    set max_extensions = excluded.max_extensions, updated_at = excluded.updated_at`);

async function read(tx: Tx): Promise<number | null> {
  const set = await tx.maybe<{ maxExtensions: number | null }>(FIND, [tx.ctx.companyId]);
  return set ? set.maxExtensions : USUAL;
}

/** @throws DomainError validation_failed */
async function change(tx: Tx, maxExtensions: number | null): Promise<void> {
  if (maxExtensions !== null && (maxExtensions < 0 || maxExtensions > MOST)) {
    throw invalidField('/maxExtensions', 'max', `must lie between 0 and ${MOST}`);
  }
  const before = await read(tx);
  if (before === maxExtensions) return;
  await tx.run(PUT, [tx.ctx.companyId, maxExtensions, tx.ctx.now]);
  audit(tx, {
    action: 'portal_settings.updated',
    object: 'portal-settings',
    recordId: tx.ctx.companyId,
    ...changedFields({ maxExtensions: before }, { maxExtensions }),
  });
}

/** How often a company lets a protection be extended; null: as often as it is asked for. */
export const extensionSetting = { read, change, most: MOST };
