import { isEuMember } from '@quittance/registrations';
import type { SupplyKind, TaxCategory, TaxDecision, TaxReason } from './decision.js';
import { NORTHERN_IRELAND } from './territories.js';

/** What the decision about the lines of a document depends on, besides what each of them sells. */
export interface DecisionFacts {
  /** The territory of tax the seller is in, or ships from: mostly the code of a country. */
  readonly seller: string | null;
  /**
   * Whether the seller charges tax anywhere: it has a registration, or rates of any place. One that
   * has neither charges none.
   */
  readonly charges: boolean;
  /** The territory the supply ends in; the seller's own for a customer without an address. */
  readonly destination: string | null;
  /** Whether it is known where in that country, as far as the tax depends on it. */
  readonly placed: boolean;
  /** Whether the company has rates of that place: those that are found are believed. */
  readonly chargesThere: boolean;
  /** Whether any of them is above nothing: then it is taken for registered there. */
  readonly taxesThere: boolean;
  /** The member state whose valid VAT id the customer has. */
  readonly buyerState: string | null;
  /** Certificates that free the customer: of all tax, of all where it goes, or of none. */
  readonly exempt: 'everywhere' | 'there' | null;
}

/**
 * Either nothing is due, and why, or the line is taxed by the rates of the place; where none is
 * found, `otherwise` holds, or the tax is not determined. `yields`: a rate that came with the line
 * is believed more.
 */
export type Ground =
  | { readonly due: false; readonly decision: TaxDecision; readonly yields: boolean }
  | {
      readonly due: true;
      readonly ifMissing: 'rate_missing' | 'registration_required' | 'place_unknown';
      readonly otherwise?: Ground;
    };

/**
 * Decides of a line, before any rate is looked at, whether it bears tax and on which ground it
 * bears none. Pure: no clock, no rate. See docs/decisions/0022-taxing-a-line.md for the order.
 */
export function decide(kind: SupplyKind | null, facts: DecisionFacts): Ground {
  const { exempt, chargesThere, taxesThere, charges } = facts;
  // One that is registered nowhere cannot hand the tax over, either.
  const toBusiness = charges ? betweenBusinesses(kind, facts) : null;
  if (toBusiness) return toBusiness;
  if (exempt === 'everywhere') return nothing('E', 'exempt_customer');
  // A rate of the country alone would be too little, and none at all too.
  if (charges && !facts.placed) return { due: true, ifMissing: 'place_unknown' };
  if (taxesThere) return { due: true, ifMissing: 'rate_missing' };
  const unrated = abroad(kind, facts) ?? atHome(facts);
  if (chargesThere) return { due: true, ifMissing: 'rate_missing', otherwise: unrated };
  // Whoever is exempt where it goes owes no tax that only the line knows, either.
  if (exempt === 'there') return nothing('E', 'exempt_customer');
  if (!charges) return nothing('O', 'not_registered', true);
  return unrated;
}

/** A valid VAT id of another member state: the customer accounts for the tax. */
function betweenBusinesses(
  kind: SupplyKind | null,
  { seller, destination, buyerState }: DecisionFacts,
): Ground | null {
  if (!inUnion(seller) || buyerState === null || buyerState === seller) return null;
  if (kind !== 'goods') {
    // Northern Ireland is a member state for goods alone.
    return buyerState === NORTHERN_IRELAND ? null : nothing('AE', 'reverse_charge');
  }
  // Goods that stay are taxed here, and those that leave the Union are exported.
  const arrives = destination === null || destination === seller ? null : destination;
  return inUnion(arrives) ? nothing('K', 'intra_community') : null;
}

/** Where nothing is charged at the destination: exports, services there, sales within the Union. */
function abroad(kind: SupplyKind | null, facts: DecisionFacts): Ground | null {
  const { seller, destination } = facts;
  if (seller === null || destination === null || destination === seller) return null;
  if (inUnion(seller) && inUnion(destination)) {
    return { due: true, ifMissing: 'registration_required' };
  }
  if (isExport(kind, facts)) return nothing('G', 'export', !inUnion(seller));
  return nothing('O', 'service_abroad', true);
}

/** Goods that leave the seller's territory of tax; of India services count as exported too. */
export function isExport(
  kind: SupplyKind | null,
  { seller, destination }: Pick<DecisionFacts, 'seller' | 'destination'>,
): boolean {
  if (seller === null || destination === null || destination === seller) return false;
  if (inUnion(seller) && inUnion(destination)) return false;
  return kind === 'goods' || seller === 'IN';
}

/**
 * The United States have no tax of the whole country: a state without rates is one without nexus.
 */
function atHome({ seller, destination }: DecisionFacts): Ground {
  if ((destination ?? seller) === 'US') return nothing('O', 'not_registered', true);
  return { due: true, ifMissing: 'rate_missing' };
}

/** Northern Ireland is a member state for goods, and is named for goods alone. */
function inUnion(territory: string | null): boolean {
  return territory === NORTHERN_IRELAND || isEuMember(territory);
}

function nothing(category: TaxCategory, reason: TaxReason, yields = false): Ground {
  return { due: false, decision: { category, reason }, yields };
}

const PASSED_ON: ReadonlySet<TaxReason> = new Set([
  'reverse_charge',
  'intra_community',
  'export',
  'service_abroad',
]);

/**
 * Whether it is crossing a border that frees the line of the seller's own tax, or leaves it open:
 * what the seller's law exempts is exempt before that.
 */
export function crossesBorder(ground: Ground): boolean {
  if (ground.due) return ground.ifMissing === 'registration_required';
  return PASSED_ON.has(ground.decision.reason);
}

/** A rate that was found in force, as far as the category depends on it. */
interface FoundRate {
  readonly kind: string;
  readonly rate: string;
}

/** What the rates of a place come to; at least one was found. */
export function decisionOfRates(
  rates: readonly FoundRate[],
  kind: SupplyKind | null,
  facts: DecisionFacts,
  isCustomerExempt: boolean,
): TaxDecision {
  if (rates.some(({ rate }) => !isZero(rate))) return { category: 'S', reason: 'taxed' };
  const bears = (name: string) => rates.some((each) => each.kind === name);
  if (bears('exempt')) {
    return { category: 'E', reason: isCustomerExempt ? 'exempt_customer' : 'exempt_code' };
  }
  if (bears('reverse_charge')) return { category: 'AE', reason: 'domestic_reverse_charge' };
  if (isExport(kind, facts)) return { category: 'G', reason: 'export' };
  return { category: 'Z', reason: 'zero_rate' };
}

/** What the rate comes to that came with a line. */
export function decisionOfOwnRate(rate: string): TaxDecision {
  return { category: isZero(rate) ? 'Z' : 'S', reason: 'line_rate' };
}

export function isZero(percent: string): boolean {
  return /^0*(?:\.0*)?$/.test(percent);
}
