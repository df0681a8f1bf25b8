import type { Tx } from '@quittance/database';
import { matchKeys, traitsOf } from '../customers/end-customer.js';
import { holdKeys, standingByKeys, storeMatchKeys } from './deal-registration.repository.js';
import type { Registration } from './deal-registration.js';
import { rivalsOf, type Rival } from './rivals.js';

/**
 * Holds an end customer by all its keys, and answers what other partners have registered of it:
 * behind that lock nobody decides about the same one.
 */
export async function holdRivals(
  tx: Tx,
  registration: Pick<Registration, 'id' | 'partnerId' | 'endCustomer'>,
): Promise<readonly Rival[]> {
  const keys = matchKeys(traitsOf(registration.endCustomer));
  await holdKeys(tx, keys);
  return rivalsOf(registration, await standingByKeys(tx, keys));
}

/** The same of one that is registered or says something else of its end customer from now on. */
export async function holdAsRegistered(
  tx: Tx,
  registration: Pick<Registration, 'id' | 'partnerId' | 'endCustomer'>,
): Promise<readonly Rival[]> {
  const rivals = await holdRivals(tx, registration);
  await storeMatchKeys(tx, registration.id, matchKeys(traitsOf(registration.endCustomer)));
  return rivals;
}
