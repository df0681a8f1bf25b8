import type { PostalAddress } from '@quittance/company';
import type { AccountId } from '@quittance/kernel';

/** Where an order is delivered. */
export interface ShipTo extends PostalAddress {
  /** Who takes it. It is there, even as null, of an address that its customer has chosen. */
  readonly recipient?: string | null;
}

/**
 * Where an order goes by now: the address that its customer has chosen stays, unless it is for
 * another account; any other is read anew from the account. Pure.
 */
export function shipToOf(
  { accountId, shipTo }: { readonly accountId: AccountId; readonly shipTo: ShipTo },
  account: { readonly id: AccountId; readonly shippingAddress: PostalAddress },
): ShipTo {
  const isChosen = shipTo.recipient !== undefined && accountId === account.id;
  return isChosen ? shipTo : account.shippingAddress;
}
