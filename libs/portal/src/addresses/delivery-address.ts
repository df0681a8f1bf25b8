import { sql, type Tx } from '@quittance/database';
import { invalidField, type AccountId, type DomainError } from '@quittance/kernel';
import { freeAddressNotTaken, referenceNotFoundAt } from '../portal.errors.js';
import { takesFreeAddress } from '../settings/free-address.js';
import { addressWith, NOTHING_SAID, type AddressId, type AddressParts } from './account-address.js';

/** By primary key. */
const FIND = sql(`
  select d.recipient, d.line1, d.line2, d.city, d.region, d.postal_code as "postalCode", d.country
  from portal.address d
  where d.company_id = $1 and d.id = $2 and d.account_id = $3 and d.deleted_at is null`);

/** What is written on a parcel, with who takes it. */
export type DeliveryAddress = AddressParts & { readonly recipient: string | null };

/** Where a user wants something sent: to an address of the account, to another, or neither. */
export interface WantedDelivery {
  readonly deliveryAddressId: AddressId | null;
  readonly deliveryAddress: DeliveryAddress | null;
}

/**
 * Where an order of an account goes; undefined where nothing is said. An address of another
 * account, and one that was taken away, is one that is not there; one that the account does not
 * keep is taken where the company's setting says so.
 * @throws DomainError reference_not_found, free_address_not_taken, validation_failed
 */
export async function requireDeliveryAddress(
  tx: Tx,
  accountId: AccountId,
  { deliveryAddressId: id, deliveryAddress: free }: WantedDelivery,
): Promise<DeliveryAddress | undefined> {
  if (free !== null) return requireFree(tx, free, id);
  if (id === null) return undefined;
  const found = await tx.maybe<DeliveryAddress>(FIND, [tx.ctx.companyId, id, accountId]);
  if (!found) throw referenceNotFoundAt('/deliveryAddressId', 'address');
  return found;
}

async function requireFree(
  tx: Tx,
  free: DeliveryAddress,
  id: AddressId | null,
): Promise<DeliveryAddress> {
  if (id !== null) {
    throw invalidField('/deliveryAddress', 'conflict', 'or the address of the account is given');
  }
  if (!(await takesFreeAddress(tx))) throw freeAddressNotTaken();
  return readFreeAddress(free);
}

/** An address as somebody has written it, of nothing but what an address has. Pure. */
export function readFreeAddress(free: DeliveryAddress): DeliveryAddress {
  const { recipient, line1, line2, city, region, postalCode, country } = free;
  const said = { recipient, line1, line2, city, region, postalCode, country };
  try {
    const { label: _, ...address } = addressWith(NOTHING_SAID, { ...said, label: line1 });
    return address;
  } catch (error) {
    throw within('/deliveryAddress', error as DomainError);
  }
}

/** The same refusal of a member of the body. */
function within(member: string, error: DomainError): unknown {
  const { errors = [] } = error.options ?? {};
  const [first] = errors.filter(({ pointer }) => pointer !== '/label');
  if (!first) return error;
  return invalidField(`${member}${first.pointer ?? ''}`, first.code, first.message);
}
