import type { PostalAddress } from '@quittance/company';
import { sharesTerritory } from '@quittance/tax';
import type { Invoice } from '../invoices/invoice.description.js';

/**
 * Whether goods would be taxed elsewhere if they had gone to another address: in another country or
 * region, or in another territory of tax of the same one, as on Heligoland. Pure.
 * @param to null for the customer's own address
 */
export function isTaxedElsewhere(
  { deliveryAddress, billTo }: Pick<Invoice, 'deliveryAddress' | 'billTo'>,
  to: PostalAddress | null,
): boolean {
  const [told, next] = [placeOf(deliveryAddress, billTo), placeOf(to, billTo)];
  const isWithin = next.region === null || told.region === null || next.region === told.region;
  return next.country !== told.country || !isWithin || !sharesTerritory(told, next);
}

/**
 * An address that names neither country, region nor postal code says nothing of where it is; one
 * without a country is in the customer's.
 */
function placeOf(
  address: PostalAddress | null,
  { address: own }: Pick<Invoice['billTo'], 'address'>,
): Pick<PostalAddress, 'country' | 'region' | 'postalCode'> {
  if (!address) return own;
  const { country, region, postalCode } = address;
  if (country === null && region === null && postalCode === null) return own;
  return { country: country ?? own.country, region, postalCode };
}
