import {
  gstStateOfNumber,
  gstStateOfRegion,
  isGstin,
  normalTaxId,
  type GstState,
} from '@quittance/registrations';
import type { SellingParty, TaxKind, TaxParty } from '../calculation/pricing.js';

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/;

/** Which of India's taxes is charged: within a state or union territory, or across them. */
export type IndianSupply = 'intra_state' | 'intra_territory' | 'inter_state';

/**
 * The state of a party's registration, as far as it is believed: a number with a wrong check digit
 * is believed less than the address, but more than nothing.
 */
export function registeredStateOf(party: TaxParty): GstState | null {
  const registration = normalTaxId(party.taxRegistration ?? '');
  const state = GSTIN.test(registration) ? gstStateOfNumber(registration) : null;
  if (state === null || isGstin(registration)) return state;
  return addressedState(party) === null ? state : null;
}

const addressedState = ({ country, region }: TaxParty) =>
  country === 'IN' ? gstStateOfRegion(region) : null;

const placeOf = (party: TaxParty) => registeredStateOf(party) ?? addressedState(party);

/**
 * A seller with registrations in several states sells under that of the state it supplies from, if
 * it has one there.
 */
export function registeredInState(seller: SellingParty): SellingParty {
  const state = seller.country === 'IN' ? gstStateOfRegion(seller.region) : null;
  if (state === null) return seller;
  const isThere = (number: string) => gstStateOfNumber(normalTaxId(number))?.code === state.code;
  const own = seller.registrations?.find(({ country, number }) => {
    return country === 'IN' && isThere(number);
  });
  return own && own.number !== seller.taxRegistration
    ? { ...seller, taxRegistration: own.number }
    : seller;
}

/**
 * The registration's state decides, else the address; null where they do not tell it. A customer
 * without a country is supplied where the seller is, and a seller abroad is in no state.
 */
export function indianSupply(seller: TaxParty, customer: TaxParty): IndianSupply | null {
  const from = placeOf(seller);
  if (from === null) return seller.country === 'IN' ? null : 'inter_state';
  const to = placeOf(customer) ?? (customer.country === null ? from : null);
  if (to === null) return null;
  if (from !== to) return 'inter_state';
  return from.isUnionTerritory ? 'intra_territory' : 'intra_state';
}

/** Whether a rate of this kind is charged on such a supply. */
export function chargedOn(kind: TaxKind, supply: IndianSupply | null): boolean {
  if (kind === 'gst_igst') return supply === null || supply === 'inter_state';
  if (kind === 'gst_cgst' || kind === 'gst_sgst') return supply !== 'inter_state';
  return true;
}

/** In a union territory without legislature the territory's tax takes the place of the state's. */
export function chargedAs(kind: TaxKind, supply: IndianSupply | null): TaxKind {
  return kind === 'gst_sgst' && supply === 'intra_territory' ? 'gst_utgst' : kind;
}
