import type { LocalDate } from '@quittance/calendar';
import type { DeliveryPlace } from './address-lines.js';
import type { PrintableQuote } from './printable-quote.js';

/** What is asked for ahead of an order. */
export interface PrintableDeposit {
  /** Of its invoice. */
  readonly number: string;
  readonly total: bigint;
  readonly paid: bigint;
}

/** What orders have as quotes do. */
type Agreed = Pick<
  PrintableQuote,
  | 'language'
  | 'locale'
  | 'currency'
  | 'seller'
  | 'buyer'
  | 'changedAt'
  | 'number'
  | 'mark'
  | 'title'
  | 'issueDate'
  | 'startOn'
  | 'termMonths'
  | 'renewal'
  | 'introduction'
  | 'notes'
  | 'terms'
  | 'paymentTerms'
  | 'pricesIncludeTax'
  | 'lines'
  | 'taxes'
  | 'subtotal'
  | 'taxTotal'
  | 'total'
  | 'oneOff'
  | 'recurring'
  | 'withoutPrices'
>;

/** A sales order, ready to be laid out: what is still agreed of it. Amounts are minor units. */
export interface PrintableOrder extends Agreed {
  readonly kind: 'sales_order';
  /** It binds: what is printed confirms it. */
  readonly confirmed: boolean;
  /** Of the quote that became it. */
  readonly quoteNumber: string | null;
  /** By which the customer knows it. */
  readonly poNumber: string | null;
  readonly buyerReference: string | null;
  readonly deliveryDate: LocalDate | null;
  readonly requestedOn: LocalDate | null;
  readonly shipTo: DeliveryPlace;
  readonly shippedOn: LocalDate | null;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly deposits: readonly PrintableDeposit[];
}
