import type {
  DistanceSalesYear,
  TaxOptions,
  TaxRegistration,
  TaxRounding,
} from '@quittance/company';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { BuyerKind } from '@quittance/registrations';
import type { SupplyKind, TaxCategory, TaxReason } from '../decision/decision.js';
import type { Consignment, EuroFactor } from '../decision/import-limit.js';
import type { TaxWarning } from '../decision/warnings.js';
import { ENGINE_FAILURES } from '../engines/engine-failure.js';

export const TAX_KINDS = [
  'vat',
  'gst_cgst',
  'gst_sgst',
  /** What SGST is in a union territory without legislature: charged by the rate of SGST. */
  'gst_utgst',
  'gst_igst',
  'sales',
  'zero',
  'exempt',
  'reverse_charge',
  'intra_community',
  'export',
  'outside_scope',
  'line_rate',
] as const;

/**
 * What a tax is in law. `line_rate` is the percentage sent with a line where the engine has none.
 */
export type TaxKind = (typeof TAX_KINDS)[number];

/** Why a line was not taxed by the external engine of its company. */
export const FALLBACK_REASONS = [
  ...ENGINE_FAILURES,
  /** The engine has failed so often that it was not asked. */
  'circuit_open',
  /** This process has no adapter for the company's engine. */
  'not_configured',
] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

/** One side of a sale: where it sits and the registration it trades under. */
export interface TaxParty {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** Street; only external engines look at it. */
  readonly line1?: string | null;
  readonly line2?: string | null;
  /** The part of ISO 3166-2 after the country, for example `CA` or `KA`. */
  readonly region: string | null;
  readonly city?: string | null;
  readonly postalCode: string | null;
  /** VAT id, GSTIN … as registered. */
  readonly taxRegistration: string | null;
}

/** The side that sells: where it ships from, and what it is registered for. */
export interface SellingParty extends TaxParty {
  /** Where it has its seat, if that is not where it ships from: services are supplied from there. */
  readonly seat?: TaxPlace | null;
  /**
   * Absent or empty while it says nothing: it is taken for registered where it has rates.
   */
  readonly registrations?: readonly TaxRegistration[];
  /** Of the years it is said for. */
  readonly distanceSales?: readonly DistanceSalesYear[];
  /** What it has decided where the law leaves a choice. */
  readonly taxOptions?: TaxOptions;
}

/** The side that buys. */
export interface BuyingParty extends TaxParty {
  readonly accountId: string;
  readonly buyerKind?: BuyerKind | null;
}

/** A place as far as taxes depend on it. */
export type TaxPlace = Pick<TaxParty, 'country' | 'region' | 'postalCode'>;

/** Where an immovable lies, an event is held, a way begins. */
export interface SupplyPlace extends TaxPlace {
  readonly country: string;
}

/** Where goods are delivered; of what it leaves open the customer's address tells. */
export type ShippedTo = Pick<
  TaxParty,
  'country' | 'region' | 'postalCode' | 'city' | 'line1' | 'line2'
>;

export type Discount = { readonly percent: string } | { readonly amount: string };

/** A line before tax: decimal text, at most 6 decimals on quantity and unit price. */
export interface PricingLine {
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: Discount | null;
  readonly taxCode: string | null;
  /** Percent, used where the rate book has no rate for the line's code and place. */
  readonly taxRate: string | null;
  /** What is sold, where it is known; else what the line's tax code says. */
  readonly supply?: SupplyKind | null;
  /** Where it is supplied, of what is supplied where something is or happens. */
  readonly placeOf?: SupplyPlace | null;
  /** Where it is taxed by another day than its document. External engines know that one alone. */
  readonly taxDate?: LocalDate;
  /** B's sale to C of what A sends to C. */
  readonly triangular?: boolean;
  /** What it bears of a discount on the whole document, in minor units: see `spreadDiscount`. */
  readonly share?: bigint;
}

export interface PricingRequest {
  readonly currency: Currency;
  /** The tax date: rates in force on it apply. */
  readonly date: LocalDate;
  readonly pricesIncludeTax: boolean;
  readonly rounding: TaxRounding;
  readonly seller: SellingParty;
  readonly customer: BuyingParty;
  /** Where goods go, if not to the customer's address. */
  readonly shipTo?: ShippedTo | null;
  /**
   * What a minor unit of a currency is in cents of the euro, null where no rate tells; absent where
   * nobody asks. Only imports under the One-Stop-Shop need it.
   */
  readonly toEuro?: (currency: Currency) => EuroFactor | null;
  readonly lines: readonly PricingLine[];
}

/** One tax on one line, in minor units. */
export interface LineTax {
  /** `DE`, `US-CA`, `US-CA/Los Angeles`; null for a rate that came with the line. */
  readonly jurisdiction: string | null;
  readonly kind: TaxKind;
  readonly taxCode: string | null;
  /** Percent. */
  readonly rate: string;
  readonly base: bigint;
  readonly tax: bigint;
  /** Computed by an external engine and taken as it is: base × rate need not be it. */
  readonly given?: true;
  /** On top of the taxes before it. Amounts of a cent or two do not tell. */
  readonly compound?: true;
  /** Of a customer who is exempt: the certificate that says so. */
  readonly certificate?: string;
}

/** A line after calculation, in minor units: `net + tax = total`. */
export interface PricedLine {
  readonly net: bigint;
  /** What was taken off quantity × unit price. */
  readonly discount: bigint;
  readonly tax: bigint;
  readonly total: bigint;
  /** The percentage all taxes of the line come to, `0` when there is none. */
  readonly taxRate: string;
  readonly taxes: readonly LineTax[];
  /** The line's own rate was used, or none: nothing else was known for its code and place. */
  readonly fallback: boolean;
  /** Null while it is not determined; see `isUndetermined`. */
  readonly category: TaxCategory | null;
  readonly reason: TaxReason;
  /** Why the external engine that should have taxed the line did not; null where there is none. */
  readonly fallbackReason: FallbackReason | null;
  /** What is to be said beside the decision; absent where there is nothing. */
  readonly warnings?: readonly TaxWarning[];
}

/**
 * The rounding certificate of one tax of the document: anybody can recompute it. `exactTax` is
 * decimal minor units before rounding (12 decimals where a price that includes tax leaves a
 * fraction without end); `moved` lists the minor units by which a line's tax differs from rounding
 * that line alone. Where a rate is rounded once for all its codes (`taxesByRate`), they may do so
 * together: the exact taxes of all codes of the rate come to what is rounded.
 */
export interface TaxGroup {
  readonly jurisdiction: string | null;
  readonly taxCode: string | null;
  readonly kind: TaxKind;
  readonly rate: string;
  readonly base: bigint;
  readonly exactTax: string;
  readonly tax: bigint;
  readonly moved: readonly { readonly line: number; readonly minor: bigint }[];
}

/** A priced document, in minor units: `subtotal + taxTotal = total`, each the sum of its lines. */
export interface PricedDocument {
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
  readonly lines: readonly PricedLine[];
  readonly groups: readonly TaxGroup[];
  /** How goods stood to the limit of imports; absent where none are imported. */
  readonly consignment?: Consignment;
}
