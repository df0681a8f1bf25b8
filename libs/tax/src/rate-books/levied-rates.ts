import { normalRegion } from '../addresses/regions.js';
import type { LocalDate } from '@quittance/calendar';
import type { SellingParty, TaxPlace, TaxKind } from '../calculation/pricing.js';
import type { AppliedRate } from '../calculation/tax-chain.js';
import type { SupplyKind, TaxDecision } from '../decision/decision.js';
import { law } from '../decision/law.js';
import { taxesByOrigin } from '../decision/options.js';
import { supplyPlace } from '../decision/place-of-supply.js';
import type { RegistrationsInForce } from '../decision/registrations.js';
import type { SaleAndPlace } from './asked-line.js';
import type { Jurisdiction } from './jurisdiction-map.js';

const KIND_OF_REASON: Partial<Record<TaxDecision['reason'], TaxKind>> = {
  exempt_customer: 'exempt',
  reverse_charge: 'reverse_charge',
  intra_community: 'intra_community',
  export: 'export',
  service_abroad: 'outside_scope',
  small_business: 'exempt',
  exempt_code: 'exempt',
  exempt_hospital: 'exempt',
  exempt_medical: 'exempt',
  exempt_education: 'exempt',
  exempt_sport: 'exempt',
  exempt_culture: 'exempt',
  exempt_insurance: 'exempt',
  exempt_credit: 'exempt',
  exempt_payments: 'exempt',
  exempt_letting: 'exempt',
  margin_second_hand: 'exempt',
  margin_art: 'exempt',
  margin_antiques: 'exempt',
  margin_travel: 'exempt',
  composition: 'exempt',
  triangulation: 'reverse_charge',
  foreign_reverse_charge: 'reverse_charge',
  domestic_reverse_charge: 'reverse_charge',
  out_of_scope: 'outside_scope',
  sez_undertaking: 'zero',
};

/** The tax of nothing that shows what a line without tax comes to; none where no tax is charged. */
export function nothingDue(
  { category, reason }: TaxDecision,
  place: readonly Jurisdiction[],
  certificate: string | null = null,
): readonly AppliedRate[] {
  const kind = category === 'K' ? 'intra_community' : KIND_OF_REASON[reason];
  if (kind === undefined) return [];
  const jurisdiction = kind === 'exempt' ? (place[0]?.label ?? null) : null;
  const free = { jurisdiction, kind, rate: '0', compound: false } as const;
  return [reason === 'exempt_customer' && certificate !== null ? { ...free, certificate } : free];
}

/**
 * Whose law exempts: that of where it is supplied; under a margin scheme, or as a small business,
 * that of where it begins (articles 284 and 333).
 */
export function exemptedAt(
  { reason }: TaxDecision,
  kind: SupplyKind | null,
  { place, home, decision }: Pick<SaleAndPlace, 'place' | 'home' | 'decision'>,
): readonly Jurisdiction[] {
  if (reason === 'exempt_customer') return place;
  const isOwn = reason.startsWith('margin_') || supplyPlace(kind, decision) === 'home';
  return isOwn ? home : place;
}

export function exemptAt(jurisdiction: string, certificate: string | null): AppliedRate {
  const free = { jurisdiction, kind: 'exempt', rate: '0', compound: false } as const;
  return certificate === null ? free : { ...free, certificate };
}

/** States that tax what is sold within them where it comes from. */
export function taxedByOrigin(
  seller: SellingParty,
  { country, region }: TaxPlace,
  date: LocalDate,
): boolean {
  if (country !== 'US' || seller.country !== 'US') return false;
  const state = normalRegion('US', region);
  return (
    state === normalRegion('US', seller.region) && taxesByOrigin(seller.taxOptions, state, date)
  );
}

/** Provinces with a tax of their own levy it from those alone who are registered for it. */
export function isLevied(
  { level, label, code }: Jurisdiction,
  registered: RegistrationsInForce,
): boolean {
  if (!registered.declared || level !== 'state' || !label.startsWith('CA-')) return true;
  return !law.hasOwnTax(code) || registered.hasRegion('CA', code);
}
