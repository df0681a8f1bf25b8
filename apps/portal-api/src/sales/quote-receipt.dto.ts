import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  DateField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { QuoteReceipt } from '@quittance/sales/host';

/** What of a receipt tells no price and no order. */
export class QuoteReceiptHeadDto {
  @TextField({ max: 64, description: 'Of the quote.' }) number: string;
  @IntegerField() revision: number;
  @InstantField({ description: 'When it was accepted.' }) at: Instant;
  @DateField({ description: 'The day of that, where the company is.' }) on: LocalDate;
  @TextField({ max: 200, description: 'Who agreed.' }) name: string;
  @TextField({ max: 200, nullable: true }) title: string | null;
  @TextField({ max: 100, nullable: true }) poNumber: string | null;
}

const ORDER = { max: 64, nullable: true, description: 'Null until it is ordered.' } as const;
const HASH = { max: 64, description: 'SHA-256 of the receipt, to be asked for by.' } as const;

/** The receipt of an acceptance. */
export class QuoteReceiptDto extends QuoteReceiptHeadDto implements QuoteReceipt {
  @AmountField({ description: 'Of what was chosen, with tax.' }) total: string;
  @TextField({ max: 3 }) currency: QuoteReceipt['currency'];
  @TextField(ORDER) orderNumber: string | null;
  @TextField(HASH) receiptHash: string;
}

const lacked = { optional: true } as const;

/** The same as far as its reader sees prices and orders. */
export class CustomerReceiptDto extends QuoteReceiptHeadDto {
  @AmountField({ ...lacked, description: 'Of what was chosen, with tax.' }) total?: string;
  @TextField({ max: 3, ...lacked }) currency?: string;
  @TextField({ ...ORDER, ...lacked }) orderNumber?: string | null;
  @TextField({ ...HASH, ...lacked }) receiptHash?: string;
}
