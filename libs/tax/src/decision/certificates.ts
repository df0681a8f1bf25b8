import type { SupplyKind, TaxReason } from './decision.js';
import { isTreatyKind, type ExemptionKind } from './exemption-kinds.js';
import type { DecisionFacts } from './facts.js';
import { law } from './law.js';
import { crosses, inUnion, supplyPlace } from './place-of-supply.js';

/**
 * Whether the taxes of a place are of a law that knows a kind of certificate.
 * @param place as documents name it: `DE`, `CA-BC`, `US-CA/Los Angeles`
 */
export function isKnownAt(kind: ExemptionKind, place: string | null): boolean {
  if (kind === 'other') return true;
  return isTreatyKind(kind) ? inUnion(place) : law.knowsCertificate(kind, place);
}

/**
 * On which ground a certificate under article 151 frees a supply; null where none does. What leaves
 * the Union is exported, and where the supply begins the seller has to be registered.
 */
export function groundOfTreaty(kind: SupplyKind | null, facts: DecisionFacts): TaxReason | null {
  const { seller, destination, charges, registeredAtDeparture, treaty } = facts;
  if (!charges || !inUnion(destination)) return null;
  const isHome = supplyPlace(kind, facts) === 'home';
  if (isHome && (!inUnion(seller) || !registeredAtDeparture)) return null;
  // The state of whoever buys certifies it (Regulation (EU) 282/2011, article 51).
  const held = treaty.there ?? (isHome ? treaty.home : null);
  if (held !== 'armed_forces') return held && (`exempt_${held}` as const);
  if (crosses(facts)) return 'exempt_armed_forces_abroad';
  // Letter (c) is of supplies within a state that is a party to the treaty itself.
  return law.isOutsideTheTreaty(destination) ? null : 'exempt_armed_forces';
}
