import { isEuMember } from '@quittance/registrations';
import { law } from './law.js';
import type { DecisionFacts } from './facts.js';
import type { SupplyKind } from './decision.js';
import { NORTHERN_IRELAND } from './territories.js';

/** Northern Ireland is a member state for goods, and is named for goods alone. */
export function inUnion(territory: string | null): boolean {
  return territory === NORTHERN_IRELAND || isEuMember(territory);
}

type Way = Pick<DecisionFacts, 'seller' | 'destination'>;
type ChosenWay = Way & Pick<DecisionFacts, 'options'>;

/** Whether the supply ends in another territory of tax than it begins. */
export function crosses({ seller, destination }: Way): boolean {
  return seller !== null && destination !== null && destination !== seller;
}

/** What an intermediary does for somebody abroad, where the law places that at themselves. */
export function isAtIntermediary(kind: SupplyKind | null, way: ChosenWay): boolean {
  if (kind !== 'intermediary' || !crosses(way)) return false;
  return law.placesIntermediariesAtHome(way.seller) && way.options.intermediaries !== 'recipient';
}

/** Goods that leave the seller's territory of tax; of some countries services count too. */
export function isExport(kind: SupplyKind | null, way: ChosenWay): boolean {
  if (isAtIntermediary(kind, way)) return false;
  if (!crosses(way) || (inUnion(way.seller) && inUnion(way.destination))) return false;
  if (kind === 'goods') return true;
  return law.exportsServices(way.seller, kind);
}

/** Where these are supplied depends on where something is or happens, and never on who buys. */
const AT_A_PLACE: ReadonlySet<SupplyKind | null> = new Set<SupplyKind>([
  'immovable',
  'event',
  'restaurant',
  'passenger_transport',
  'vehicle_hire',
]);

/** Whether a line of this kind is supplied at a place of its own; see `AT_A_PLACE`. */
export function isAtAPlace(kind: SupplyKind | null): boolean {
  return AT_A_PLACE.has(kind);
}

/**
 * To consumers goods are carried where the way begins (articles 49 and 50), and intermediaries work
 * where what they arrange is supplied (article 46); a line that names no place has none of its own.
 */
export function isPlacedForConsumers(kind: SupplyKind | null): boolean {
  return kind === 'goods_transport' || kind === 'intermediary';
}

/** A service to a business of another member state: article 44 names the place of the buyer. */
export function isBusinessAbroad(kind: SupplyKind | null, facts: DecisionFacts): boolean {
  const { seller, buyerState, buyer } = facts;
  if (kind === 'goods' || isAtAPlace(kind) || buyer === 'consumer') return false;
  // Northern Ireland is a member state for goods alone.
  if (buyerState === null || buyerState === NORTHERN_IRELAND) return false;
  return inUnion(seller) && buyerState !== seller;
}

/** What consumers of other member states are taxed for at home, beyond the threshold of 59c. */
export function isUnionConsumerKind(kind: SupplyKind | null): boolean {
  return kind === 'goods' || kind === 'digital' || kind === 'virtual_event';
}

/** What counts towards that threshold. */
export function isThresholdKind(kind: SupplyKind | null): boolean {
  return kind === 'goods' || kind === 'digital';
}

/** Sold from one member state to a consumer of another; services to a business without its id too. */
export function isConsumerOfAnotherState(kind: SupplyKind | null, facts: DecisionFacts): boolean {
  const { seller, destination, buyerState, buyer } = facts;
  if (!isUnionConsumerKind(kind) || !crosses(facts)) return false;
  if (!inUnion(seller) || !inUnion(destination)) return false;
  // Goods to a business are no distance sale: without its id they are taxed where they leave.
  if (kind === 'goods' && buyer === 'business') return false;
  // An id of the state of departure makes no consumer: it is a sale of that state.
  return buyer === 'consumer' || buyerState === null;
}

/**
 * Whether a supply takes place where it ends or where it begins, as far as it crosses a border.
 * Within one territory both are the same, and it is said to be at home.
 */
export function supplyPlace(kind: SupplyKind | null, facts: DecisionFacts): 'there' | 'home' {
  if (!crosses(facts)) return 'home';
  if (isAtAPlace(kind)) return 'there';
  if (isAtIntermediary(kind, facts)) return 'home';
  if (facts.atPlace && isPlacedForConsumers(kind) && !isBusinessAbroad(kind, facts)) return 'there';
  const { seller, destination } = facts;
  if (inUnion(seller) && inUnion(destination)) return withinTheUnion(kind, facts);
  if (kind === 'goods') return 'home';
  const isConsumer = facts.buyer === 'consumer' || isUnprovenBody(facts);
  if (kind !== null && kind !== 'services' && !isPlacedForConsumers(kind)) return 'there';
  const taxesConsumers = inUnion(seller) || law.taxesConsumersAbroad(seller);
  return isConsumer && taxesConsumers ? 'home' : 'there';
}

/** Public bodies count as businesses with a number alone. */
function isUnprovenBody({ buyer, buyerState, buyerRegisteredThere }: DecisionFacts): boolean {
  return buyer === 'government' && buyerState === null && !buyerRegisteredThere;
}

function withinTheUnion(kind: SupplyKind | null, facts: DecisionFacts): 'there' | 'home' {
  if (isConsumerOfAnotherState(kind, facts)) {
    const { registeredThere, oneStopShop, distanceSales } = facts;
    // The threshold is of goods from the state of the seat, and of digital services alone.
    const isCounted = kind !== 'virtual_event' && facts.seller === facts.seat;
    const isThere = registeredThere || oneStopShop || !isCounted;
    return isThere || distanceSales === 'exceeded' || distanceSales === 'opted' ? 'there' : 'home';
  }
  return isBusinessAbroad(kind, facts) ? 'there' : 'home';
}
