import { NO_ADDRESS, type PostalAddress } from '@quittance/company';
import { invalidFields, type FieldError } from '@quittance/kernel';
import { isCountry } from '@quittance/registrations';
import type { AccountFields } from './account.js';

type Address = 'billingAddress' | 'shippingAddress';

/** What may be sent: members of an address are merged one by one, null clears it. */
export type AccountPatch = Partial<Omit<AccountFields, Address>> & {
  readonly [name in Address]?: Partial<PostalAddress> | null;
};

/**
 * The fields a patch sets on those that are there.
 * @throws DomainError validation_failed naming every country that is none
 */
export function accountFields(
  known: Pick<AccountFields, Address>,
  { billingAddress, shippingAddress, ...plain }: AccountPatch,
): Partial<AccountFields> {
  const errors: FieldError[] = [];
  const read = (name: Address, given: Partial<PostalAddress> | null | undefined) => {
    if (given === undefined) return {};
    if (given?.country && !isCountry(given.country)) {
      const message = 'must be an ISO 3166 alpha-2 code such as DE';
      errors.push({ pointer: `/${name}/country`, code: 'enum', message });
    }
    return { [name]: given === null ? NO_ADDRESS : { ...known[name], ...given } };
  };
  const addresses = {
    ...read('billingAddress', billingAddress),
    ...read('shippingAddress', shippingAddress),
  };
  if (errors.length > 0) throw invalidFields(errors);
  return { ...plain, ...addresses };
}
