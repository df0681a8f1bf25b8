import type { PostalAddress } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';

/** One of the addresses that staff keep with an account. */
export interface KeptAddress {
  readonly kind: 'billing' | 'shipping';
  readonly address: PostalAddress;
}

/** By primary key. */
const FIND = sql(`
  select billing_address as billing, shipping_address as shipping from crm.account
  where company_id = $1 and id = $2 and deleted_at is null`);

/** Where bills and goods of an account go, as far as anybody has said; those without a line not. */
export async function deliveryAddresses(tx: Tx, id: AccountId): Promise<readonly KeptAddress[]> {
  const found = await tx.maybe<Record<KeptAddress['kind'], PostalAddress>>(FIND, [
    tx.ctx.companyId,
    id,
  ]);
  if (!found) return [];
  const kinds = ['billing', 'shipping'] as const;
  return kinds.flatMap((kind) => (found[kind].line1 ? [{ kind, address: found[kind] }] : []));
}
