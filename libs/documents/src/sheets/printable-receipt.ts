import type { LocalDate } from '@quittance/calendar';
import type { PrintableHead } from './printable-document.js';

export const RECEIPT_METHODS = [
  'cash',
  'cheque',
  'bank_transfer',
  'card',
  'upi',
  'gateway',
  'other',
] as const;

/** That a payment has come, and what it was for. Amounts are minor units of its currency. */
export interface PrintableReceipt extends PrintableHead {
  readonly kind: 'receipt';
  /** That of the payment. */
  readonly number: string;
  readonly receivedOn: LocalDate;
  readonly method: (typeof RECEIPT_METHODS)[number];
  readonly reference: string | null;
  readonly amount: bigint;
  /** What was given back of it since. */
  readonly refunded: bigint;
  /** What of it settled invoices, in the order in which it did. */
  readonly settled: readonly {
    readonly number: string;
    readonly date: LocalDate;
    readonly amount: bigint;
  }[];
  /** What became credit of the customer. */
  readonly onAccount: bigint;
}
