/**
 * The categories of value added tax as EN 16931 names them: `S` standard rate, `Z` zero rate, `E`
 * exempt, `AE` reverse charge, `K` intra-community supply, `G` export, `O` outside the scope. Taxes
 * that are no value added tax go by the same letters inside the house.
 */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** Why a line that should be taxed is not, and must not leave the house. */
export const UNDETERMINED_REASONS = [
  /** There is no rate in force for its code where it is supplied. */
  'rate_missing',
  /** It is supplied in another member state, of which the company has no rates. */
  'registration_required',
  /** The address does not tell where in its country it is supplied, on which the tax depends. */
  'place_unknown',
  /** The external engine did not answer, and the line has no rate of its own. */
  'engine_failed',
] as const;
export type UndeterminedReason = (typeof UNDETERMINED_REASONS)[number];

/** The grounds of a category. */
export const TAX_REASONS = [
  'taxed',
  /** By the rate that came with the line: the set-up has none. */
  'line_rate',
  'zero_rate',
  'exempt_code',
  'exempt_customer',
  /** A service to a business in another member state (Directive 2006/112/EC, article 196). */
  'reverse_charge',
  /** By the set-up, within the country: the law of the country says which. */
  'domestic_reverse_charge',
  /** Goods to a business in another member state (article 138). */
  'intra_community',
  /** Goods that leave the territory of the tax (article 146); of India services too. */
  'export',
  /** A service whose place of supply is abroad (article 44). */
  'service_abroad',
  /** The company charges no tax there. */
  'not_registered',
  /** The external engine found nothing due and said no more. */
  'engine',
  ...UNDETERMINED_REASONS,
] as const;
export type TaxReason = (typeof TAX_REASONS)[number];

/** What was decided of a line: it stands with the line for good, and all documents go by it. */
export interface TaxDecision {
  /** Null while it is not determined. */
  readonly category: TaxCategory | null;
  readonly reason: TaxReason;
}

const UNDETERMINED: ReadonlySet<string> = new Set(UNDETERMINED_REASONS);

/** Whether a line of this ground should bear a tax that nobody knows. */
export function isUndetermined(reason: string | null): boolean {
  return reason !== null && UNDETERMINED.has(reason);
}

/** What is sold, as far as the place of its supply depends on it. */
export const SUPPLY_KINDS = ['goods', 'services', 'digital'] as const;
export type SupplyKind = (typeof SUPPLY_KINDS)[number];
