import type { LocalDate } from '@quittance/calendar';
import { isZero, type Ground } from '../decision/decide.js';
import type { SupplyKind, TaxClass, TaxReason } from '../decision/decision.js';
import type { CertificateGround } from '../decision/exemption-kinds.js';
import type { DecisionFacts, SuppliedLine } from '../decision/facts.js';
import { crosses } from '../decision/place-of-supply.js';
import type { RegistrationsInForce } from '../decision/registrations.js';
import type { SupplyPlace } from '../calculation/pricing.js';
import { NOWHERE, type Exempt, type HeldTreaties } from './held-certificates.js';
import type { IndianSupply } from './india.js';
import type { Jurisdiction } from './jurisdiction-map.js';

/** What is known of a sale when a line of it is asked about. */
export interface SaleAndPlace {
  readonly place: readonly Jurisdiction[];
  /** Where the supply begins. */
  readonly home: readonly Jurisdiction[];
  /** Of India, within the state where it begins. */
  readonly homeSupply: IndianSupply | null;
  readonly date: LocalDate;
  readonly supply: IndianSupply | null;
  readonly exempt: Exempt;
  readonly treaties: HeldTreaties;
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

/** A rate of nothing abroad is no rate of its own: it says what the decision says. */
export function ownRateCounts(ground: Ground, own: string): boolean {
  // Who has to be registered first owes that state's tax, and not what somebody typed.
  if (ground.due) return !OF_NO_RATE.has(ground.ifMissing);
  return ground.yields && (!isZero(own.trim()) || ground.decision.reason === 'not_registered');
}

const OF_NO_RATE: ReadonlySet<string> = new Set(['import_value_unknown', 'registration_required']);

/**
 * By the rates of where the supply begins; of India those between states of what leaves it, and
 * those of the state of what is supplied there.
 */
export function atHomeOf(facts: SaleAndPlace, reason: TaxReason): SaleAndPlace {
  const place = facts.home;
  const { india } = facts.decision;
  const isAbroad = india?.ofResident === true && crosses(facts.decision);
  const leaves = reason === 'export_tax_paid' || isAbroad ? 'inter_state' : facts.homeSupply;
  const supply = place[0]?.code === 'IN' ? leaves : null;
  return { ...facts, place, exempt: NOWHERE, supply };
}

export function suppliedLine(
  { supply, taxClass, triangular, ofServices }: LineToTax,
  hasRate: boolean,
): SuppliedLine {
  return { kind: supply, taxClass, triangular, named: ofServices && hasRate };
}

/**
 * The ground of who is exempt where it goes, of tax that only the line knows, too. A certificate of
 * a kind is one of where the seller is known to charge.
 */
export function exemptInPlace(
  ground: Ground,
  { whole, ground: of }: Exempt,
): CertificateGround | null {
  if (!ground.due || !whole) return null;
  return of === 'exempt_customer' || (looksUp(ground) && ground.at === 'there') ? of : null;
}

/** Where nobody knows the place, or the seller may not charge there, no rate is looked for. */
export function looksUp(ground: Ground & { readonly due: true }): boolean {
  return ground.ifMissing === 'rate_missing';
}
