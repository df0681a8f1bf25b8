import type { LocalDate } from '@quittance/calendar';
import type { SupplyKind, TaxClass } from '../decision/decision.js';
import type { ExemptionKind } from '../decision/exemption-kinds.js';
import type { TaxKind } from '../calculation/pricing.js';

export const JURISDICTION_LEVELS = ['country', 'state', 'county', 'city'] as const;
export type JurisdictionLevel = (typeof JURISDICTION_LEVELS)[number];

export interface JurisdictionData {
  readonly id: string;
  readonly parentId: string | null;
  readonly level: JurisdictionLevel;
  /**
   * ISO 3166-1 alpha-2 of a country, the region part of ISO 3166-2 of a state, else any short code.
   */
  readonly code: string;
  readonly name: string;
  /** `902##`, `90*`; see `postalMatcher`. */
  readonly postalPatterns: readonly string[];
}

export interface RateData {
  readonly jurisdictionId: string;
  readonly taxCode: string;
  readonly kind: TaxKind;
  /** Percent. */
  readonly rate: string;
  readonly compound: boolean;
  /** Lower comes first among the rates of one jurisdiction. */
  readonly priority: number;
  readonly validFrom: LocalDate;
  /** Inclusive; null while it has no end. */
  readonly validTo: LocalDate | null;
}

export interface ExemptionData {
  readonly accountId: string;
  readonly kind: ExemptionKind;
  readonly certificate: string;
  /** Empty: exempt everywhere. A jurisdiction includes what lies within it. */
  readonly jurisdictionIds: readonly string[];
  readonly validFrom: LocalDate;
  readonly validTo: LocalDate | null;
}

export interface CodeData {
  readonly code: string;
  /** What is sold under it, where it is one thing alone. */
  readonly kind: SupplyKind | null;
  /** What the law makes of it beside its rates. */
  readonly taxClass?: TaxClass | null;
}

/** Everything the built-in engine knows of one company. */
export interface RateBookData {
  readonly codes: readonly CodeData[];
  readonly jurisdictions: readonly JurisdictionData[];
  readonly rates: readonly RateData[];
  readonly exemptions: readonly ExemptionData[];
  /** The code of a line that has neither a code nor a rate of its own. */
  readonly defaultTaxCode: string | null;
}

export const NO_RATES: RateBookData = {
  codes: [],
  jurisdictions: [],
  rates: [],
  exemptions: [],
  defaultTaxCode: null,
};

/** Whether a date lies in an interval whose end is inclusive and may be open. */
export function inForce(
  interval: { readonly validFrom: LocalDate; readonly validTo: LocalDate | null },
  date: LocalDate,
): boolean {
  return interval.validFrom <= date && (interval.validTo === null || date <= interval.validTo);
}
