import type { PostalAddress } from '@quittance/company';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { ElectronicAddress } from '@quittance/registrations';
import type { DeliveryPlace } from '../sheets/address-lines.js';
import type { EInvoiceProfile } from './profiles.js';

/**
 * An invoice in the terms of EN 16931; the numbers in comments are those of its business terms.
 * Amounts are minor units of the currency.
 */
export interface EInvoice {
  /** By whose rules it is written: BT-23 and BT-24. */
  readonly profile: EInvoiceProfile;
  /** BT-3: 380 is an invoice, 381 a credit note, 386 asks for a deposit. */
  readonly typeCode: '380' | '381' | '386';
  /** BT-1 */
  readonly number: string;
  /** BT-2 */
  readonly issueDate: LocalDate;
  /** BT-9 */
  readonly dueDate: LocalDate | null;
  /** BT-20 */
  readonly paymentTerms: string | null;
  /** BT-5 */
  readonly currency: Currency;
  /** BT-10: to whom of the buyer it goes; in Germany the Leitweg-ID of a public body. */
  readonly buyerReference: string | null;
  /** BT-13: the number of the buyer's order. */
  readonly orderReference: string | null;
  /** BT-12 */
  readonly contractReference: string | null;
  /** BT-22 */
  readonly note: string | null;
  /** BG-14 */
  readonly period: EInvoicePeriod | null;
  /** BT-25, BT-26 */
  readonly precedingInvoice: { readonly number: string; readonly issueDate: LocalDate } | null;
  readonly seller: EInvoiceSeller;
  readonly buyer: EInvoiceParty;
  /** BG-13 */
  readonly delivery: EInvoiceDelivery | null;
  /** BG-16 */
  readonly payment: EInvoicePayment | null;
  /** BG-20, or BG-21 where `isCharge`. */
  readonly allowances: readonly EInvoiceAllowance[];
  /** BG-23 */
  readonly groups: readonly EInvoiceTaxGroup[];
  readonly totals: EInvoiceTotals;
  /** BG-25 */
  readonly lines: readonly EInvoiceLine[];
}

export interface EInvoicePeriod {
  readonly start: LocalDate | null;
  readonly end: LocalDate | null;
}

export interface EInvoiceDelivery {
  /** BT-72 */
  readonly date: LocalDate | null;
  /** BG-15, with BT-70 */
  readonly place: DeliveryPlace | null;
}

export interface EInvoiceParty {
  /** BT-27, BT-44 */
  readonly name: string;
  readonly address: PostalAddress;
  /** BT-31, BT-48: with the prefix of its country. */
  readonly vatId: string | null;
  /** BT-34, BT-49 */
  readonly endpoint: ElectronicAddress | null;
  /** BT-43, BT-58 */
  readonly email: string | null;
}

export interface EInvoiceSeller extends EInvoiceParty {
  /** BT-28 */
  readonly tradeName: string | null;
  /** BT-30 */
  readonly registrationNumber: string | null;
  /** BT-30-1: the ISO 6523 scheme of the register, where it is known. */
  readonly registrationScheme: string | null;
  /** Those that other lines are taxed under, while a document names one. */
  readonly otherVatIds: readonly string[];
  /** BT-32: a tax number that is no VAT identifier. */
  readonly taxNumber: string | null;
  /** BG-6 */
  readonly contact: { readonly name: string | null; readonly phone: string | null };
}

export interface EInvoicePayment {
  /**
   * BT-81: 30 is a credit transfer, 31 one to an account of a named bank, 58 one within SEPA, 97
   * clearing between partners.
   */
  readonly meansCode: '30' | '31' | '58' | '97';
  /** BT-84; null where nothing is transferred. */
  readonly account: string | null;
  readonly isIban: boolean;
  /** BT-85 */
  readonly holder: string | null;
  /** BT-86 */
  readonly bic: string | null;
  /** BT-83 */
  readonly reference: string | null;
}

/**
 * `S` standard rate, `Z` zero rate, `E` exempt, `AE` reverse charge, `K` intra-community supply,
 * `G` export, `O` outside the scope of VAT, `L` and `M` the taxes of the Canaries and of Ceuta and
 * Melilla.
 */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

/** A tax of a line or of the document. */
export interface EInvoiceVat {
  /** BT-118, BT-151; null where the tax is none that EN 16931 knows. */
  readonly category: VatCategory | null;
  /** BT-119, BT-152: percent; null for `O`. */
  readonly rate: string | null;
}

export interface EInvoiceTaxGroup extends EInvoiceVat {
  /** BT-116 */
  readonly base: bigint;
  /** BT-117 */
  readonly tax: bigint;
  /** BT-120 */
  readonly reason: string | null;
  /** BT-121 */
  readonly reasonCode: string | null;
}

export interface EInvoiceTotals {
  /** BT-106 */
  readonly lines: bigint;
  /** BT-107 */
  readonly allowances: bigint;
  /** BT-108 */
  readonly charges: bigint;
  /** BT-109 */
  readonly net: bigint;
  /** BT-110 */
  readonly vat: bigint;
  /** BT-112 */
  readonly gross: bigint;
  /** BT-113: what is paid, credited or written off of it. */
  readonly paid: bigint;
  /** BT-114 */
  readonly rounding: bigint;
  /** BT-115 */
  readonly due: bigint;
}

export interface EInvoiceLine extends EInvoiceVat {
  /** BT-126 */
  readonly id: string;
  /** BT-153 */
  readonly name: string;
  /** BT-155: what the seller calls the item. */
  readonly itemNumber: string | null;
  /** BT-129 */
  readonly quantity: string;
  /** BT-130 */
  readonly unitCode: string;
  /** BT-146, never negative */
  readonly unitPrice: string;
  /** BT-131 */
  readonly net: bigint;
  /** BG-27, or BG-28 where `isCharge`. */
  readonly adjustment: EInvoiceAdjustment | null;
  /** BG-26 */
  readonly period: EInvoicePeriod | null;
}

/** What is taken off the whole document, or put on it. */
export interface EInvoiceAllowance extends EInvoiceVat {
  readonly isCharge: boolean;
  /** BT-92, BT-99 */
  readonly amount: bigint;
  /** BT-93, BT-100; null where no percentage is told. */
  readonly base: bigint | null;
  /** BT-94, BT-101 */
  readonly percent: string | null;
  /** BT-97, BT-104 */
  readonly reason: string;
}

/** What is taken off a line, or put on one whose quantity is negative. */
export interface EInvoiceAdjustment {
  readonly isCharge: boolean;
  /** BT-136, BT-141 */
  readonly amount: bigint;
  /** BT-137, BT-142 */
  readonly base: bigint;
  /** BT-138, BT-143 */
  readonly percent: string | null;
  /** BT-139, BT-144 */
  readonly reason: string;
}

/** A rule of EN 16931 that a document does not keep. */
export interface EInvoiceFault {
  /** `BR-CO-26` */
  readonly rule: string;
  /** Where the document, its account or the company should say it. */
  readonly pointer?: string;
  /** What is missing or wrong, for a person. */
  readonly message: string;
}
