import type { LocalDate } from '@quittance/calendar';
import { isKnownAt } from '../decision/certificates.js';
import {
  GROUND_OF_KIND,
  isTreatyKind,
  type ExemptionKind,
  type CertificateGround,
  type PlaceKind,
  type TreatyKind,
} from '../decision/exemption-kinds.js';
import type { Jurisdiction } from './jurisdiction-map.js';
import { inForce, type ExemptionData } from './rate-book-data.js';

/** What certificates of a customer free of tax at a place. */
export interface Exempt {
  readonly everywhere: boolean;
  /** All that has taxes at the place is covered. */
  readonly whole: boolean;
  /** What is covered, and by which certificate. */
  readonly covered: ReadonlyMap<Jurisdiction, Pick<ExemptionData, 'certificate'>>;
  /** The ground and the number of the first that counts here; null where none does. */
  readonly ground: CertificateGround | null;
  readonly certificate: string | null;
  /** Of one that names this place or none, and that no tax here knows. */
  readonly idle: PlaceKind | null;
}

/** Certificates under article 151 that hold where a supply ends, and where it begins. */
export interface HeldTreaties {
  readonly there: Held<TreatyKind> | null;
  readonly home: Held<TreatyKind> | null;
}

type Place = readonly Jurisdiction[];
type Held<Kind extends ExemptionKind> = ExemptionData & { readonly kind: Kind };

/** No certificate. */
export const NOWHERE: Exempt = {
  everywhere: false,
  whole: false,
  covered: new Map(),
  ground: null,
  certificate: null,
  idle: null,
};

const ofPlaces = (each: ExemptionData): each is Held<PlaceKind> => !isTreatyKind(each.kind);
const ofTreaties = (each: ExemptionData): each is Held<TreatyKind> => isTreatyKind(each.kind);

/** The certificates of a company's customers, and what the law of each place makes of them. */
export class HeldCertificates {
  private readonly held = new Map<string, ExemptionData[]>();

  constructor(exemptions: readonly ExemptionData[]) {
    for (const each of exemptions) {
      const own = this.held.get(each.accountId);
      if (own) own.push(each);
      else this.held.set(each.accountId, [each]);
    }
  }

  /** Whether the customer has any, in force or not. */
  has(accountId: string): boolean {
    return this.held.has(accountId);
  }

  private counting(accountId: string, date: LocalDate): ExemptionData[] {
    return (this.held.get(accountId) ?? []).filter((each) => inForce(each, date));
  }

  /** What frees of the taxes of a place. */
  at(accountId: string, date: LocalDate, { place, country, isRated }: RatedPlace): Exempt {
    const held = this.counting(accountId, date).filter(ofPlaces);
    if (held.length === 0) return NOWHERE;
    const always = held.find((each) => each.kind === 'other' && isAnywhere(each));
    if (always) return everywhere(always);
    const covered = new Map(
      place.flatMap((jurisdiction) => {
        const found = held.find((each) => covers(each, jurisdiction));
        return found ? [[jurisdiction, found] as const] : [];
      }),
    );
    // Of a country that is not set up nothing but its code is known.
    const bare = held.find((each) => isAnywhere(each) && isKnownAt(each.kind, country));
    const [first = place.length === 0 ? bare : undefined] = covered.values();
    const taxing = place.filter(isRated);
    return {
      everywhere: false,
      whole: first !== undefined && (taxing[0] ? taxing : place).every((each) => covered.has(each)),
      covered,
      ground: first ? GROUND_OF_KIND[first.kind] : null,
      certificate: first?.certificate ?? null,
      idle: first ? null : (held.find((each) => reaches(each, place))?.kind ?? null),
    };
  }

  /** What frees under article 151 where a supply ends, and where it begins. */
  treaties(accountId: string, date: LocalDate, there: Place, home: Place): HeldTreaties {
    const held = this.counting(accountId, date).filter(ofTreaties);
    const within = (place: Place) => held.find((each) => reaches(each, place)) ?? null;
    return { there: within(there), home: within(home) };
  }

  /**
   * The number of one that frees of all tax of a place, for engines that decide themselves what it
   * frees from; null when there is none.
   */
  ofAll(accountId: string, date: LocalDate, place: Place, country: string | null): string | null {
    // One that holds in a city only would free of the state's tax as well.
    const state = place.find(({ level }) => level === 'state') ?? place[0];
    const found = this.counting(accountId, date).find(
      (each) => isKnownAt(each.kind, country) && reaches(each, state ? [state] : []),
    );
    return found?.certificate ?? null;
  }
}

/** A place, which need not be set up, and what of it has rates. */
interface RatedPlace {
  readonly place: Place;
  readonly country: string | null;
  readonly isRated: (jurisdiction: Jurisdiction) => boolean;
}

/** By a certificate that names no place. */
function everywhere({ certificate }: ExemptionData): Exempt {
  const ground = GROUND_OF_KIND.other;
  return { ...NOWHERE, everywhere: true, whole: true, ground, certificate };
}

function isAnywhere({ jurisdictionIds }: ExemptionData): boolean {
  return jurisdictionIds.length === 0;
}

/** It names the jurisdiction, or one that this lies within. */
function isNamed({ jurisdictionIds }: ExemptionData, jurisdiction: Jurisdiction): boolean {
  for (let each: Jurisdiction | null = jurisdiction; each; each = each.parent) {
    if (jurisdictionIds.includes(each.id)) return true;
  }
  return false;
}

/** It names the place, all of it or a part, or none at all. */
function reaches(each: ExemptionData, place: Place): boolean {
  return isAnywhere(each) || place.some((jurisdiction) => isNamed(each, jurisdiction));
}

function covers(each: ExemptionData, jurisdiction: Jurisdiction): boolean {
  return isKnownAt(each.kind, jurisdiction.label) && reaches(each, [jurisdiction]);
}
