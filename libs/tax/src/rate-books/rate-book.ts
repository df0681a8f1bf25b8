import type { LocalDate } from '@quittance/kernel';
import { chargedAs, chargedOn, indianSupply, type IndianSupply } from './india.js';
import { JurisdictionMap, type Jurisdiction } from './jurisdiction-map.js';
import type { PricingLine, PricingRequest, TaxParty } from '../calculation/pricing.js';
import { inForce, NO_RATES } from './rate-book-data.js';
import type { ExemptionData, RateBookData, RateData } from './rate-book-data.js';
import { ownRate } from '../calculation/own-rate.js';
import { compileChain, type AppliedRate, type TaxChain } from '../calculation/tax-chain.js';
import { isReverseCharge } from './reverse-charge.js';

/** Answers the chain of each line of one document. The same chain is the same object. */
export interface Taxation {
  /** @throws DomainError validation_failed when the line's own rate is no percentage */
  chain(line: PricingLine, position: number): TaxChain;
}

/** What documents are taxed by: the rates of a company, or the taxes of an earlier document. */
export interface TaxSource {
  /** How a document is taxed: by where the customer is, when, and who both sides are. */
  taxation(request: PricingRequest): Taxation;
}

/** Compiled chains are dropped beyond this many: codes × places × dates is small, addresses are not. */
const MOST_CACHED = 20_000;

type Rates = readonly AppliedRate[];

/** Everything the built-in engine knows of one company, compiled. Immutable but for its caches. */
export class RateBook implements TaxSource {
  static readonly empty = new RateBook(NO_RATES);

  private readonly map: JurisdictionMap;
  /** By jurisdiction and tax code, in order of priority. */
  private readonly rates = new Map<string, RateData[]>();
  /** The jurisdictions that have rates of their own. */
  private readonly taxing: ReadonlySet<string>;
  private readonly exemptions = new Map<string, ExemptionData[]>();
  private readonly defaultTaxCode: string | null;
  private readonly chains = new Map<string, TaxChain>();
  private readonly places = new Map<string, Place>();

  constructor(data: RateBookData) {
    this.map = new JurisdictionMap(data.jurisdictions);
    this.defaultTaxCode = data.defaultTaxCode;
    for (const rate of data.rates) {
      push(this.rates, `${rate.jurisdictionId}|${rate.taxCode}`, rate);
    }
    this.taxing = new Set(data.rates.map(({ jurisdictionId }) => jurisdictionId));
    for (const rates of this.rates.values()) rates.sort((a, b) => a.priority - b.priority);
    for (const exemption of data.exemptions) push(this.exemptions, exemption.accountId, exemption);
  }

  /** How a document is taxed: by where the customer is, when, and who both sides are. */
  taxation(request: PricingRequest): Taxation {
    const { seller, customer, date } = request;
    // A sale to a customer without an address takes place at the seller's.
    const { place, key } = this.locate(customer.country === null ? seller : customer);
    const reverse = isReverseCharge(seller.country, customer.taxRegistration);
    const supply = place[0]?.code === 'IN' ? indianSupply(seller, customer) : null;
    const exempt = this.exemptAt(customer.accountId, date, place);
    const at = reverse ? 'reverse' : `${key}|${date}|${supply ?? ''}|${exempt.key}`;
    const facts = { place, date, reverse, supply, exempt, at };
    return {
      chain: (line, position) => {
        const code = line.taxCode ?? (line.taxRate === null ? this.defaultTaxCode : null);
        const asked = `${code ?? ''}|${at}|${line.taxRate ?? ''}`;
        return (
          this.chains.get(asked) ??
          keep(this.chains, asked, this.resolve(code, line.taxRate, position, facts))
        );
      },
    };
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
    const place = this.map.locate(party);
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
    const taxing = place.filter(({ id }) => this.taxing.has(id));
    const whole =
      covered.length > 0 &&
      (taxing.length > 0 ? taxing : place).every((jurisdiction) => covered.includes(jurisdiction));
    return { everywhere: false, whole, ids: covered, key: covered.map(({ id }) => id).join() };
  }

  /** Lines that end up with the same taxes share one chain, however their own rate was written. */
  private resolve(
    code: string | null,
    own: string | null,
    position: number,
    facts: Facts,
  ): TaxChain {
    const rates = this.engineRates(code, facts);
    const fallback = rates.length === 0 && own !== null;
    const applied = fallback ? [ownRate(own, position)] : rates;
    const key = `=${code ?? ''}|${fallback ? applied[0]?.rate : facts.at}`;
    return this.chains.get(key) ?? keep(this.chains, key, compileChain(code, applied, fallback));
  }

  private engineRates(code: string | null, facts: Facts): Rates {
    if (facts.reverse) return [nothingDue('reverse_charge', null)];
    const exempt = nothingDue('exempt', facts.place[0]?.label ?? null);
    if (facts.exempt.everywhere) return [exempt];
    const rates = code === null ? [] : this.ratesAt(code, facts);
    // Whoever is exempt where it goes owes no tax that only the line knows, either.
    return rates.length === 0 && facts.exempt.whole ? [exempt] : rates;
  }

  /** The rates in force at each jurisdiction of the place, from the country inwards. */
  private ratesAt(code: string, { place, date, supply, exempt }: Facts): Rates {
    return place.flatMap((jurisdiction) =>
      (this.rates.get(`${jurisdiction.id}|${code}`) ?? [])
        .filter((rate) => inForce(rate, date) && chargedOn(rate.kind, supply))
        .map(({ kind, rate, compound }) =>
          exempt.ids.includes(jurisdiction)
            ? nothingDue('exempt', jurisdiction.label)
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
  readonly date: LocalDate;
  readonly reverse: boolean;
  readonly supply: IndianSupply | null;
  readonly exempt: Exempt;
  /** Names all of the above. */
  readonly at: string;
}

const NOWHERE: Exempt = { everywhere: false, whole: false, ids: [], key: '' };
const EVERYWHERE: Exempt = { everywhere: true, whole: true, ids: [], key: '*' };

function nothingDue(kind: 'exempt' | 'reverse_charge', jurisdiction: string | null): AppliedRate {
  return { jurisdiction, kind, rate: '0', compound: false };
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

function keep<T>(cache: Map<string, T>, key: string, value: T): T {
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(key, value);
  return value;
}
