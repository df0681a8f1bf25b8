import type { DecisionFacts, SuppliedLine } from './facts.js';
import { law } from './law.js';
import type { TaxReason } from './decision.js';
import {
  crosses,
  inUnion,
  isConsumerOfAnotherState,
  isThresholdKind,
  supplyPlace,
} from './place-of-supply.js';

/** What a decision rests on that nobody has said or checked, or that somebody should look at. */
export const TAX_WARNINGS = [
  /** The customer's number was checked by its form and check digits alone. */
  'id_not_checked_online',
  /** Goods to a business in another member state without an id of one: taxed (article 138(1)(b)). */
  'id_of_another_state_missing',
  /** Taken for below the threshold of article 59c, as the company says nothing of the year. */
  'distance_sales_unset',
  /** Nothing is charged at home, where the company has no registration. */
  'registration_missing',
  /** What crosses a border, of a company that names none: it is taken for registered at its seat. */
  'registration_presumed',
  /** A registration that would count begins later, or has ended. */
  'registration_begins_later',
  'registration_ended',
  /** Consumers of digital services are taxed where they live, by most countries. */
  'registration_abroad_possible',
  /** Small consignments to consumers are taxed by the seller there. */
  'import_registration_possible',
  /** Goods under the One-Stop-Shop for imports come to more than it takes. */
  'import_limit_exceeded',
  /** No exchange rate tells what they come to in euros. */
  'import_value_unknown',
  /** No source says that the state taxes this kind of service, nor that it does not. */
  'taxability_assumed',
  /** The customer has a certificate of a kind that the law of the place does not know. */
  'certificate_not_applied',
] as const;
export type TaxWarningCode = (typeof TAX_WARNINGS)[number];

/** Something beside a decision that changes nothing of it. */
export interface TaxWarning {
  readonly code: TaxWarningCode;
  /** A sentence for staff; it names no customer and no number. */
  readonly detail: string;
}

export const NO_WARNINGS: readonly TaxWarning[] = [];

/** What a rule says of a line that was decided on a ground, if anything. */
type Check = (facts: DecisionFacts, line: SuppliedLine, reason: TaxReason) => TaxWarning | null;

const CHECKS: readonly Check[] = [
  idNotChecked,
  idMissing,
  salesUnset,
  registrationMissing,
  registrationPresumed,
  registrationLapsed,
  registrationAbroad,
  importRegistration,
  importLimit,
  taxabilityAssumed,
  certificateNotApplied,
];

/** What is to be said beside the decision of a line. Pure. */
export function warningsBeside(
  line: SuppliedLine,
  facts: DecisionFacts,
  reason: TaxReason,
): readonly TaxWarning[] {
  const found = CHECKS.flatMap((check) => check(facts, line, reason) ?? []);
  return found.length === 0 ? NO_WARNINGS : found;
}

const BY_ID: ReadonlySet<TaxReason> = new Set([
  'reverse_charge',
  'intra_community',
  'triangulation',
  'foreign_reverse_charge',
  'domestic_reverse_charge',
]);

/** Implementing Regulation (EU) 282/2011, articles 18 and 20: the seller confirms the id. */
function idNotChecked({ destination }: DecisionFacts, _: SuppliedLine, reason: TaxReason) {
  if (!BY_ID.has(reason) || (reason !== 'reverse_charge' && !inUnion(destination))) return null;
  return warning(
    'id_not_checked_online',
    'This rests on the customer’s tax id, which was checked by its form alone and not online.',
  );
}

function idMissing(facts: DecisionFacts, { kind }: SuppliedLine, reason: TaxReason) {
  const { seller, destination, buyer, buyerState } = facts;
  if (kind !== 'goods' || !crosses(facts) || !inUnion(seller) || !inUnion(destination)) return null;
  if (reason !== 'taxed' && reason !== 'one_stop_shop') return null;
  const isBusiness = buyerState === seller || (buyer !== null && buyer !== 'consumer');
  if (!isBusiness || buyer === 'consumer') return null;
  return warning(
    'id_of_another_state_missing',
    `Taxed because the customer has no id of a member state other than ${seller}.`,
  );
}

function isTaxedAtHome(facts: DecisionFacts, { kind }: SuppliedLine, reason: TaxReason): boolean {
  if (reason !== 'taxed') return false;
  return isConsumerOfAnotherState(kind, facts) && supplyPlace(kind, facts) === 'home';
}

function salesUnset(facts: DecisionFacts, line: SuppliedLine, reason: TaxReason) {
  if (facts.distanceSales !== null || !isThresholdKind(line.kind)) return null;
  if (!isTaxedAtHome(facts, line, reason)) return null;
  return warning(
    'distance_sales_unset',
    'The company does not say whether its distance sales of the year exceed the threshold of ' +
      'article 59c: they are taken to be below it. GET /reports/distance-sales counts them.',
  );
}

function registrationMissing(facts: DecisionFacts, _: SuppliedLine, reason: TaxReason) {
  const { seat, destination, registeredAtDeparture } = facts;
  if (reason !== 'not_registered' || registeredAtDeparture || destination !== seat) return null;
  const where = seat === null ? 'its own country' : `${seat}, its own country`;
  return warning(
    'registration_missing',
    `Nothing is charged as the company names no registration in ${where}. One as a small ` +
      'business is said by its scheme.',
  );
}

function registrationPresumed(facts: DecisionFacts) {
  if (!facts.presumed || !crosses(facts)) return null;
  return warning(
    'registration_presumed',
    'The company names no registration: it is taken for registered in ' +
      `${facts.seat}, and nowhere else.`,
  );
}

/** Where a registration would have changed what is charged. */
function registrationLapsed(facts: DecisionFacts, line: SuppliedLine, reason: TaxReason) {
  const { lapsed } = facts;
  const isOpen = reason === 'not_registered' || reason === 'registration_required';
  if (lapsed === null || (!isOpen && !isTaxedAtHome(facts, line, reason))) return null;
  const { country, scheme, begins, ended } = lapsed;
  const what = `The registration in ${country} (${scheme})`;
  if (begins !== null) {
    return warning('registration_begins_later', `${what} begins on ${begins}, after this day.`);
  }
  return warning('registration_ended', `${what} ended on ${ended}, before this day.`);
}

function registrationAbroad(facts: DecisionFacts, { kind }: SuppliedLine, reason: TaxReason) {
  if (reason !== 'service_abroad' || facts.buyer !== 'consumer') return null;
  if (kind !== 'digital' && kind !== 'virtual_event') return null;
  return warning(
    'registration_abroad_possible',
    `${facts.destination} may ask for a registration of who sells this to consumers there.`,
  );
}

function importRegistration(facts: DecisionFacts, { kind }: SuppliedLine, reason: TaxReason) {
  if (reason !== 'export' || kind !== 'goods' || facts.buyer !== 'consumer') return null;
  const limit = law.taxesImports(facts.destination);
  if (!limit) return null;
  return warning(
    'import_registration_possible',
    `Consignments to consumers of up to ${limit.currency} ${limit.upTo} are taxed by who sells ` +
      `them to ${limit.country}, under a registration there.`,
  );
}

function importLimit(facts: DecisionFacts, { kind }: SuppliedLine, reason: TaxReason) {
  const { seller, destination, importShop, registeredThere, consignment } = facts;
  if (kind !== 'goods' || !importShop || registeredThere || consignment === 'within') return null;
  if (inUnion(seller) || !inUnion(destination)) return null;
  if (reason === 'import_value_unknown') {
    return warning(
      'import_value_unknown',
      'No exchange rate of the company leads to EUR, in which the limit of imports under the ' +
        'One-Stop-Shop is set.',
    );
  }
  if (consignment !== 'above') return null;
  return warning(
    'import_limit_exceeded',
    'The goods come to more than a consignment under the One-Stop-Shop for imports may be worth: ' +
      'whoever imports them owes the tax.',
  );
}

function taxabilityAssumed(facts: DecisionFacts, _: SuppliedLine, reason: TaxReason) {
  const { destination, registeredThere, state } = facts;
  if (destination !== 'US' || !registeredThere) return null;
  if (reason !== 'untaxed_service' && reason !== 'service_abroad') return null;
  return warning(
    'taxability_assumed',
    `Taken for untaxed, as no source names this kind of service in ${state ?? 'the state'}: a ` +
      'rate for its tax code there says otherwise.',
  );
}

const TAXED: ReadonlySet<TaxReason> = new Set([
  'taxed',
  'line_rate',
  'one_stop_shop',
  'import_one_stop_shop',
]);

function certificateNotApplied(facts: DecisionFacts, _: SuppliedLine, reason: TaxReason) {
  const kind = facts.treaty.there ?? facts.idle;
  if (kind === null || !TAXED.has(reason)) return null;
  return warning(
    'certificate_not_applied',
    `The customer has a certificate of the kind “${kind}”, which frees of no tax that is due here.`,
  );
}

function warning(code: TaxWarningCode, detail: string): TaxWarning {
  return { code, detail };
}
