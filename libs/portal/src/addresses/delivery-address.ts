import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { referenceNotFoundAt } from '../portal.errors.js';
import type { AddressId, AddressParts } from './account-address.js';

/** By primary key. */
const FIND = sql(`
  select d.recipient, d.line1, d.line2, d.city, d.region, d.postal_code as "postalCode", d.country
  from portal.address d
  where d.company_id = $1 and d.id = $2 and d.account_id = $3 and d.deleted_at is null`);

/** What is written on a parcel, with who takes it. */
export type DeliveryAddress = AddressParts & { readonly recipient: string | null };

/**
 * An address that the account has things delivered to; undefined where none is named. One of
 * another account, and one that was taken away, is one that is not there.
 * @throws DomainError reference_not_found
 */
export async function requireDeliveryAddress(
  tx: Tx,
  accountId: AccountId,
  id: AddressId | null,
): Promise<DeliveryAddress | undefined> {
  if (id === null) return undefined;
  const found = await tx.maybe<DeliveryAddress>(FIND, [tx.ctx.companyId, id, accountId]);
  if (!found) throw referenceNotFoundAt('/deliveryAddressId', 'address');
  return found;
}
