import type { LocalDate } from '@quittance/calendar';
import { checkedVatIdCountry, isEuMember } from '@quittance/registrations';
import { isState, taxesByRegion } from '../addresses/regions.js';
import type { BuyingParty, PricingRequest, TaxParty } from '../calculation/pricing.js';
import type { DecisionFacts, IndianFacts } from '../decision/facts.js';
import { RegistrationsInForce } from '../decision/registrations.js';
import {
  isNorthernIrishId,
  NORTHERN_IRELAND,
  territoryOf,
  wayOfGoods,
  type Territory,
} from '../decision/territories.js';
import { indianSupply, type IndianSupply } from './india.js';

/** The parties and the day of a document, without its lines. */
export type TaxedSale = Pick<PricingRequest, 'seller' | 'customer' | 'date'>;

/** A sale as the rate book finds it. */
interface FoundSale {
  readonly sale: TaxedSale;
  /** Where the supply ends. */
  readonly where: TaxParty;
  /** Where the customer is, whose id it is. */
  readonly arrival: TaxParty;
  readonly supply: IndianSupply | null;
  readonly exempt: DecisionFacts['exempt'];
  /** The set-up knows the state that the address lies in. */
  readonly isPlaced: boolean;
  /** The company has rates there, and some above nothing. */
  readonly chargesThere: boolean;
  readonly taxesThere: boolean;
  readonly hasRates: boolean;
  /** Countries with rates above nothing. */
  readonly taxedCountries: ReadonlySet<string>;
}

/** What is decided by, of goods and of all else, whose territories are not always the same. */
export interface SaleFacts {
  readonly decision: DecisionFacts;
  readonly goods: DecisionFacts;
  readonly registered: RegistrationsInForce;
}

/** What the decision about a sale depends on. Pure. */
export function saleFacts(found: FoundSale): SaleFacts {
  const { sale, where, arrival, supply, exempt, chargesThere } = found;
  const { seller, customer, date } = sale;
  const [from, to] = [territoryOf(seller), territoryOf(where)];
  const registered = new RegistrationsInForce(seller.registrations ?? [], date);
  const charges = registered.declared || seller.taxRegistration !== null || found.hasRates;
  const departure = departureOf(sale, registered, charges);
  const arrivalOf = (territory: string | null) => isRegisteredAt(territory, found, registered);
  // Services are supplied from the seat, wherever the goods beside them are shipped from.
  const seat = territoryOf(seatOf(seller)).code;
  const decision: DecisionFacts = {
    seat,
    seller: seat,
    charges,
    declared: registered.declared,
    registeredAtDeparture: departure(seat),
    registeredThere: arrivalOf(to.code),
    destination: to.code,
    placed: isPlaced(found, registered),
    chargesThere,
    smallBusiness: registered.isSmallBusinessAt(seat),
    oneStopShop: registered.has('oss_union'),
    nonUnionShop: registered.has('oss_non_union'),
    importShop: registered.has('ioss'),
    distanceSales: distanceSalesOf(sale),
    buyer: customer.buyerKind ?? null,
    buyerState: buyerStateOf(customer.taxRegistration, territoryOf(arrival)),
    buyerRegisteredThere: isTradingIn(to.code, customer),
    exempt,
    atPlace: where !== arrival,
    india: seat === 'IN' ? indianFacts(registered, supply) : null,
  };
  const [leave, arrive] = wayOfGoods(from, to);
  const goods: DecisionFacts = {
    ...decision,
    seller: leave,
    destination: arrive,
    registeredAtDeparture: departure(leave),
    registeredThere: arrivalOf(arrive),
    smallBusiness: registered.isSmallBusinessAt(leave),
  };
  return { decision, goods, registered };
}

/** The seat of a seller: where it ships from unless it says otherwise. */
export function seatOf(seller: TaxedSale['seller']): TaxParty {
  const { seat = seller.country } = seller;
  if (seat === seller.country) return seller;
  return { country: seat, region: null, postalCode: null, taxRegistration: null };
}

/** Whether the seller may charge where a supply begins; of the United States any state will do. */
function departureOf({ seller }: TaxedSale, registered: RegistrationsInForce, charges: boolean) {
  return (territory: string | null): boolean => {
    if (!registered.declared) return charges;
    if (territory === 'US') return registered.isIn('US');
    return registered.at(territory, seller.region) !== null;
  };
}

/** A registration of the whole of the United States is one where there are rates. */
function isRegisteredAt(
  territory: string | null,
  { where, taxesThere }: FoundSale,
  registered: RegistrationsInForce,
): boolean {
  if (!registered.declared) return taxesThere;
  const found = registered.at(territory, where.region);
  if (found === null) return false;
  return territory !== 'US' || (found.region ?? null) !== null || taxesThere;
}

/**
 * Whether the address tells where in its country the supply is, as far as its tax depends on it.
 */
function isPlaced(found: FoundSale, registered: RegistrationsInForce): boolean {
  const { seller, customer } = found.sale;
  const { country, region } = found.where;
  // What comes from abroad bears the same tax in all of India.
  if (country === 'IN') return seller.country !== 'IN' || indianSupply(seller, customer) !== null;
  if (!taxesByRegion(country) || isState(country, region) || found.isPlaced) return true;
  if (country === seller.country) return false;
  return registered.declared ? !registered.isIn(country) : !found.taxedCountries.has(country ?? '');
}

function distanceSalesOf({ seller, date }: TaxedSale): DecisionFacts['distanceSales'] {
  return seller.distanceSales?.find(({ year }) => year === yearOf(date))?.status ?? null;
}

function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4));
}

/**
 * A customer who trades in the country the supply ends in. Only ids of the Union can be checked: of
 * other countries any number of a customer there counts.
 */
function isTradingIn(
  territory: string | null,
  { country, taxRegistration }: Pick<BuyingParty, 'country' | 'taxRegistration'>,
): boolean {
  if (taxRegistration === null || territory === null) return false;
  const state = checkedVatIdCountry(taxRegistration);
  return state === null ? country === territory && !isEuMember(territory) : state === territory;
}

function indianFacts(registered: RegistrationsInForce, supply: IndianSupply | null): IndianFacts {
  const { undertaking } = registered;
  const composition = registered.has('composition');
  return { undertaking, composition, local: supply !== null && supply !== 'inter_state' };
}

/** What an id says where its own state's tax does not hold: nothing. */
function buyerStateOf(registration: string | null, { outlying }: Territory): string | null {
  if (isNorthernIrishId(registration)) return NORTHERN_IRELAND;
  const state = checkedVatIdCountry(registration);
  return state === outlying ? null : state;
}
