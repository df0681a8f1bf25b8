import {
  crossesBorder,
  decide,
  decisionOfOwnRate,
  decisionOfRates,
  decisionSteps,
  isZero,
} from '../decision/decide.js';
import { isAtAPlace, isPlacedForConsumers } from '../decision/place-of-supply.js';
import { territoryOf } from '../decision/territories.js';
import type { SupplyKind, TaxDecision } from '../decision/decision.js';
import type { Consignment } from '../decision/import-limit.js';
import { NO_WARNINGS, warningsBeside, type TaxWarning } from '../decision/warnings.js';
import { chargedAs, chargedOn, indianSupply } from './india.js';
import { HeldCertificates, NOWHERE } from './held-certificates.js';
import {
  exemptAt,
  exemptedAt,
  harmonized,
  isLevied,
  nothingDue,
  taxedByOrigin,
} from './levied-rates.js';
import {
  deliveredAt,
  isProvenBusiness,
  saleFacts,
  sellerAs,
  type SoldAs,
  type TaxedSale,
} from './sale-facts.js';
import { soldAsOf, suppliedAt, supplyEnd } from './supplied-at.js';
import type { Taxation, TaxSource } from './taxation.js';
import { JurisdictionMap, type Jurisdiction } from './jurisdiction-map.js';
import type { PricingLine, PricingRequest, SupplyPlace, TaxParty } from '../calculation/pricing.js';
import {
  inForce,
  NO_RATES,
  type CodeData,
  type RateBookData,
  type RateData,
} from './rate-book-data.js';
import { ownRate } from '../calculation/own-rate.js';
import { compileChain, type AppliedRate, type TaxChain } from '../calculation/tax-chain.js';
import {
  atHomeOf,
  exemptInPlace,
  looksUp,
  nameOf,
  ownRateCounts,
  suppliedLine,
  type LineToTax,
  type SaleAndPlace,
} from './asked-line.js';
import {
  customerKey,
  keep,
  placeKey,
  MOST_CHAINS,
  MOST_TAXATIONS,
  sellerKey,
} from './kept-answers.js';

type Rates = readonly AppliedRate[];

/** Everything the built-in engine knows of one company, compiled. Immutable but for its caches. */
export class RateBook implements TaxSource {
  static readonly empty = new RateBook(NO_RATES);

  readonly defaultTaxCode: string | null;

  private readonly map: JurisdictionMap;
  /** By jurisdiction and tax code, in order of priority. */
  private readonly rates = new Map<string, RateData[]>();
  /** The jurisdictions that have rates of their own, and those that have some above nothing. */
  private readonly rated: ReadonlySet<string>;
  private readonly taxing: ReadonlySet<string>;
  /** The countries that have any rates, by their codes. */
  private readonly ratedCountries: ReadonlySet<string>;
  private readonly certificates: HeldCertificates;
  private readonly codes: ReadonlyMap<string, CodeData>;
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
    this.codes = new Map(data.codes.map((each) => [each.code, each]));
    for (const rate of data.rates) {
      push(this.rates, `${rate.jurisdictionId}|${rate.taxCode}`, rate);
    }
    const above = data.rates.filter(({ rate }) => !isZero(rate));
    this.rated = new Set(data.rates.map(({ jurisdictionId }) => jurisdictionId));
    this.taxing = new Set(above.map(({ jurisdictionId }) => jurisdictionId));
    this.ratedCountries = new Set([...this.rated].flatMap((id) => this.map.countryOf(id) ?? []));
    for (const rates of this.rates.values()) rates.sort((a, b) => a.priority - b.priority);
    this.certificates = new HeldCertificates(data.exemptions);
  }

  /** Whether the set-up has this tax code. */
  knowsCode(code: string): boolean {
    return this.codes.has(code);
  }

  /** How a document is taxed: by where the customer is, when, and who both sides are. */
  taxation(request: PricingRequest, consignment: Consignment = 'within'): Taxation {
    const key = `${this.keyOf(request)}${consignment === 'within' ? '' : consignment}`;
    return this.taxations.get(key) ?? this.newTaxation(key, request, consignment);
  }

  /**
   * All of a request that its taxation is made of: most documents of a run are sold as others were,
   * and to find how costs a tenth of deciding it again.
   */
  private keyOf({ seller, customer, date, shipTo }: PricingRequest): string {
    if (seller !== this.lastSeller.party) {
      this.lastSeller = { party: seller, key: sellerKey(seller) };
    }
    const exempt = this.certificates.has(customer.accountId) ? customer.accountId : '';
    const delivered = shipTo ? placeKey(shipTo) : '';
    return `${date}${this.lastSeller.key}${customerKey(customer)}${exempt}${delivered}`;
  }

  private newTaxation(key: string, request: PricingRequest, consignment: Consignment): Taxation {
    const { seller, customer, date, shipTo = null } = request;
    // What its answers need of the request, without its lines.
    const sale: TaxedSale = { seller, customer, date, shipTo, consignment };
    const found = new Map<SoldAs, SaleAndPlace>();
    const factsFor = (line: LineToTax): SaleAndPlace => {
      const { placeOf } = line;
      const soldAs = soldAsOf(line);
      if (placeOf) return this.factsOf(sale, soldAs, placeOf);
      const known = found.get(soldAs) ?? this.factsOf(sale, soldAs, null);
      found.set(soldAs, known);
      return known;
    };
    const answers = new Map<string, Answer>();
    let warned = false;
    const isBusiness = isProvenBusiness(sale);
    const askedOf = (line: PricingLine, position: number) => this.asked(line, position, isBusiness);
    const answer = (line: PricingLine, position: number): Answer => {
      const asked = askedOf(line, position);
      const name = nameOf(asked);
      const known = answers.get(name);
      if (known) return known;
      const found = this.resolve(asked, factsFor(asked));
      warned ||= found.warnings.length > 0;
      return keep(answers, name, found, MOST_CHAINS);
    };
    const taxation: Taxation = {
      knows: ({ taxCode }) => taxCode === null || this.codes.has(taxCode),
      chain: (line, position) => answer(line, position).chain,
      warnings: (line, position) => (warned ? answer(line, position).warnings : NO_WARNINGS),
      isImport: (line, position) => {
        const asked = askedOf(line, position);
        if (asked.supply !== 'goods') return null;
        const { decision } = factsFor(asked);
        const ground = decide(suppliedLine(asked, false), { ...decision, consignment: 'within' });
        return ground.due && ground.reason === 'import_one_stop_shop';
      },
      explain: (line, position) => {
        const asked = askedOf(line, position);
        const facts = factsFor(asked);
        const supplied = suppliedLine(asked, this.hasRate(asked, facts));
        const place = suppliedAt(sale, asked, facts.decision);
        return { place, steps: decisionSteps(supplied, facts.decision) };
      },
    };
    return keep(this.taxations, key, taxation, MOST_TAXATIONS);
  }

  private asked(line: PricingLine, position: number, isBusiness: boolean): LineToTax {
    const { taxRate: own, placeOf = null, triangular = false } = line;
    const code = line.taxCode ?? (own === null ? this.defaultTaxCode : null);
    const supply = this.supplyOf(line, code);
    const taxClass = (code !== null && this.codes.get(code)?.taxClass) || null;
    const isPlaced = isAtAPlace(supply) || (isPlacedForConsumers(supply) && !isBusiness);
    const at = isPlaced ? placeOf : null;
    const codeKind = (code !== null && this.codes.get(code)?.kind) || null;
    const ofServices = codeKind !== null && codeKind !== 'goods';
    return { code, supply, taxClass, own, position, triangular, ofServices, placeOf: at };
  }

  private factsOf(told: TaxedSale, soldAs: SoldAs, placeOf: SupplyPlace | null): SaleAndPlace {
    const { customer, date } = told;
    const seller = sellerAs(soldAs, told.seller);
    const sale = { ...told, seller };
    // A sale to a customer without an address takes place at the seller's.
    const arrival = customer.country === null ? seller : customer;
    const { where, foundBy } = supplyEnd(sale, soldAs, placeOf);
    const { place } = this.locate(taxedByOrigin(seller, where, date) ? seller : where);
    const home = this.locate(seller);
    const sez = customer.buyerKind === 'sez_unit';
    // What is supplied at a place of its own is supplied to whoever is there.
    const buyer = foundBy === 'line' || foundBy === 'delivery' ? where : customer;
    const supply =
      place[0]?.code !== 'IN' ? null : sez ? 'inter_state' : indianSupply(seller, buyer);
    const { country } = where;
    const isRated = ({ id }: Jurisdiction) => this.rated.has(id);
    const exempt = this.certificates.at(customer.accountId, date, { place, country, isRated });
    const treaties = this.certificates.treaties(customer.accountId, date, place, home.place);
    const found = saleFacts({
      soldAs,
      sale,
      where,
      arrival,
      atPlace: placeOf !== null,
      supply,
      exempt,
      treaties,
      isPlaced: place.some(({ level }) => level === 'state'),
      taxesThere: place.some(({ id }) => this.taxing.has(id)),
      ratedCountries: this.ratedCountries,
    });
    const homeSupply = indianSupply(seller, seller);
    return { place, home: home.place, homeSupply, date, supply, exempt, treaties, ...found };
  }

  /**
   * The kind of a product is more than that of its code, but for what only the code tells apart.
   */
  private supplyOf({ supply = null }: PricingLine, code: string | null): SupplyKind | null {
    const coded = code === null ? null : (this.codes.get(code)?.kind ?? null);
    if (supply === 'services' && coded !== null && coded !== 'goods') return coded;
    return supply ?? coded;
  }

  /**
   * The certificate that frees the customer of all tax where the goods go, for engines that decide
   * themselves what it frees from; null when there is none.
   */
  certificateOf(request: PricingRequest): string | null {
    const { seller, customer, date } = request;
    const delivered = deliveredAt(request);
    const there = customer.country === null ? seller : customer;
    const { place } = this.locate(delivered ? { ...delivered, taxRegistration: null } : there);
    const country = (delivered ?? there).country;
    return this.certificates.ofAll(customer.accountId, date, place, country);
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
      own[0] && territoryOf({ ...party, postalCode: null, region: null }).code === code
        ? own
        : this.map.locateWithin(code, party);
    return keep(this.places, key, { place, key: place.map(({ id }) => id).join() });
  }

  /** Lines that end up with the same taxes share one chain, however their own rate was written. */
  private resolve(line: LineToTax, facts: SaleAndPlace): Answer {
    const { code } = line;
    const { rates, decision, fallback } = this.taxesOf(line, facts);
    const { category, reason } = decision;
    // All that a chain is made of: the same ground may take its rates here or there.
    const key = JSON.stringify([code, category, reason, fallback, rates.map(rateKey)]);
    const chain =
      this.chains.get(key) ?? keep(this.chains, key, compileChain(code, rates, fallback, decision));
    const supplied = suppliedLine(line, this.hasRate(line, facts));
    return { chain, warnings: warningsBeside(supplied, facts.decision, reason) };
  }

  /**
   * First whether tax is due, then its rate: who owes it does not depend on what somebody typed.
   */
  private taxesOf(line: LineToTax, facts: SaleAndPlace): DecidedTaxes {
    const { code, supply, own, position } = line;
    const about = facts.decision;
    const ground = decide(suppliedLine(line, this.hasRate(line, facts)), about);
    const isHome = ground.due && ground.at === 'home';
    const where = isHome ? atHomeOf(facts, ground.reason) : facts;
    const rates = ground.due && looksUp(ground) && code !== null ? this.ratesAt(code, where) : [];
    if (rates.length > 0) {
      const decision = decisionOfRates(rates, ground, supply, about, where.exempt.ground);
      return { rates, decision, fallback: false };
    }
    if (code !== null && crossesBorder(ground)) {
      const home = this.ratesAt(code, { ...facts, place: facts.home, exempt: NOWHERE });
      if (home.length > 0 && home.every(({ kind }) => kind === 'exempt')) {
        const decision = { category: 'E', reason: 'exempt_code' } as const;
        return { rates: home, decision, fallback: false };
      }
    }
    // Whoever is exempt where it goes owes no tax that only the line knows, either.
    const reason = exemptInPlace(ground, facts.exempt);
    if (reason !== null) {
      const decision = { category: 'E', reason } as const;
      const rates = nothingDue(decision, facts.place, facts);
      return { rates, decision, fallback: false };
    }
    if (own !== null && ownRateCounts(ground, own)) {
      const rate = ownRate(own, position);
      return { rates: [rate], decision: decisionOfOwnRate(rate.rate), fallback: true };
    }
    if (ground.due) {
      return { rates, decision: { category: null, reason: ground.ifMissing }, fallback: false };
    }
    const { decision } = ground;
    const there = exemptedAt(decision, supply, facts);
    const free = nothingDue(decision, there, facts);
    return { rates: free, decision, fallback: false };
  }

  /** Whether a code of services has a rate where it is supplied. */
  private hasRate({ code, ofServices }: LineToTax, facts: SaleAndPlace): boolean {
    return ofServices && code !== null && this.ratesAt(code, facts).length > 0;
  }

  /** The rates in force at each jurisdiction of the place, from the country inwards. */
  private ratesAt(code: string, { place, date, supply, exempt, registered }: SaleAndPlace): Rates {
    const levied = place.filter((jurisdiction) => isLevied(jurisdiction, registered));
    const found = levied.flatMap((jurisdiction) =>
      (this.rates.get(`${jurisdiction.id}|${code}`) ?? [])
        .filter((rate) => inForce(rate, date) && chargedOn(rate.kind, supply))
        .map(({ kind, rate, compound }) => {
          const { label } = jurisdiction;
          const free = exempt.covered.get(jurisdiction);
          if (free) return exemptAt(label, free.certificate);
          return { jurisdiction: label, kind: chargedAs(kind, supply), rate, compound };
        }),
    );
    return harmonized(found);
  }
}

interface Place {
  /** From the country inwards. */
  readonly place: readonly Jurisdiction[];
  readonly key: string;
}

/** What lines of a document come to that say the same. */
interface Answer {
  readonly chain: TaxChain;
  readonly warnings: readonly TaxWarning[];
}

interface DecidedTaxes {
  readonly rates: Rates;
  readonly decision: TaxDecision;
  readonly fallback: boolean;
}

function rateKey({ jurisdiction, kind, rate, compound, certificate }: AppliedRate): string {
  return `${jurisdiction ?? ''}|${kind}|${rate}|${compound}|${certificate ?? ''}`;
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
