import {
  gstStateOfNumber,
  gstStateOfRegion,
  isGstin,
  normalTaxId,
  type GstState,
} from '@quittance/kernel';
import type { TaxKind, TaxParty } from '../calculation/pricing.js';

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/;

/** Which of India's taxes is charged: within a state or union territory, or across them. */
export type IndianSupply = 'intra_state' | 'intra_territory' | 'inter_state';

interface Place {
  /** Of a state that is known; else what the address says. */
  readonly region: string;
  readonly state: GstState | null;
}

/** A number with a wrong check digit is believed less than the address, but more than nothing. */
function placeOf(party: TaxParty): Place | null {
  const registration = normalTaxId(party.taxRegistration ?? '');
  const state = GSTIN.test(registration) ? gstStateOfNumber(registration) : null;
  const registered = state && { region: state.region, state };
  if (isGstin(registration)) return registered;
  if (party.country !== 'IN' || party.region === null) return registered;
  const addressed = gstStateOfRegion(party.region);
  return { region: addressed?.region ?? party.region, state: addressed };
}

/**
 * The registration's state decides, else the address. A customer whose state is unknown is supplied
 * where the seller is (IGST Act, section 10); an unknown seller counts as another state.
 */
export function indianSupply(seller: TaxParty, customer: TaxParty): IndianSupply {
  const from = placeOf(seller);
  if (from === null) return 'inter_state';
  const to = placeOf(customer) ?? from;
  if (from.region !== to.region) return 'inter_state';
  return from.state?.isUnionTerritory ? 'intra_territory' : 'intra_state';
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
