import type { LocalDate } from '@quittance/calendar';
import { isZero, type Ground } from '../decision/decide.js';
import type { SupplyKind, TaxClass } from '../decision/decision.js';
import type { DecisionFacts, SuppliedLine } from '../decision/facts.js';
import type { RegistrationsInForce } from '../decision/registrations.js';
import type { SupplyPlace } from '../calculation/pricing.js';
import type { IndianSupply } from './india.js';
import type { Jurisdiction } from './jurisdiction-map.js';

/** What certificates of a customer free of tax at a place. */
export interface Exempt {
  readonly everywhere: boolean;
  /** All that has taxes at the place is covered. */
  readonly whole: boolean;
  readonly ids: readonly Jurisdiction[];
  readonly key: string;
  /** The number of the first that counts here; null where none does. */
  readonly certificate: string | null;
}

/** What is known of a sale when a line of it is asked about. */
export interface SaleAndPlace {
  readonly place: readonly Jurisdiction[];
  /** Where the supply begins. */
  readonly home: readonly Jurisdiction[];
  readonly date: LocalDate;
  readonly supply: IndianSupply | null;
  readonly exempt: Exempt;
  readonly decision: DecisionFacts;
  readonly registered: RegistrationsInForce;
}

/** A line as the book is asked about it. */
export interface LineToTax {
  readonly code: string | null;
  readonly supply: SupplyKind | null;
  readonly taxClass: TaxClass | null;
  /** The rate that came with it. */
  readonly own: string | null;
  readonly position: number;
  readonly triangular: boolean;
  /** Its code is one of services: a rate of it names them. */
  readonly ofServices: boolean;
  readonly placeOf: SupplyPlace | null;
}

/** What of a line decides about its taxes, its document being the same. */
export function nameOf({ code, own, supply, triangular, placeOf }: LineToTax): string {
  const where = placeOf ? JSON.stringify(placeOf) : '';
  return `${code ?? ''}|${own ?? ''}|${supply ?? ''}|${triangular}|${where}`;
}

export const NOWHERE: Exempt = {
  everywhere: false,
  whole: false,
  ids: [],
  key: '',
  certificate: null,
};

/** By a certificate that names no place. */
export function exemptEverywhere(certificate: string): Exempt {
  return { everywhere: true, whole: true, ids: [], key: '*', certificate };
}

/** A rate of nothing abroad is no rate of its own: it says what the decision says. */
export function ownRateCounts(ground: Ground, own: string, declared: boolean): boolean {
  // Who has to be registered first owes that state's tax, and not what somebody typed.
  if (ground.due) {
    const { ifMissing } = ground;
    if (ifMissing === 'import_value_unknown') return false;
    return !declared || ifMissing !== 'registration_required';
  }
  return ground.yields && (!isZero(own.trim()) || ground.decision.reason === 'not_registered');
}

/** By the rates of where the supply begins; of India, which it leaves, those between states. */
export function atHomeOf(facts: SaleAndPlace): SaleAndPlace {
  const place = facts.home;
  const supply = place[0]?.code === 'IN' ? 'inter_state' : null;
  return { ...facts, place, exempt: NOWHERE, supply };
}

export function suppliedLine(
  { supply, taxClass, triangular, ofServices }: LineToTax,
  hasRate: boolean,
): SuppliedLine {
  return { kind: supply, taxClass, triangular, named: ofServices && hasRate };
}

/** Where nobody knows the place, or the seller may not charge there, no rate is looked for. */
export function looksUp(ground: Ground & { readonly due: true }): boolean {
  return ground.ifMissing === 'rate_missing';
}
