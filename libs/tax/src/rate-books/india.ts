import { isGstin, normalTaxId } from '@quittance/kernel';
import type { TaxKind, TaxParty } from '../calculation/pricing.js';

/** State codes of GSTIN (first two digits) to the region part of ISO 3166-2:IN. */
const STATES: Readonly<Record<string, string>> = {
  '01': 'JK',
  '02': 'HP',
  '03': 'PB',
  '04': 'CH',
  '05': 'UK',
  '06': 'HR',
  '07': 'DL',
  '08': 'RJ',
  '09': 'UP',
  '10': 'BR',
  '11': 'SK',
  '12': 'AR',
  '13': 'NL',
  '14': 'MN',
  '15': 'MZ',
  '16': 'TR',
  '17': 'ML',
  '18': 'AS',
  '19': 'WB',
  '20': 'JH',
  '21': 'OD',
  '22': 'CG',
  '23': 'MP',
  '24': 'GJ',
  '26': 'DH',
  '27': 'MH',
  '29': 'KA',
  '30': 'GA',
  '31': 'LD',
  '32': 'KL',
  '33': 'TN',
  '34': 'PY',
  '35': 'AN',
  '36': 'TS',
  '37': 'AP',
  '38': 'LA',
};

/** ISO changed some codes in 2023; addresses still carry the old ones. */
const FORMER: Readonly<Record<string, string>> = { UT: 'UK', OR: 'OD', CT: 'CG', TG: 'TS' };

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/;

/** Which of India's taxes is charged: within a state, or across states. */
export type IndianSupply = 'intra_state' | 'inter_state';

/** A number with a wrong check digit is believed less than the address, but more than nothing. */
function stateOf(party: TaxParty): string | null {
  const registration = normalTaxId(party.taxRegistration ?? '');
  const registered = GSTIN.test(registration) ? (STATES[registration.slice(0, 2)] ?? null) : null;
  if (isGstin(registration)) return registered;
  if (party.country !== 'IN' || party.region === null) return registered;
  return FORMER[party.region] ?? party.region;
}

/**
 * The registration's state decides, else the address. A customer whose state is unknown is supplied
 * where the seller is (IGST Act, section 10); an unknown seller counts as another state.
 */
export function indianSupply(seller: TaxParty, customer: TaxParty): IndianSupply {
  const from = stateOf(seller);
  if (from === null) return 'inter_state';
  const to = stateOf(customer) ?? from;
  return from === to ? 'intra_state' : 'inter_state';
}

/** Whether a rate of this kind is charged on such a supply. */
export function chargedOn(kind: TaxKind, supply: IndianSupply | null): boolean {
  if (kind === 'gst_igst') return supply !== 'intra_state';
  if (kind === 'gst_cgst' || kind === 'gst_sgst') return supply !== 'inter_state';
  return true;
}
