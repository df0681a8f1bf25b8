/**
 * The categories of value added tax as EN 16931 names them: `S` standard rate, `Z` zero rate, `E`
 * exempt, `AE` reverse charge, `K` intra-community supply, `G` export, `O` outside the scope, `L`
 * the tax of the Canary Islands, `M` that of Ceuta and Melilla. Taxes that are no value added tax
 * go by the same letters inside the house.
 */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** Why a line that should be taxed is not, and must not leave the house. */
export const UNDETERMINED_REASONS = [
  /** There is no rate in force for its code where it is supplied. */
  'rate_missing',
  /** It is taxed where the company is not registered, but has to be. */
  'registration_required',
  /** The address does not tell where in its country it is supplied, on which the tax depends. */
  'place_unknown',
  /** Imported, and no exchange rate tells whether it is within the limit of the One-Stop-Shop. */
  'import_value_unknown',
  /** The external engine did not answer, and the line has no rate of its own. */
  'engine_failed',
] as const;
export type UndeterminedReason = (typeof UNDETERMINED_REASONS)[number];

/** What the law exempts by name: classes of codes, and grounds of what is sold under them. */
export const EXEMPTIONS = [
  /** Directive 2006/112/EC, article 132(1)(b), (c), (i), (m) and (n). */
  'exempt_hospital',
  'exempt_medical',
  'exempt_education',
  'exempt_sport',
  'exempt_culture',
  /** Article 135(1)(a), (b), (d) and (l). */
  'exempt_insurance',
  'exempt_credit',
  'exempt_payments',
  'exempt_letting',
] as const;
export type Exemption = (typeof EXEMPTIONS)[number];

/** By a certificate under Directive 2006/112/EC, article 151(1)(a), (aa), (b), (c) and (d). */
export const TREATY_GROUNDS = [
  'exempt_diplomatic',
  'exempt_union_body',
  'exempt_international_organisation',
  'exempt_armed_forces',
  'exempt_armed_forces_abroad',
] as const;

/** The grounds of a category. */
export const TAX_REASONS = [
  'taxed',
  /** By the rate that came with the line: the set-up has none. */
  'line_rate',
  'zero_rate',
  'exempt_code',
  /** By the class of its code, each of an exemption of its own (articles 132 and 135). */
  ...EXEMPTIONS,
  'exempt_customer',
  /** By a certificate of the customer: goods bought to be sold again, and the Indian Act (87). */
  'exempt_resale',
  'exempt_first_nations',
  ...TREATY_GROUNDS,
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
  /** A service that the state taxes only where its law names it, which it does not. */
  'untaxed_service',
  /** By the rate of the consumer's member state, declared under the One-Stop-Shop (article 369b). */
  'one_stop_shop',
  /** The same for small consignments from outside the Union (article 369m). */
  'import_one_stop_shop',
  /** The seller's registration is one of a small business (article 284). */
  'small_business',
  /** B sells to C what A sends there: C owes the tax (articles 141 and 197). */
  'triangulation',
  /** Supplied where the seller is not registered and the law there has the buyer owe it (194). */
  'foreign_reverse_charge',
  /** Taxed within the price by its margin, which no document shows (articles 312 to 325). */
  'margin_second_hand',
  'margin_art',
  'margin_antiques',
  /** The margin scheme of travel agents (articles 306 to 310). */
  'margin_travel',
  /** By its code no supply at all: damages, deposits, vouchers of many uses. */
  'out_of_scope',
  /** India: exported without a letter of undertaking that is in force, so with tax. */
  'export_tax_paid',
  /** India: to a unit in a special economic zone, under a letter of undertaking or with tax. */
  'sez_undertaking',
  'sez_tax_paid',
  /** India: a dealer under the composition scheme writes bills of supply. */
  'composition',
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

const EXEMPT: ReadonlySet<string> = new Set(EXEMPTIONS);

/** Whether a class of a code is an exemption that the law names. */
export function isExemption(name: string): name is Exemption {
  return EXEMPT.has(name);
}

/** Whether a line of this ground should bear a tax that nobody knows. */
export function isUndetermined(reason: string | null): boolean {
  return reason !== null && UNDETERMINED.has(reason);
}

/** What is sold, as far as the place of its supply depends on it. */
export const SUPPLY_KINDS = [
  'goods',
  'services',
  'digital',
  /** Those of article 59: advice, rights, advertising, data, staff. */
  'intangible_services',
  /** Who comes pays for being there; the place is where it is held (articles 53 and 54). */
  'event',
  'virtual_event',
  /** Where it lies (article 47): hotels, building works, letting. */
  'immovable',
  /** Where they are eaten (article 55). */
  'restaurant',
  /** Where the way leads (article 48). */
  'passenger_transport',
  /** To consumers, where it begins (articles 49 and 50). */
  'goods_transport',
  /** Up to thirty days: where it is handed over (article 56). */
  'vehicle_hire',
  /** Of whoever arranges what others supply; to consumers where that is supplied (article 46). */
  'intermediary',
] as const;
export type SupplyKind = (typeof SUPPLY_KINDS)[number];

/** What the law makes of a code beside its rates, wherever it is sold at home. */
export const TAX_CLASSES = [
  /** Under whichever exemption; those that are told apart have an article of their own. */
  'exempt',
  ...EXEMPTIONS,
  /** Between businesses of one country the buyer owes the tax: scrap, building works. */
  'domestic_reverse_charge',
  'margin_second_hand',
  'margin_art',
  'margin_antiques',
  'margin_travel',
  'out_of_scope',
] as const;
export type TaxClass = (typeof TAX_CLASSES)[number];
