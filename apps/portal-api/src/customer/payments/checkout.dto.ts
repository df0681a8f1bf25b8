import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';

const URL_TEXT = { max: 2048 } as const;

export class StartCustomerCheckoutDto {
  @IdField({ optional: true, description: 'Either this or `salesOrderId`.' })
  invoiceId?: InvoiceId;
  @IdField({ optional: true, description: 'Its most recent invoice that has a balance.' })
  salesOrderId?: string;
  @AmountField({
    optional: true,
    sign: 'positive',
    description: 'All that is open and not disputed, which it must be where it is given.',
  })
  amount?: string;
  @TextField({
    ...URL_TEXT,
    optional: true,
    description: 'Where the browser goes afterwards; see `callbackOrigins` of the connector.',
  })
  callbackUrl?: string;
}

export class CustomerCheckoutAnswerDto {
  @IdField() checkoutId: string;
  @IdField() invoiceId: string;
  @TextField({ max: 255 }) provider: string;
  @TextField({ max: 255 }) providerLinkId: string;
  @TextField({ ...URL_TEXT, description: 'Where the payer goes now.' }) paymentUrl: string;
  @AmountField({ description: 'What will really be charged.' }) amount: string;
  @CurrencyField() currency: Currency;
  @InstantField() expiresAt: Instant;
}

export const CHECKOUT_STATES = [
  'open',
  'processing',
  'paid',
  'failed',
  'expired',
  'cancelled',
  'under_review',
] as const;
export type CheckoutState = (typeof CHECKOUT_STATES)[number];

/** How far an attempt to pay has come. */
export class CheckoutStateDto {
  @IdField() checkoutId: string;
  @IdField() invoiceId: InvoiceId;
  @EnumField(CHECKOUT_STATES, {
    description: '`under_review`: money has come that a person has yet to book.',
  })
  state: CheckoutState;
  @AmountField() amount: string;
  @CurrencyField() currency: Currency;
  @TextField({ ...URL_TEXT, nullable: true, description: 'While it can be paid.' })
  paymentUrl: string | null;
  @IdField({ nullable: true, description: 'The payment, once it is booked.' })
  paymentId: string | null;
  @InstantField() expiresAt: Instant;
}

export class WaitQuery {
  @IntegerField({
    min: 0,
    max: 25,
    optional: true,
    description: 'Answers as soon as the state is another, after so many seconds at the latest.',
  })
  wait?: number;
}
