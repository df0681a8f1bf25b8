import type { LocalDate } from '@quittance/calendar';
import type { TaxRegistration } from '@quittance/company';
import { checkedVatIdCountry, isEuMember } from '@quittance/registrations';
import { isState, normalRegion, taxesByRegion } from '../addresses/regions.js';
import type {
  BuyingParty,
  ShippedTo,
  PricingRequest,
  TaxPlace,
  SellingParty,
  TaxParty,
} from '../calculation/pricing.js';
import type { Consignment } from '../decision/import-limit.js';
import type { DecisionFacts, IndianFacts } from '../decision/facts.js';
import { optionFacts } from '../decision/options.js';
import { inUnion } from '../decision/place-of-supply.js';
import { RegistrationsInForce } from '../decision/registrations.js';
import {
  isNorthernIrishId,
  NORTHERN_IRELAND,
  territoryOf,
  wayOfGoods,
  type Territory,
} from '../decision/territories.js';
import type { Exempt, HeldTreaties } from './held-certificates.js';
import { registeredInState, type IndianSupply } from './india.js';

/** The parties and the day of a document, without its lines. */
export interface TaxedSale extends Pick<PricingRequest, 'seller' | 'customer' | 'date' | 'shipTo'> {
  readonly consignment?: Consignment;
}

/** Goods go where they are delivered; all else is supplied from the seat, to the customer. */
export type SoldAs = 'goods' | 'other';

/** A sale as the rate book finds it. */
interface FoundSale {
  readonly soldAs: SoldAs;
  readonly sale: TaxedSale;
  /** Where the supply ends. */
  readonly where: TaxParty;
  /** Where the customer is, whose id it is. */
  readonly arrival: TaxParty;
  /** The line says where it is supplied. */
  readonly atPlace: boolean;
  readonly supply: IndianSupply | null;
  readonly exempt: Exempt;
  readonly treaties: HeldTreaties;
  /** The set-up knows the state that the address lies in. */
  readonly isPlaced: boolean;
  /** The company has rates above nothing there. */
  readonly taxesThere: boolean;
  /** Countries that the company has rates of. */
  readonly ratedCountries: ReadonlySet<string>;
}

/** What is decided by: of goods and of all else the territories are not always the same. */
export interface SaleFacts {
  readonly decision: DecisionFacts;
  readonly registered: RegistrationsInForce;
}

/** What the decision about a sale depends on. Pure. */
export function saleFacts(found: FoundSale): SaleFacts {
  const { sale, where, arrival, exempt, treaties, atPlace } = found;
  const { seller, customer, date } = sale;
  const named = seller.registrations ?? [];
  const presumed = named.length === 0 ? presumedOf(found) : null;
  const registered = new RegistrationsInForce(named, date, presumed);
  const departure = departureOf(sale, registered);
  const seat = territoryOf(seatOf(seller)).code;
  const [begins, ends] = wayOf(found, seat);
  const decision: DecisionFacts = {
    seat,
    seller: begins,
    charges: registered.any,
    presumed: presumed !== null,
    registeredAtDeparture: departure(begins),
    registeredThere: isRegisteredAt(ends, found, registered),
    destination: ends,
    placed: isPlaced(found, registered),
    smallBusiness: registered.isSmallBusinessAt(begins),
    oneStopShop: registered.has('oss_union'),
    nonUnionShop: registered.has('oss_non_union'),
    importShop: registered.has('ioss'),
    consignment: sale.consignment ?? 'within',
    distanceSales: distanceSalesOf(sale),
    buyer: customer.buyerKind ?? null,
    buyerState: buyerStateOf(customer.taxRegistration, territoryOf(arrival)),
    buyerRegisteredThere: isTradingIn(territoryOf(where).code, customer),
    state: where.country === 'US' ? normalRegion('US', where.region) : null,
    exempt: exemptionOf(exempt),
    treaty: { there: treaties.there?.kind ?? null, home: treaties.home?.kind ?? null },
    idle: exempt.idle,
    atPlace,
    india: seat === 'IN' ? indianFacts(registered, found) : null,
    options: optionFacts(seller.taxOptions, ends, date),
    lapsed: registered.lapsedAt(ends, shopOf(found, begins, ends)),
  };
  return { decision, registered };
}

/**
 * A seller that names no registration says by its rates at home, or its number, that it charges
 * there. Rates of other countries may have come with a starter set and say nothing.
 */
function presumedOf({ sale, where, ratedCountries }: FoundSale): TaxRegistration | null {
  const { seller } = sale;
  // One that tells no seat either sells nothing across a border.
  const seat = seatOf(seller).country === null ? where : seatOf(seller);
  const { country } = seat;
  if (country === null) return null;
  const { code } = territoryOf({ country, postalCode: null });
  const hasRates = ratedCountries.has(country) || ratedCountries.has(code ?? country);
  if (!hasRates && seller.taxRegistration === null) return null;
  return { country, number: territoryOf(seat).goods === NORTHERN_IRELAND ? NORTHERN_IRELAND : '' };
}

/** One of a kind counts where the seller charges, as its rates do there, and decides nothing else. */
function exemptionOf({ everywhere, whole, ground }: Exempt): DecisionFacts['exempt'] {
  if (everywhere) return 'everywhere';
  return whole && ground === 'exempt_customer' ? 'there' : null;
}

/** The One-Stop-Shop that what goes from one territory to a member state could be declared under. */
function shopOf({ soldAs }: FoundSale, begins: string | null, ends: string | null) {
  if (begins === ends || !inUnion(ends)) return null;
  if (inUnion(begins)) return 'oss_union';
  return soldAs === 'goods' ? 'ioss' : 'oss_non_union';
}

/** The territories in which a supply begins and ends. */
function wayOf({ soldAs, sale, where }: FoundSale, seat: string | null) {
  const to = territoryOf(where);
  if (soldAs === 'goods') return wayOfGoods(territoryOf(sale.seller), to);
  return [seat, to.code] as const;
}

/** The seat of a seller: where it ships from unless it says otherwise. */
export function seatOf(seller: SellingParty): SellingParty {
  const { seat } = seller;
  if (!seat?.country || isSamePlace(seat, seller)) return seller;
  const { country, region, postalCode } = seat;
  return { ...seller, country, region, postalCode, city: null };
}

function isSamePlace(one: TaxPlace, other: TaxPlace): boolean {
  return (
    one.country === other.country &&
    one.region === other.region &&
    one.postalCode === other.postalCode
  );
}

/** The side that sells, as it sells this. */
export function sellerAs(soldAs: SoldAs, seller: SellingParty): SellingParty {
  return registeredInState(soldAs === 'goods' ? seller : seatOf(seller));
}

/**
 * Where goods are delivered, if not to the customer's address. A place that tells no more than the
 * name of a street or a city is none that a tax depends on.
 */
export function deliveredAt({ shipTo, customer }: TaxedSale): ShippedTo | null {
  if (!shipTo) return null;
  const { country, region, postalCode } = shipTo;
  if (country === null && region === null && postalCode === null) return null;
  return country === null ? { ...shipTo, country: customer.country } : shipTo;
}

/** Whether the seller may charge where a supply begins; of the United States any state will do. */
function departureOf({ seller }: TaxedSale, registered: RegistrationsInForce) {
  return (territory: string | null): boolean => {
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
  const found = registered.at(territory, where.region);
  if (found === null) return false;
  return territory !== 'US' || (found.region ?? null) !== null || taxesThere;
}

/**
 * Whether the address tells where in its country the supply is, as far as its tax depends on it.
 */
function isPlaced(found: FoundSale, registered: RegistrationsInForce): boolean {
  const { seller } = found.sale;
  const { country, region } = found.where;
  // What comes from abroad bears the same tax in all of India.
  if (country === 'IN') return seller.country !== 'IN' || found.supply !== null;
  if (!taxesByRegion(country) || isState(country, region) || found.isPlaced) return true;
  if (country === seller.country) return false;
  return !registered.isIn(country);
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

function indianFacts(registered: RegistrationsInForce, { supply, sale }: FoundSale): IndianFacts {
  const { undertaking } = registered;
  const composition = registered.has('composition');
  const local = supply !== null && supply !== 'inter_state';
  return { undertaking, composition, local, ofResident: sale.customer.country === 'IN' };
}

/**
 * A customer to whom articles 44 and 45 of the Directive see a business: within the Union by an id,
 * elsewhere by what is said. Of sellers in the Union; others have their own laws.
 */
export function isProvenBusiness({ seller, customer }: TaxedSale): boolean {
  const { country, taxRegistration: id, buyerKind = null } = customer;
  if (!inUnion(territoryOf(seatOf(seller)).code) || buyerKind === 'consumer') return false;
  if (checkedVatIdCountry(id) !== null) return true;
  if (country === null || inUnion(territoryOf(customer).code)) return false;
  return buyerKind !== 'government' || id !== null;
}

/** What an id says where its own state's tax does not hold: nothing. */
function buyerStateOf(registration: string | null, { outlying }: Territory): string | null {
  if (isNorthernIrishId(registration)) return NORTHERN_IRELAND;
  const state = checkedVatIdCountry(registration);
  return state === outlying ? null : state;
}
