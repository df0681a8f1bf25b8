import { sql, type Tx } from '@quittance/database';
import type { PartnerId } from '../registrations/deal-registration.js';

const ADD = sql(`
  insert into partner.member (company_id, id, created_at, updated_at)
  select k.id, $2::uuid, $3::timestamptz, $3::timestamptz from company.pub_company k
  where k.id = $1::uuid on conflict (company_id, id) do nothing`);
const LOCK = sql(`
  select id from partner.member where company_id = $1 and id = $2 for no key update`);

/**
 * Holds a partner until the transaction ends: whoever books what it earns, or draws up what it is
 * paid, does so one after the other.
 */
export async function holdPartner(tx: Tx, id: PartnerId): Promise<void> {
  await tx.run(ADD, [tx.ctx.companyId, id, tx.ctx.now]);
  await tx.run(LOCK, [tx.ctx.companyId, id]);
}

const TIER = sql(`select tier from partner.member where company_id = $1 and id = $2`);

/** Null where none was said. */
export async function tierOfPartner(tx: Tx, id: PartnerId): Promise<string | null> {
  const found = await tx.maybe<{ tier: string | null }>(TIER, [tx.ctx.companyId, id]);
  return found?.tier ?? null;
}
