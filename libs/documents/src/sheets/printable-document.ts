import type { Company, DocumentLanguage, PostalAddress } from '@quittance/company';
import type { ElectronicAddress } from '@quittance/registrations';
import type { VatCategory } from '../e-invoices/e-invoice.js';
import type { EInvoiceProfile } from '../e-invoices/profiles.js';
import type { DeliveryPlace } from './address-lines.js';
import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';

/** The company as its documents show it, its registrations those in force on their day. */
export type SellerIdentity = Pick<
  Company,
  | 'legalName'
  | 'tradeName'
  | 'address'
  | 'taxRegistrations'
  | 'registrationNumber'
  | 'contact'
  | 'electronicAddress'
  | 'bankAccount'
  | 'logo'
>;

/** Who a document is addressed to. */
export interface PrintableBuyer {
  readonly name: string;
  readonly address: PostalAddress;
  readonly taxRegistration: string | null;
  /** Where its invoices are sent to. */
  readonly email: string | null;
  /** Where it receives electronic invoices. */
  readonly electronicAddress?: ElectronicAddress | null;
}

/** What every document has. Amounts are minor units of its currency. */
export interface PrintableHead {
  readonly language: DocumentLanguage;
  /** BCP 47, for numbers and dates; used where it is of the same language. */
  readonly locale: string;
  readonly currency: Currency;
  readonly seller: SellerIdentity;
  readonly buyer: PrintableBuyer;
  /** When what it shows last changed: the date inside the file, so that repeats are identical. */
  readonly changedAt: Instant;
}

export const DOCUMENT_MARKS = ['draft', 'void', 'cancelled'] as const;
/** Why a document is none to be paid, printed across it. */
export type DocumentMark = (typeof DOCUMENT_MARKS)[number];

/** What was decided of the tax of a line. */
export interface PrintableDecision {
  /** Null where nothing is decided as yet, or ever was. */
  readonly category: VatCategory | null;
  /** The ground as the tax library names it: `export`, `service_abroad` … */
  readonly reason: string | null;
}

/** What a line takes off the whole document or puts on it. */
export interface PrintableAdjustment {
  readonly kind: 'allowance' | 'charge';
  /** Null of an amount. */
  readonly percent: string | null;
  /** What the percentage is of, in minor units. */
  readonly base: bigint | null;
}

/** One tax of a line. */
export interface PrintableLineTax extends Pick<PrintableTax, 'kind' | 'rate' | 'tax'> {
  /** `FR`, `US-CA`; null or absent of a rate that came with the line. */
  readonly jurisdiction?: string | null;
  /** Of a buyer who is exempt: the certificate that says so. */
  readonly certificate?: string;
}

export interface PrintableLine {
  readonly position: number;
  /** The seller's number of the item. */
  readonly sku: string | null;
  /** Null of a line of what is sold. */
  readonly adjustment: PrintableAdjustment | null;
  readonly description: string;
  /** India's code of the goods (HSN) or the service (SAC). */
  readonly hsnCode: string | null;
  readonly quantity: string;
  /** As the product has it: `hour`, `HUR`. */
  readonly unit: string | null;
  readonly unitPrice: string;
  readonly discountPercent: string | null;
  /** What the discount came to. */
  readonly discount: bigint;
  readonly taxRate: string;
  /** As the company names it; in India it may be the HSN or SAC code. */
  readonly taxCode: string | null;
  readonly taxes: readonly PrintableLineTax[];
  readonly decision: PrintableDecision;
  /** As the tax library names it: `goods` …; null or absent where its tax code alone may tell. */
  readonly supplyKind?: string | null;
  /** Of what is supplied where something is or happens: that place. */
  readonly placeOf?: Pick<PostalAddress, 'country' | 'region'> | null;
  readonly net: bigint;
  readonly total: bigint;
  readonly periodStart: LocalDate | null;
  readonly periodEnd: LocalDate | null;
}

/** One tax of the whole document. */
export interface PrintableTax {
  /** As the tax library names it: `vat`, `gst_cgst`, `reverse_charge` … */
  readonly kind: string;
  readonly jurisdiction: string | null;
  readonly rate: string;
  readonly base: bigint;
  readonly tax: bigint;
}

/** The registration of a document at India's portal. */
export interface PrintableRegistration {
  readonly irn: string;
  readonly ackNumber: string;
  readonly ackDate: LocalDate;
  /** The signed text that its square code says. */
  readonly signedQr: string;
  /** When it was cancelled at the portal: its number is used up, and the code is worth nothing. */
  readonly cancelledOn: LocalDate | null;
}

/** A part of a deposit that a note takes off the invoice of what was delivered. */
export interface PrintableDeduction {
  /** The invoice that asked for the deposit. */
  readonly invoiceNumber: string;
  readonly invoiceDate: LocalDate;
  /** The note that credits it. */
  readonly noteNumber: string;
  readonly noteDate: LocalDate;
  readonly net: bigint;
  readonly tax: bigint;
  /** The same by tax and rate. */
  readonly taxes?: readonly PrintableTax[];
}

/** An invoice or a credit note, ready to be laid out. */
export interface PrintableInvoice extends PrintableHead {
  readonly kind: 'invoice' | 'credit_note';
  /** It asks ahead for what is delivered later; absent of any other document. */
  readonly deposit?: true;
  /** A credit note that keeps what a payment brought above what was open; absent of any other. */
  readonly onAccount?: true;
  readonly number: string;
  readonly mark: DocumentMark | null;
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate | null;
  readonly periodStart: LocalDate | null;
  readonly periodEnd: LocalDate | null;
  readonly poNumber: string | null;
  /** To whom of the buyer it goes; in Germany the Leitweg-ID of a public body. */
  readonly buyerReference: string | null;
  readonly contractReference: string | null;
  readonly deliveryDate: LocalDate | null;
  readonly deliveryAddress: DeliveryPlace | null;
  readonly paymentTerms: string | null;
  /** Whose rules its electronic invoice keeps; null: the norm's alone. */
  readonly eInvoiceProfile: EInvoiceProfile | null;
  /** The invoice that a credit note is about. */
  readonly precedingInvoice: {
    readonly number: string;
    readonly issueDate: LocalDate;
    /** What it was for; absent or null where it says no period. */
    readonly periodStart?: LocalDate | null;
    readonly periodEnd?: LocalDate | null;
  } | null;
  readonly reason: string | null;
  /** What India's invoice registration portal answered. */
  readonly registration: PrintableRegistration | null;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly PrintableLine[];
  readonly taxes: readonly PrintableTax[];
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
  /** Paid on an invoice; given back of a credit note. */
  readonly paid: bigint;
  /** Credit applied: to an invoice, or of a credit note. */
  readonly credited: bigint;
  /** What of the credit applied are deposits; absent where none is. */
  readonly deductions?: readonly PrintableDeduction[];
  /** Of an invoice what nobody is asked for any more; 0 of a credit note. */
  readonly writtenOff: bigint;
  /** What is left to pay, or of the credit. */
  readonly balance: bigint;
  /** What of it the customer objects to, and nobody is asked for; absent where nothing is. */
  readonly disputed?: bigint;
  readonly notes: string | null;
  /** Where it can be paid online at this moment. */
  readonly paymentLink: string | null;
}

export const STATEMENT_MOVEMENTS = [
  'invoice',
  'payment',
  'credit_note',
  'refund',
  'chargeback',
  'write_off',
  'write_off_undone',
] as const;

export interface PrintableMovement {
  readonly kind: (typeof STATEMENT_MOVEMENTS)[number];
  readonly date: LocalDate;
  readonly number: string;
  /** Positive where the customer owes more, negative where less. */
  readonly amount: bigint;
  readonly balance: bigint;
}

/** What happened on a customer's account from one day to another. */
export interface PrintableStatement extends PrintableHead {
  readonly kind: 'statement';
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly movements: readonly PrintableMovement[];
}

/** What a partner has earned, or what was taken back of it. */
export interface PrintableCommission {
  readonly on: LocalDate;
  /** What happened, or what somebody wrote who adjusted it. */
  readonly reason: string;
  /** Of the order that it is of; a partner knows no number of an invoice. */
  readonly orderNumber: string | null;
  readonly customer: string | null;
  /** Net that was paid, in the currency of the invoice. */
  readonly base: bigint;
  readonly baseCurrency: Currency;
  /** Percent; null of what somebody has adjusted by hand. */
  readonly rate: string | null;
  readonly amount: bigint;
}

/** What a partner is paid for a month, ready to be laid out. */
export interface PrintableCommissionStatement extends PrintableHead {
  readonly kind: 'commission_statement';
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly paidOn: LocalDate | null;
  readonly carried: bigint;
  readonly earned: bigint;
  readonly reversed: bigint;
  readonly total: bigint;
  readonly lines: readonly PrintableCommission[];
}
