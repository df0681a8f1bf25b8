import type { SupplyPlace, TaxParty } from '../calculation/pricing.js';
import type { DecisionFacts } from '../decision/facts.js';
import { crosses, supplyPlace } from '../decision/place-of-supply.js';
import type { LineToTax } from './asked-line.js';
import { registeredStateOf } from './india.js';
import { taxedByOrigin } from './levied-rates.js';
import { deliveredAt, sellerAs, type SoldAs, type TaxedSale } from './sale-facts.js';

/**
 * How the place of a supply is found: the line says it; goods are delivered there; the Indian
 * registration of the customer names the state; it is the customer's address; that tells no
 * country, so that it is the seller's; a state taxes what stays within it where it comes from; or
 * what crosses a border is supplied where it begins.
 */
export const PLACE_GROUNDS = [
  'line',
  'delivery',
  'tax_registration',
  'customer',
  'no_address',
  'origin',
  'beginning',
] as const;
export type PlaceGround = (typeof PLACE_GROUNDS)[number];

/** Where a line is supplied, by whose rates it is taxed, and how that was found. */
export interface SuppliedAt {
  readonly country: string | null;
  readonly region: string | null;
  readonly postalCode: string | null;
  readonly foundBy: PlaceGround;
}

/** Where a supply ends, with the registration of whoever is there. */
export interface SupplyEnd {
  readonly where: TaxParty;
  readonly foundBy: PlaceGround;
}

export const soldAsOf = ({ supply }: Pick<LineToTax, 'supply'>): SoldAs =>
  supply === 'goods' ? 'goods' : 'other';

/** Where a supply ends: at the place of the line, of delivery, or of the customer. */
export function supplyEnd(sale: TaxedSale, soldAs: SoldAs, placeOf: SupplyPlace | null): SupplyEnd {
  const { seller, customer } = sale;
  if (placeOf) {
    return { where: { ...placeOf, city: null, taxRegistration: null }, foundBy: 'line' };
  }
  const delivered = soldAs === 'goods' ? deliveredAt(sale) : null;
  if (delivered) {
    const { taxRegistration } = customer;
    return { where: { ...delivered, taxRegistration }, foundBy: 'delivery' };
  }
  // A sale to a customer without an address takes place at the seller's.
  return customer.country === null
    ? { where: seller, foundBy: 'no_address' }
    : { where: customer, foundBy: 'customer' };
}

/** Where a line is supplied in the end, as far as it was decided by the book. Pure. */
export function suppliedAt(
  told: TaxedSale,
  { supply, placeOf }: Pick<LineToTax, 'supply' | 'placeOf'>,
  facts: DecisionFacts,
): SuppliedAt {
  const soldAs = soldAsOf({ supply });
  const seller = sellerAs(soldAs, told.seller);
  const { where, foundBy } = supplyEnd({ ...told, seller }, soldAs, placeOf);
  if (taxedByOrigin(seller, where, told.date)) return at(seller, 'origin');
  if (crosses(facts) && supplyPlace(supply, facts) === 'home') return at(seller, 'beginning');
  const state = where.country === 'IN' ? registeredStateOf(where) : null;
  if (state === null || foundBy === 'no_address') return at(where, foundBy);
  return { country: 'IN', region: state.region, postalCode: null, foundBy: 'tax_registration' };
}

const at = (party: TaxParty, foundBy: PlaceGround): SuppliedAt => {
  const { country, region, postalCode } = party;
  return { country, region, postalCode, foundBy };
};
