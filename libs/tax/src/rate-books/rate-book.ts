import { checkedVatIdCountry } from '@quittance/registrations';
import type { LocalDate } from '@quittance/calendar';
import {
  crossesBorder,
  decide,
  decisionOfOwnRate,
  decisionOfRates,
  isZero,
  type DecisionFacts,
  type Ground,
} from '../decision/decide.js';
import {
  isNorthernIrishId,
  NORTHERN_IRELAND,
  territoryOf,
  wayOfGoods,
  type Territory,
} from '../decision/territories.js';
import type { SupplyKind, TaxDecision } from '../decision/decision.js';
import { chargedAs, chargedOn, indianSupply, type IndianSupply } from './india.js';
import { isState, taxesByRegion } from '../addresses/regions.js';
import { JurisdictionMap, type Jurisdiction } from './jurisdiction-map.js';
import type { PricingLine, PricingRequest, TaxKind, TaxParty } from '../calculation/pricing.js';
import {
  inForce,
  NO_RATES,
  type ExemptionData,
  type RateBookData,
  type RateData,
} from './rate-book-data.js';
import { ownRate } from '../calculation/own-rate.js';
import { compileChain, type AppliedRate, type TaxChain } from '../calculation/tax-chain.js';
import { keep, MOST_CHAINS, MOST_TAXATIONS, partyKey } from './kept-answers.js';

/** Answers the chain of each line of one document. The same chain is the same object. */
export interface Taxation {
  /** @throws DomainError validation_failed when the line's own rate is no percentage */
  chain(line: PricingLine, position: number): TaxChain;
  /** Whether a line's tax code is one of the set-up; absent where another names the codes. */
  knows?(line: PricingLine, position: number): boolean;
}

/** What documents are taxed by: the rates of a company, or the taxes of an earlier document. */
export interface TaxSource {
  /** How a document is taxed: by where the customer is, when, and who both sides are. */
  taxation(request: PricingRequest): Taxation;
}

type Rates = readonly AppliedRate[];

/** Everything the built-in engine knows of one company, compiled. Immutable but for its caches. */
export class RateBook implements TaxSource {
  static readonly empty = new RateBook(NO_RATES);

  private readonly map: JurisdictionMap;
  /** By jurisdiction and tax code, in order of priority. */
  private readonly rates = new Map<string, RateData[]>();
  /** The jurisdictions that have rates of their own, and those that have some above nothing. */
  private readonly rated: ReadonlySet<string>;
  private readonly taxing: ReadonlySet<string>;
  /** The countries that have any of the latter, by their codes. */
  private readonly taxedCountries: ReadonlySet<string>;
  private readonly exemptions = new Map<string, ExemptionData[]>();
  private readonly defaultTaxCode: string | null;
  private readonly codes: ReadonlyMap<string, SupplyKind | null>;
  private readonly chains = new Map<string, TaxChain>();
  private readonly places = new Map<string, Place>();
  private readonly taxations = new Map<string, Taxation>();
  private lastSeller: { readonly party: TaxParty | null; readonly key: string } = {
    party: null,
    key: '',
  };

  constructor(data: RateBookData) {
    this.map = new JurisdictionMap(data.jurisdictions);
    this.defaultTaxCode = data.defaultTaxCode;
    this.codes = new Map(data.codes.map(({ code, kind }) => [code, kind]));
    for (const rate of data.rates) {
      push(this.rates, `${rate.jurisdictionId}|${rate.taxCode}`, rate);
    }
    const above = data.rates.filter(({ rate }) => !isZero(rate));
    this.rated = new Set(data.rates.map(({ jurisdictionId }) => jurisdictionId));
    this.taxing = new Set(above.map(({ jurisdictionId }) => jurisdictionId));
    this.taxedCountries = new Set([...this.taxing].flatMap((id) => this.map.countryOf(id) ?? []));
    for (const rates of this.rates.values()) rates.sort((a, b) => a.priority - b.priority);
    for (const exemption of data.exemptions) push(this.exemptions, exemption.accountId, exemption);
  }

  /** Whether the set-up has this tax code. */
  knowsCode(code: string): boolean {
    return this.codes.has(code);
  }

  /** How a document is taxed: by where the customer is, when, and who both sides are. */
  taxation(request: PricingRequest): Taxation {
    const key = this.keyOf(request);
    return this.taxations.get(key) ?? this.newTaxation(key, this.factsOf(request));
  }

  /**
   * All of a request that its taxation is made of: most documents of a run are sold as others were,
   * and to find how costs a tenth of deciding it again.
   */
  private keyOf({ seller, customer, date }: PricingRequest): string {
    if (seller !== this.lastSeller.party) {
      this.lastSeller = { party: seller, key: partyKey(seller) };
    }
    const exempt = this.exemptions.has(customer.accountId) ? customer.accountId : '';
    return `${date}${this.lastSeller.key}${partyKey(customer)}${exempt}`;
  }

  private newTaxation(key: string, facts: Facts): Taxation {
    const chains = new Map<string, TaxChain>();
    const taxation: Taxation = {
      knows: ({ taxCode }) => taxCode === null || this.codes.has(taxCode),
      chain: (line, position) => {
        const { taxRate: own } = line;
        const code = line.taxCode ?? (own === null ? this.defaultTaxCode : null);
        const supply = this.supplyOf(line, code);
        const asked = `${code ?? ''}|${own ?? ''}|${supply ?? ''}`;
        const known = chains.get(asked);
        if (known) return known;
        const chain = this.resolve({ code, supply, own, position }, facts);
        return keep(chains, asked, chain, MOST_CHAINS);
      },
    };
    return keep(this.taxations, key, taxation, MOST_TAXATIONS);
  }

  private factsOf(request: PricingRequest): Facts {
    const { seller, customer, date } = request;
    // A sale to a customer without an address takes place at the seller's.
    const where = customer.country === null ? seller : customer;
    const { place, key } = this.locate(where);
    const supply = place[0]?.code === 'IN' ? indianSupply(seller, customer) : null;
    const exempt = this.exemptAt(customer.accountId, date, place);
    const [from, to] = [territoryOf(seller), territoryOf(where)];
    const decision: DecisionFacts = {
      seller: from.code,
      charges: seller.taxRegistration !== null || this.rated.size > 0,
      destination: to.code,
      placed: this.isPlaced(request, place),
      chargesThere: place.some(({ id }) => this.rated.has(id)),
      taxesThere: place.some(({ id }) => this.taxing.has(id)),
      buyerState: buyerStateOf(customer.taxRegistration, to),
      exempt: exempt.everywhere ? 'everywhere' : exempt.whole ? 'there' : null,
    };
    const [leave, arrive] = wayOfGoods(from, to);
    const goods = { ...decision, seller: leave, destination: arrive };
    const { charges, placed, buyerState } = decision;
    const ways = [from.code, to.code, leave, arrive, charges, placed, buyerState];
    const home = this.locate(seller);
    const named = [key, home.key, date, supply, exempt.key, ...ways];
    return { place, home: home.place, date, supply, exempt, decision, goods, at: named.join('|') };
  }

  /**
   * Whether the address tells where in its country the supply is, as far as its tax depends on it.
   */
  private isPlaced(
    { seller, customer }: Pick<PricingRequest, 'seller' | 'customer'>,
    place: readonly Jurisdiction[],
  ): boolean {
    const { country, region } = customer.country === null ? seller : customer;
    // What comes from abroad bears the same tax in all of India.
    if (country === 'IN') return seller.country !== 'IN' || indianSupply(seller, customer) !== null;
    if (!taxesByRegion(country) || isState(country, region)) return true;
    if (place.some(({ level }) => level === 'state')) return true;
    return country !== seller.country && !this.taxedCountries.has(country ?? '');
  }

  /**
   * The kind of a product is more than that of its code, but for what only the code tells apart.
   */
  private supplyOf({ supply = null }: PricingLine, code: string | null): SupplyKind | null {
    const coded = code === null ? null : (this.codes.get(code) ?? null);
    if (supply === 'services' && coded === 'digital') return coded;
    return supply ?? coded;
  }

  /**
   * The certificate that frees the customer of all tax where the goods go, for engines that decide
   * themselves what it frees from; null when there is none.
   */
  certificateOf({ seller, customer, date }: PricingRequest): string | null {
    const { place } = this.locate(customer.country === null ? seller : customer);
    // One that holds in a city only would free of the state's tax as well.
    const state = place.find(({ level }) => level === 'state') ?? place[0];
    const held = this.exemptions.get(customer.accountId) ?? [];
    const found = held.find(
      (exemption) =>
        inForce(exemption, date) &&
        (exemption.jurisdictionIds.length === 0 ||
          (state && isWithin(state, new Set(exemption.jurisdictionIds)))),
    );
    return found?.certificate ?? null;
  }

  private locate(party: TaxParty): Place {
    const key = `${party.country}|${party.region}|${party.postalCode}|${party.city}`;
    const known = this.places.get(key);
    if (known) return known;
    // The rates of a country do not hold in a part of it that has none of its tax; a place under
    // the tax of another country may have been set up by its own name.
    const { code } = territoryOf(party);
    const own = this.map.locate(party);
    const place =
      own[0] && territoryOf({ ...party, postalCode: null }).code === code
        ? own
        : this.map.locate({ ...party, country: code });
    return keep(this.places, key, { place, key: place.map(({ id }) => id).join() });
  }

  private exemptAt(accountId: string, date: LocalDate, place: readonly Jurisdiction[]): Exempt {
    const held = this.exemptions.get(accountId);
    if (!held) return NOWHERE;
    const ids = new Set<string>();
    for (const exemption of held) {
      if (!inForce(exemption, date)) continue;
      if (exemption.jurisdictionIds.length === 0) return EVERYWHERE;
      for (const id of exemption.jurisdictionIds) ids.add(id);
    }
    const covered = place.filter((jurisdiction) => isWithin(jurisdiction, ids));
    const taxing = place.filter(({ id }) => this.rated.has(id));
    const whole =
      covered.length > 0 &&
      (taxing.length > 0 ? taxing : place).every((jurisdiction) => covered.includes(jurisdiction));
    return { everywhere: false, whole, ids: covered, key: covered.map(({ id }) => id).join() };
  }

  /** Lines that end up with the same taxes share one chain, however their own rate was written. */
  private resolve(line: AskedLine, facts: Facts): TaxChain {
    const { code } = line;
    const { rates, decision, fallback } = this.taxesOf(line, facts);
    const { category, reason } = decision;
    const by = fallback ? rates[0]?.rate : facts.at;
    const key = `=${code ?? ''}|${category}|${reason}|${by}`;
    return (
      this.chains.get(key) ?? keep(this.chains, key, compileChain(code, rates, fallback, decision))
    );
  }

  /**
   * First whether tax is due, then its rate: who owes it does not depend on what somebody typed.
   */
  private taxesOf({ code, supply, own, position }: AskedLine, facts: Facts): DecidedTaxes {
    const about = supply === 'goods' ? facts.goods : facts.decision;
    const first = decide(supply, about);
    const placed = first.due && first.ifMissing !== 'place_unknown';
    const rates = placed && code !== null ? this.ratesAt(code, facts) : [];
    if (rates.length > 0) {
      const isExempt = facts.exempt.ids.length > 0;
      const decision = decisionOfRates(rates, supply, about, isExempt);
      return { rates, decision, fallback: false };
    }
    const ground = (first.due && first.otherwise) || first;
    if (code !== null && crossesBorder(ground)) {
      const home = this.ratesAt(code, { ...facts, place: facts.home, exempt: NOWHERE });
      if (home.length > 0 && home.every(({ kind }) => kind === 'exempt')) {
        const decision = { category: 'E', reason: 'exempt_code' } as const;
        return { rates: home, decision, fallback: false };
      }
    }
    // Whoever is exempt where it goes owes no tax that only the line knows, either.
    if (first.due && facts.exempt.whole) {
      const decision = { category: 'E', reason: 'exempt_customer' } as const;
      return { rates: nothingDue(decision, facts.place), decision, fallback: false };
    }
    if (own !== null && ownRateCounts(ground, own)) {
      const rate = ownRate(own, position);
      return { rates: [rate], decision: decisionOfOwnRate(rate.rate), fallback: true };
    }
    if (ground.due) {
      return { rates, decision: { category: null, reason: ground.ifMissing }, fallback: false };
    }
    const { decision } = ground;
    return { rates: nothingDue(decision, facts.place), decision, fallback: false };
  }

  /** The rates in force at each jurisdiction of the place, from the country inwards. */
  private ratesAt(code: string, { place, date, supply, exempt }: Facts): Rates {
    return place.flatMap((jurisdiction) =>
      (this.rates.get(`${jurisdiction.id}|${code}`) ?? [])
        .filter((rate) => inForce(rate, date) && chargedOn(rate.kind, supply))
        .map(({ kind, rate, compound }) =>
          exempt.ids.includes(jurisdiction)
            ? exemptAt(jurisdiction.label)
            : {
                jurisdiction: jurisdiction.label,
                kind: chargedAs(kind, supply),
                rate,
                compound,
              },
        ),
    );
  }
}

interface Place {
  /** From the country inwards. */
  readonly place: readonly Jurisdiction[];
  readonly key: string;
}

interface Exempt {
  readonly everywhere: boolean;
  /** All that has taxes at the place is covered. */
  readonly whole: boolean;
  readonly ids: readonly Jurisdiction[];
  readonly key: string;
}

interface Facts {
  readonly place: readonly Jurisdiction[];
  /** Where the seller is. */
  readonly home: readonly Jurisdiction[];
  readonly date: LocalDate;
  readonly supply: IndianSupply | null;
  readonly exempt: Exempt;
  readonly decision: DecisionFacts;
  /** The same for goods, whose territories are not always those of services. */
  readonly goods: DecisionFacts;
  /** Names all of the above. */
  readonly at: string;
}

/** A line as the book is asked about it. */
interface AskedLine {
  readonly code: string | null;
  readonly supply: SupplyKind | null;
  /** The rate that came with it. */
  readonly own: string | null;
  readonly position: number;
}

interface DecidedTaxes {
  readonly rates: Rates;
  readonly decision: TaxDecision;
  readonly fallback: boolean;
}

const NOWHERE: Exempt = { everywhere: false, whole: false, ids: [], key: '' };
const EVERYWHERE: Exempt = { everywhere: true, whole: true, ids: [], key: '*' };

/** A rate of nothing abroad is no rate of its own: it says what the decision says. */
function ownRateCounts(ground: Ground, own: string): boolean {
  if (ground.due) return true;
  return ground.yields && (!isZero(own.trim()) || ground.decision.reason === 'not_registered');
}

/** What an id says where its own state's tax does not hold: nothing. */
function buyerStateOf(registration: string | null, { outlying }: Territory): string | null {
  if (isNorthernIrishId(registration)) return NORTHERN_IRELAND;
  const state = checkedVatIdCountry(registration);
  return state === outlying ? null : state;
}

const KIND_OF_REASON: Partial<Record<TaxDecision['reason'], TaxKind>> = {
  exempt_customer: 'exempt',
  reverse_charge: 'reverse_charge',
  intra_community: 'intra_community',
  export: 'export',
  service_abroad: 'outside_scope',
};

/** The tax of nothing that shows what a line without tax comes to; none where no tax is charged. */
function nothingDue({ reason }: TaxDecision, place: readonly Jurisdiction[]): Rates {
  const kind = KIND_OF_REASON[reason];
  if (kind === undefined) return [];
  const jurisdiction = kind === 'exempt' ? (place[0]?.label ?? null) : null;
  return [{ jurisdiction, kind, rate: '0', compound: false }];
}

function exemptAt(jurisdiction: string): AppliedRate {
  return { jurisdiction, kind: 'exempt', rate: '0', compound: false };
}

function isWithin(jurisdiction: Jurisdiction, ids: ReadonlySet<string>): boolean {
  for (let each: Jurisdiction | null = jurisdiction; each; each = each.parent) {
    if (ids.has(each.id)) return true;
  }
  return false;
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
