import { groundOfTreaty } from './certificates.js';
import { law } from './law.js';
import type { DecisionFacts, SuppliedLine } from './facts.js';
import {
  crosses,
  inUnion,
  isBusinessAbroad,
  isConsumerOfAnotherState,
  isExport,
  isUnionConsumerKind,
  supplyPlace,
} from './place-of-supply.js';
import {
  isExemption,
  type SupplyKind,
  type TaxCategory,
  type TaxDecision,
  type TaxReason,
} from './decision.js';

/** Where nothing is charged, and on which ground. */
interface NotDue {
  readonly due: false;
  readonly decision: TaxDecision;
  /** A rate that came with the line is believed more. */
  readonly yields: boolean;
}

/** Taxed by the rates of a place; where none is found it is not determined. */
interface Due {
  readonly due: true;
  /** Whose rates: those of where the supply ends, or of where it begins. */
  readonly at: 'there' | 'home';
  readonly reason: TaxReason;
  readonly ifMissing:
    | 'rate_missing'
    | 'registration_required'
    | 'place_unknown'
    | 'import_value_unknown';
}

export type Ground = NotDue | Due;

type Rule = (facts: DecisionFacts, line: SuppliedLine) => Ground | null;

/**
 * The rules in their order: the first that answers ends the decision, and no later one repairs what
 * an earlier one said. See docs/decisions/0022-taxing-a-line.md.
 */
const RULES: readonly (readonly [string, Rule])[] = [
  ['composition', composition],
  ['small_business', smallBusiness],
  ['class', byClass],
  ['article_151', byTreaty],
  ['triangulation', triangulation],
  ['export', exported],
  ['intra_community', intraCommunity],
  ['reverse_charge', reverseCharge],
  ['foreign_reverse_charge', foreignReverseCharge],
  ['domestic_reverse_charge', domesticReverseCharge],
  ['special_economic_zone', specialZone],
  ['exempt_customer', ({ exempt }) => (exempt === 'everywhere' ? EXEMPT_CUSTOMER : null)],
  ['place_unknown', placeUnknown],
  ['untaxed_service', untaxedService],
  ['one_stop_shop', oneStopShop],
  ['taxed_at_home', taxedAtHome],
  ['registered_there', registeredThere],
  ['exempt_there', ({ exempt }) => (exempt === 'there' ? EXEMPT_CUSTOMER : null)],
  ['not_registered', ({ charges }) => (charges ? null : NOT_REGISTERED)],
  ['abroad', (facts, { kind }) => abroad(kind, facts)],
  ['at_home', () => NOT_REGISTERED],
];

/** One rule that was tried, and whether it ended the decision. */
export interface DecisionStep {
  readonly rule: string;
  readonly answered: boolean;
  /** What of the company’s own options the rule went by; absent where it says nothing of it. */
  readonly option?: string;
}

/**
 * Decides of a line, before any rate is looked at, whether it bears tax and on which ground it
 * bears none. Pure: no clock, no rate.
 */
export function decide(line: SuppliedLine, facts: DecisionFacts): Ground {
  for (const [, rule] of RULES) {
    const ground = rule(facts, line);
    if (ground) return ground;
  }
  return due('there', 'rate_missing');
}

const OPTIONS_OF: Readonly<Record<string, (facts: DecisionFacts) => string | null>> = {
  small_business: ({ smallBusiness, options }) =>
    smallBusiness ? `smallBusinessExports: ${options.smallBusinessExports}` : null,
  triangulation: ({ options }) => `triangulation: ${options.triangulation}`,
  export: ({ india, options }) =>
    india && options.intermediaries && `intermediaries: ${options.intermediaries}`,
  foreign_reverse_charge: ({ options, destination }) =>
    options.buyerOwes && `buyerOwes: ${destination} ${options.buyerOwes}`,
};

/** The rules that were tried of a line, the one that answered last. Pure. */
export function decisionSteps(line: SuppliedLine, facts: DecisionFacts): DecisionStep[] {
  const steps: DecisionStep[] = [];
  for (const [rule, answer] of RULES) {
    const answered = answer(facts, line) !== null;
    const option = OPTIONS_OF[rule]?.(facts) ?? null;
    steps.push({ rule, answered, ...(option !== null && { option }) });
    if (answered) return steps;
  }
  return steps;
}

function nothing(category: TaxCategory, reason: TaxReason, yields = false): NotDue {
  return { due: false, decision: { category, reason }, yields };
}

function due(at: Due['at'], ifMissing: Due['ifMissing'], reason: TaxReason = 'taxed'): Due {
  return { due: true, at, reason, ifMissing };
}

const EXEMPT_CUSTOMER = nothing('E', 'exempt_customer');
const NOT_REGISTERED = nothing('O', 'not_registered', true);
const MUST_REGISTER = due('there', 'registration_required');

/** India, CGST Act, section 10: a bill of supply, and nothing between states. */
function composition({ india }: DecisionFacts): Ground | null {
  if (!india?.composition) return null;
  return india.local ? nothing('E', 'composition') : MUST_REGISTER;
}

/** Of its own place alone, but before the sale within the Union (articles 139 and 284). */
function smallBusiness(facts: DecisionFacts, { kind }: SuppliedLine): Ground | null {
  if (!facts.smallBusiness || supplyPlace(kind, facts) === 'there') return null;
  const exports = facts.options.smallBusinessExports === 'export' && !facts.registeredThere;
  if (exports && isExport(kind, facts)) return nothing('G', 'export', !inUnion(facts.seller));
  return nothing('E', 'small_business');
}

function byClass(facts: DecisionFacts, { kind, taxClass }: SuppliedLine): Ground | null {
  if (taxClass === null || taxClass === 'domestic_reverse_charge') return null;
  if (taxClass === 'exempt') return nothing('E', 'exempt_code');
  if (isExemption(taxClass)) return nothing('E', taxClass);
  if (taxClass === 'out_of_scope') return nothing('O', 'out_of_scope');
  // What leaves the Union is exported under the margin scheme as well (article 321).
  return isExport(kind, facts) ? null : nothing('E', taxClass);
}

/** Whoever has a certificate under article 151, before it matters where goods go and who owes. */
function byTreaty(facts: DecisionFacts, { kind }: SuppliedLine): Ground | null {
  const reason = groundOfTreaty(kind, facts);
  return reason && nothing('E', reason);
}

/** Goods go from one member state to another, and the seller is in neither (article 141). */
function triangulation(facts: DecisionFacts, { kind, triangular }: SuppliedLine): Ground | null {
  const { seat, seller, destination, buyerState } = facts;
  if (!triangular || kind !== 'goods' || !inUnion(seat) || seat === seller) return null;
  if (!inUnion(seller) || !crosses(facts) || destination === seat) return null;
  if (buyerState !== destination) return null;
  // Practice differs in the category, not in who owes the tax and in the words.
  const isSupply = facts.options.triangulation === 'intra_community';
  return nothing(isSupply ? 'K' : 'AE', 'triangulation');
}

/**
 * Goods that leave the territory of the tax; of some countries services too, from India to whoever
 * is abroad alone (IGST Act, section 2(6)): what takes place abroad for somebody at home is a
 * supply between states (7(5)(a)).
 */
function exported(facts: DecisionFacts, { kind }: SuppliedLine): Ground | null {
  if (!facts.charges || !isExport(kind, facts)) return null;
  // Who is registered there too is taken to import and to sell there.
  if (!facts.placed || facts.registeredThere || !facts.registeredAtDeparture) return null;
  if (kind !== 'goods' && facts.india?.ofResident) return due('home', 'rate_missing');
  if (facts.india?.undertaking === false) return due('home', 'rate_missing', 'export_tax_paid');
  return nothing('G', 'export', !inUnion(facts.seller));
}

/** Goods to the holder of an id of a member state other than that of departure (article 138). */
function intraCommunity(facts: DecisionFacts, { kind }: SuppliedLine): Ground | null {
  const { seller, destination, buyerState } = facts;
  if (kind !== 'goods' || !inUnion(seller) || !inUnion(destination) || !crosses(facts)) return null;
  if (buyerState === null || buyerState === seller || !facts.charges) return null;
  if (facts.buyer === 'consumer' || !facts.registeredAtDeparture) return null;
  return nothing('K', 'intra_community');
}

/** A service to a business of another member state, which accounts for the tax (article 196). */
function reverseCharge(facts: DecisionFacts, { kind }: SuppliedLine): Ground | null {
  if (!facts.charges || !isBusinessAbroad(kind, facts)) return null;
  return nothing('AE', 'reverse_charge');
}

/** Supplied where the seller is not registered, to a business that is (article 194). */
function foreignReverseCharge(facts: DecisionFacts, { kind }: SuppliedLine): Ground | null {
  const { seat, destination, charges, registeredThere, buyerRegisteredThere, buyer } = facts;
  if (!charges || registeredThere || !buyerRegisteredThere || buyer === 'consumer') return null;
  if (!inUnion(seat) || !inUnion(destination) || seat === destination) return null;
  // Goods on their way from one state to another are no supply of the state they come to.
  if (kind === 'goods' && crosses(facts)) return null;
  if (!law.buyerOwes(destination, kind, facts.options.buyerOwes)) return null;
  return nothing('AE', 'foreign_reverse_charge');
}

/** Between businesses of one country (articles 199 to 199b). */
function domesticReverseCharge(facts: DecisionFacts, line: SuppliedLine): Ground | null {
  if (line.taxClass !== 'domestic_reverse_charge' || crosses(facts)) return null;
  if (!facts.buyerRegisteredThere || facts.buyer === 'consumer') return null;
  return nothing('AE', 'domestic_reverse_charge');
}

/** India, IGST Act, section 16(1)(b): a supply between states, whatever the addresses say. */
function specialZone({ buyer, india, destination }: DecisionFacts) {
  if (buyer !== 'sez_unit' || !india || destination !== 'IN') return null;
  if (india.undertaking) return nothing('Z', 'sez_undertaking');
  return due('there', 'rate_missing', 'sez_tax_paid');
}

/** A rate of the country alone would be too little, and none at all too. */
function placeUnknown({ charges, placed }: DecisionFacts): Ground | null {
  return charges && !placed ? due('there', 'place_unknown') : null;
}

/**
 * States of the United States tax goods, and of services those that they name. A rate for a code of
 * services says that the state names it.
 */
function untaxedService(facts: DecisionFacts, { kind, named }: SuppliedLine): Ground | null {
  const { destination, state, registeredThere } = facts;
  if (destination !== 'US' || named || law.taxesService(state, kind)) return null;
  if (!registeredThere) return null;
  return nothing('O', crosses(facts) ? 'service_abroad' : 'untaxed_service', true);
}

/** To consumers of another member state, at their rate (articles 33 and 58). */
function oneStopShop(facts: DecisionFacts, { kind }: SuppliedLine): Ground | null {
  const { seller, destination, registeredThere } = facts;
  if (registeredThere || !inUnion(destination) || !isUnionConsumerKind(kind)) return null;
  if (inUnion(seller)) {
    return facts.oneStopShop && isConsumerOfAnotherState(kind, facts)
      ? due('there', 'rate_missing', 'one_stop_shop')
      : null;
  }
  const isBusiness = facts.buyerState !== null && facts.buyer !== 'consumer';
  if (isBusiness) return null;
  if (kind === 'goods') return importShop(facts);
  return facts.nonUnionShop ? due('there', 'rate_missing', 'one_stop_shop') : null;
}

/** Consignments of up to a limit (article 369l); of others whoever imports owes the tax. */
function importShop({ importShop: isRegistered, consignment }: DecisionFacts): Ground | null {
  if (!isRegistered || consignment === 'above') return null;
  if (consignment === 'unknown') return due('there', 'import_value_unknown');
  return due('there', 'rate_missing', 'import_one_stop_shop');
}

/** What goes abroad, but is taxed where it begins: below the threshold, and most for consumers. */
function taxedAtHome(facts: DecisionFacts, { kind }: SuppliedLine): Ground | null {
  if (!facts.charges || !crosses(facts) || supplyPlace(kind, facts) === 'there') return null;
  if (isExport(kind, facts)) return null;
  if (facts.registeredAtDeparture) return due('home', 'rate_missing');
  return facts.seller === facts.seat ? NOT_REGISTERED : due('home', 'registration_required');
}

function registeredThere(facts: DecisionFacts): Ground | null {
  return facts.registeredThere ? due('there', 'rate_missing') : null;
}

/** Where nothing is charged at the destination: exports, services there, sales within the Union. */
function abroad(kind: SupplyKind | null, facts: DecisionFacts): Ground | null {
  const { seat, seller, destination } = facts;
  if (inUnion(seat) && inUnion(destination) && destination !== seat) return MUST_REGISTER;
  if (!crosses(facts)) return null;
  if (inUnion(seller) && inUnion(destination)) return MUST_REGISTER;
  if (kind === 'goods' && !facts.registeredAtDeparture) {
    return inUnion(seat) && inUnion(seller) && seller !== seat ? MUST_REGISTER : null;
  }
  if (isExport(kind, facts)) return nothing('G', 'export', !inUnion(seller));
  return nothing('O', 'service_abroad', true);
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

/** The taxes of places within the Union that are no value added tax of it. */
const OWN_TAX: Readonly<Record<string, TaxCategory>> = { 'ES-CN': 'L', 'ES-CE': 'M', 'ES-ML': 'M' };

/**
 * What the rates of a place come to; at least one was found.
 * @param certified the ground of a certificate that frees the customer of some of them
 */
export function decisionOfRates(
  rates: readonly FoundRate[],
  ground: Ground,
  kind: SupplyKind | null,
  facts: DecisionFacts,
  certified: TaxReason | null,
): TaxDecision {
  const { reason, at } = ground.due ? ground : { reason: 'taxed' as const, at: 'there' };
  if (rates.some(({ rate }) => !isZero(rate))) {
    const place = at === 'there' ? facts.destination : facts.seller;
    return { category: OWN_TAX[place ?? ''] ?? 'S', reason };
  }
  const bears = (name: string) => rates.some((each) => each.kind === name);
  if (bears('exempt')) return { category: 'E', reason: certified ?? 'exempt_code' };
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
