import { normalRegion } from '../addresses/regions.js';
import type { LocalDate } from '@quittance/calendar';
import { add, decimal, formatUnits, trimDecimal } from '@quittance/money';
import type { SellingParty, TaxPlace, TaxKind } from '../calculation/pricing.js';
import type { AppliedRate } from '../calculation/tax-chain.js';
import { isZero } from '../decision/decide.js';
import { TREATY_GROUNDS, type SupplyKind, type TaxDecision } from '../decision/decision.js';
import { law } from '../decision/law.js';
import { taxesByOrigin } from '../decision/options.js';
import { supplyPlace } from '../decision/place-of-supply.js';
import type { RegistrationsInForce } from '../decision/registrations.js';
import type { SaleAndPlace } from './asked-line.js';
import type { Jurisdiction } from './jurisdiction-map.js';

/** Whatever their ground. */
const KIND_OF_CATEGORY: Readonly<Record<string, TaxKind>> = { E: 'exempt', K: 'intra_community' };

const KIND_OF_REASON: Partial<Record<TaxDecision['reason'], TaxKind>> = {
  reverse_charge: 'reverse_charge',
  export: 'export',
  service_abroad: 'outside_scope',
  triangulation: 'reverse_charge',
  foreign_reverse_charge: 'reverse_charge',
  domestic_reverse_charge: 'reverse_charge',
  out_of_scope: 'outside_scope',
  sez_undertaking: 'zero',
};

type Certified = Pick<SaleAndPlace, 'exempt' | 'treaties'>;

const BY_TREATY: ReadonlySet<TaxDecision['reason']> = new Set(TREATY_GROUNDS);

/** The number of the certificate that a ground rests on; null of other grounds. */
function certificateOf(
  reason: TaxDecision['reason'],
  { exempt, treaties: { there, home } }: Certified,
): string | null {
  if (reason === exempt.ground) return exempt.certificate;
  return BY_TREATY.has(reason) ? ((there ?? home)?.certificate ?? null) : null;
}

/** The tax of nothing that shows what a line without tax comes to; none where no tax is charged. */
export function nothingDue(
  { category, reason }: TaxDecision,
  place: readonly Jurisdiction[],
  facts: Certified,
): readonly AppliedRate[] {
  const kind = KIND_OF_CATEGORY[category ?? ''] ?? KIND_OF_REASON[reason];
  if (kind === undefined) return [];
  const jurisdiction = kind === 'exempt' ? (place[0]?.label ?? null) : null;
  const free = { jurisdiction, kind, rate: '0', compound: false } as const;
  const certificate = certificateOf(reason, facts);
  return [certificate === null ? free : { ...free, certificate }];
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

export function exemptAt(jurisdiction: string, certificate: string): AppliedRate {
  return { jurisdiction, kind: 'exempt', rate: '0', compound: false, certificate };
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

/**
 * Canada's harmonized sales tax is one, of what the rates of the country and of the province come
 * to: it is rounded once, and printed as one. What a certificate frees of, or bears nothing, is
 * left apart.
 */
export function harmonized(rates: readonly AppliedRate[]): readonly AppliedRate[] {
  const [federal, own, ...others] = rates;
  if (!federal || !own || federal.jurisdiction !== 'CA') return rates;
  const { jurisdiction } = own;
  if (!jurisdiction?.startsWith('CA-') || !law.isHarmonized(jurisdiction.slice(3))) return rates;
  // A certificate leaves a rate of nothing.
  const isWhole = ({ compound, rate }: AppliedRate) => !compound && !isZero(rate);
  const isAlone = others.every((each) => each.jurisdiction !== jurisdiction && !each.compound);
  if (!isWhole(federal) || !isWhole(own) || !isAlone) return rates;
  const { units, scale } = add(decimal(federal.rate), decimal(own.rate));
  const rate = trimDecimal(formatUnits(units, scale));
  return [{ jurisdiction, kind: 'vat', rate, compound: false }, ...others];
}

/**
 * Provinces of Canada with a tax of their own levy it from those alone who are registered for it,
 * and a registration there is none for the tax of the country.
 */
export function isLevied(
  { level, label, code }: Jurisdiction,
  registered: RegistrationsInForce,
): boolean {
  if (!registered.any) return true;
  if (level === 'country') return code !== 'CA' || registered.hasCountry('CA', law.hasOwnTax);
  if (level !== 'state' || !label.startsWith('CA-')) return true;
  return !law.hasOwnTax(code) || registered.hasRegion('CA', code);
}
