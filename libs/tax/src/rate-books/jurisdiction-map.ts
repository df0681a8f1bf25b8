import { normalPostalCode } from '../addresses/postal-formats.js';
import { normalRegion } from '../addresses/regions.js';
import { postalMatcher, type PostalMatcher } from './postal-pattern.js';
import type { TaxParty } from '../calculation/pricing.js';
import type { JurisdictionData, JurisdictionLevel } from './rate-book-data.js';

export interface Jurisdiction {
  readonly id: string;
  readonly level: JurisdictionLevel;
  readonly code: string;
  readonly name: string;
  /** `US`, `US-CA`, `US-CA/Los Angeles`: how documents name it. */
  readonly label: string;
  readonly parent: Jurisdiction | null;
  readonly children: Jurisdiction[];
  readonly postal: readonly PostalMatcher[];
}

/** Above any count of fixed signs in a postal pattern. */
const POSTAL = 100;
const NAMED = 50;

/** The tree of jurisdictions of one company: finds which of them an address lies in. */
export class JurisdictionMap {
  private readonly countries = new Map<string, Jurisdiction>();
  readonly byId = new Map<string, Jurisdiction>();

  constructor(data: readonly JurisdictionData[]) {
    const order: JurisdictionLevel[] = ['country', 'state', 'county', 'city'];
    for (const level of order) for (const each of data) if (each.level === level) this.add(each);
  }

  private add(data: JurisdictionData): void {
    const parent = data.parentId ? (this.byId.get(data.parentId) ?? null) : null;
    if (!parent && data.level !== 'country') return;
    const { id, level, code, name } = data;
    const label = labelOf(data, parent);
    const postal = data.postalPatterns.map(postalMatcher);
    const jurisdiction = { id, level, code, name, label, parent, children: [], postal };
    this.byId.set(id, jurisdiction);
    if (parent) parent.children.push(jurisdiction);
    else this.countries.set(code, jurisdiction);
  }

  /** The code of the country that a jurisdiction lies in. */
  countryOf(id: string): string | null {
    let each = this.byId.get(id) ?? null;
    while (each?.parent) each = each.parent;
    return each?.code ?? null;
  }

  /** At most one jurisdiction of each level, the most specific, from the country inwards. */
  locate(party: TaxParty): Jurisdiction[] {
    const country = party.country ? this.countries.get(party.country) : undefined;
    if (!country) return [];
    const found = [country];
    if (country.children.length === 0) return found;
    const state = stateOf(country, party);
    if (state) found.push(state);
    return [...found, ...placesWithin(state ?? country, party)];
  }

  /**
   * The same in a territory of tax of another name than its address has: one that is set up as a
   * country, or a part of a country (`ES-CN`), which has none of the country's own rates.
   */
  locateWithin(territory: string | null, party: TaxParty): Jurisdiction[] {
    if (territory === null || this.countries.has(territory)) {
      return this.locate({ ...party, country: territory });
    }
    const [country = '', part] = territory.split('-');
    const state = this.countries
      .get(country)
      ?.children.find(({ level, code }) => level === 'state' && code === part);
    return state ? [state, ...placesWithin(state, party)] : [];
  }
}

/** The county and the city that an address lies in, as far as they are known. */
function placesWithin(wider: Jurisdiction, party: TaxParty): Jurisdiction[] {
  const within = descendants(wider);
  const city = mostSpecific(within, 'city', party);
  const county =
    city?.parent?.level === 'county' ? city.parent : mostSpecific(within, 'county', party);
  return [county, city].filter((each) => each !== undefined && each !== null);
}

function labelOf(data: JurisdictionData, parent: Jurisdiction | null): string {
  if (!parent) return data.code;
  return data.level === 'state' ? `${parent.label}-${data.code}` : `${parent.label}/${data.name}`;
}

function stateOf(country: Jurisdiction, party: TaxParty): Jurisdiction | undefined {
  const region = normalRegion(country.code, party.region);
  if (region === null) return mostSpecific(country.children, 'state', party);
  const named = (code: string) => normalRegion(country.code, code) === region;
  return country.children.find(({ level, code }) => level === 'state' && named(code));
}

/** What lies within, without crossing into a state that was not chosen. */
function descendants(jurisdiction: Jurisdiction): Jurisdiction[] {
  return jurisdiction.children.flatMap((child) =>
    child.level === 'state' ? [] : [child, ...descendants(child)],
  );
}

function mostSpecific(
  candidates: readonly Jurisdiction[],
  level: JurisdictionLevel,
  party: TaxParty,
): Jurisdiction | undefined {
  let best: Jurisdiction | undefined;
  let most = 0;
  for (const candidate of candidates) {
    const score = candidate.level === level ? matchScore(candidate, party) : 0;
    if (score > most) [best, most] = [candidate, score];
  }
  return best;
}

/**
 * A postal code decides where there are patterns; a city's name only where there is no postal
 * answer.
 */
function matchScore({ level, name, postal }: Jurisdiction, party: TaxParty): number {
  const named = level === 'city' && party.city?.trim().toLowerCase() === name.toLowerCase();
  const score = named ? NAMED : 0;
  if (postal.length === 0 || !party.postalCode) return score;
  const writings = writingsOf(party.postalCode, party.country);
  let specificity = -1;
  for (const matcher of postal) {
    if (writings.some((code) => matcher.matches(code)))
      specificity = Math.max(specificity, matcher.specificity);
  }
  return specificity < 0 ? 0 : POSTAL + specificity + score;
}

/**
 * A postal code as it was written and as its country writes it. Patterns name the five digits of
 * the United States; the four that may follow them say where in that place an address is.
 */
function writingsOf(postalCode: string, country: string | null): string[] {
  const written = postalCode.trim().toUpperCase();
  const normal = normalPostalCode(country ?? '', written);
  const writings = [written, normal];
  if (country === 'US') writings.push(normal.replace(/-\d{4}$/, ''));
  return writings;
}
