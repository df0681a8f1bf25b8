import { MOST_INVOICES } from '@quittance/gateway/host';
import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';

const URL_TEXT = { max: 2048 } as const;

class CustomerCheckoutAllocationDto {
  @IdField() invoiceId: InvoiceId;
  @AmountField({ sign: 'positive' }) amount: string;
}

const ALLOCATIONS = {
  maxItems: MOST_INVOICES,
  description: 'What is meant for each invoice, in the order in which they are paid.',
} as const;

export class StartCustomerCheckoutDto {
  @IdField({ optional: true, description: 'Either this, `invoiceIds` or `salesOrderId`.' })
  invoiceId?: InvoiceId;
  @IdsField({
    maxItems: 1000,
    optional: true,
    description: 'Invoices of one account and currency that are paid together, 100 at most.',
  })
  invoiceIds?: InvoiceId[];
  @IdField({ optional: true, description: 'Its most recent invoice that has a balance.' })
  salesOrderId?: string;
  @AmountField({
    optional: true,
    sign: 'positive',
    description:
      'All that is open and not disputed, when absent. A part only where the company takes ' +
      'parts: what is due first is paid first.',
  })
  amount?: string;
  @ListField(() => CustomerCheckoutAllocationDto, {
    maxItems: 1000,
    optional: true,
    description: 'How much of each of `invoiceIds`, together the amount.',
  })
  allocations?: CustomerCheckoutAllocationDto[];
  @TextField({
    ...URL_TEXT,
    optional: true,
    description: 'Where the browser goes afterwards; see `callbackOrigins` of the connector.',
  })
  callbackUrl?: string;
}

export class CustomerCheckoutAnswerDto {
  @IdField() checkoutId: string;
  @IdField({ description: 'Of several the one that is due first.' }) invoiceId: string;
  @ListField(() => CustomerCheckoutAllocationDto, ALLOCATIONS)
  allocations: CustomerCheckoutAllocationDto[];
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
  @IdField({ description: 'Of several the one that is due first.' }) invoiceId: InvoiceId;
  @ListField(() => CustomerCheckoutAllocationDto, ALLOCATIONS)
  allocations: CustomerCheckoutAllocationDto[];
  @EnumField(CHECKOUT_STATES, {
    description: '`under_review`: money has come that a person has yet to book.',
  })
  state: CheckoutState;
  @TextField({ max: 300, nullable: true, description: 'Why it failed.' }) reason: string | null;
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
