import type { LocalDate } from '@quittance/calendar';
import type { DeliveryPlace } from './address-lines.js';
import type {
  DocumentMark,
  PrintableHead,
  PrintableLine,
  PrintableTax,
} from './printable-document.js';

/** How often what recurs is paid. */
export const PRINTED_FREQUENCIES = [
  'weekly',
  'fortnightly',
  'monthly',
  'quarterly',
  'half_yearly',
  'annually',
] as const;
export type PrintedFrequency = (typeof PRINTED_FREQUENCIES)[number];

/** A tier of what usage costs; null: all that is above. */
export interface PrintedTier {
  readonly upTo: string | null;
  readonly unitPrice: string;
  readonly fee?: string | null;
}

/** What usage of a line costs beside, in major units; quantities are decimal text. */
export type PrintableCharge = {
  readonly name: string;
  /** Of quantities; null where there is no word for it. */
  readonly unit: string | null;
  readonly included: string | null;
} & (
  | { readonly model: 'per_unit'; readonly unitPrice: string }
  | { readonly model: 'graduated'; readonly tiers: readonly PrintedTier[] }
  | {
      readonly model: 'volume';
      readonly tiers: readonly PrintedTier[];
      readonly feeAtZero?: boolean;
    }
  | { readonly model: 'package'; readonly size: string; readonly unitPrice: string }
  | {
      readonly model: 'percentage';
      readonly rate: string;
      readonly fee?: string | null;
      readonly freeEvents?: number;
      readonly freeBase?: string | null;
      readonly eventMin?: string | null;
      readonly eventMax?: string | null;
    }
);

/** A line of a quote; of a section and a note the description alone is printed. */
export interface PrintableQuoteLine extends Omit<PrintableLine, 'unitPrice' | 'sku'> {
  readonly kind: 'one_off' | 'recurring' | 'section' | 'note' | 'adjustment';
  /** Null where nothing has a price yet. */
  readonly unitPrice: string | null;
  /** What it bears of the discount on the whole quote. */
  readonly share: bigint;
  readonly frequency: PrintedFrequency | null;
  readonly trialDays: number;
  /** For how many periods its discount holds; null: always. */
  readonly discountPeriods: number | null;
  /** What usage costs beside; in no total. */
  readonly charges: readonly PrintableCharge[];
  /** The least that flat price and usage of a period come to, net. */
  readonly usageMinimum: bigint | null;
  readonly optional: boolean;
  /** Counts. */
  readonly selected: boolean;
  readonly minQuantity: string | null;
  readonly maxQuantity: string | null;
}

/** Whoever has accepted a quote, as they said it. */
export interface PrintableAcceptance {
  readonly name: string;
  readonly title: string | null;
  readonly poNumber: string | null;
  readonly on: LocalDate;
  /** A typed name, or a PNG as a data URL. */
  readonly signature: string | null;
  readonly receiptHash: string;
}

/** How what recurs goes on when its term is over. */
export interface PrintableRenewal {
  readonly noticeDays: number;
  /** By how many percent prices rise. */
  readonly upliftPercent: string;
}

/** A quote, ready to be laid out. Amounts are minor units, with tax unless they say otherwise. */
export interface PrintableQuote extends PrintableHead {
  readonly kind: 'quote';
  readonly number: string;
  readonly revision: number;
  readonly mark: DocumentMark | null;
  readonly poNumber: string | null;
  readonly buyerReference: string | null;
  readonly deliveryDate: LocalDate | null;
  readonly deliveryAddress: DeliveryPlace | null;
  readonly title: string | null;
  readonly issueDate: LocalDate;
  readonly validUntil: LocalDate;
  /** Null: when the order is confirmed. */
  readonly startOn: LocalDate | null;
  readonly termMonths: number | null;
  /** Of a contract that goes on by itself; null of one that ends. */
  readonly renewal: PrintableRenewal | null;
  readonly introduction: string | null;
  readonly notes: string | null;
  readonly terms: string | null;
  readonly paymentTerms: string | null;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly PrintableQuoteLine[];
  /** Of what is chosen. */
  readonly taxes: readonly PrintableTax[];
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
  readonly oneOff: bigint;
  /** A full period of what recurs. */
  readonly recurring: readonly { readonly frequency: PrintedFrequency; readonly total: bigint }[];
  readonly firstInvoice: bigint;
  readonly deposit: bigint | null;
  /** Null where something has no end. */
  readonly overTerm: bigint | null;
  readonly withOptions: bigint;
  /** A place to sign by hand is printed. */
  readonly toBeSigned: boolean;
  /** On the file that is made as it is accepted; without the signature on the page of its link. */
  readonly acceptance: PrintableAcceptance | null;
  /** For those who may see no prices: it has none. */
  readonly withoutPrices?: boolean;
}
