import type { Tx } from '@quittance/database';
import { DomainError, type AccountId } from '@quittance/kernel';
import { orderTerms } from '@quittance/portal';
import type { Cart, FreeAddress } from './cart.js';

/**
 * Where a cart is to go, by which its goods are taxed; null where it says nothing. An address that
 * was taken away since is none: whoever orders is refused it.
 */
export async function destinationOf(
  tx: Tx,
  { accountId, deliveryAddressId, deliveryAddress }: Cart & { readonly accountId: AccountId },
): Promise<FreeAddress | null> {
  if (deliveryAddress) return deliveryAddress;
  if (deliveryAddressId === null) return null;
  const wanted = { deliveryAddressId, deliveryAddress };
  try {
    return (await orderTerms.deliveryAddress(tx, accountId, wanted)) ?? null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
