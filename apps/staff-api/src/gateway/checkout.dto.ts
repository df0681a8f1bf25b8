import { checkoutNoun, MOST_INVOICES, type CheckoutAnswer } from '@quittance/gateway/host';
import {
  AmountField,
  CurrencyField,
  HeadBody,
  IdField,
  IdsField,
  InstantField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import type { Instant, InvoiceId } from '@quittance/kernel';

const nullable = { nullable: true } as const;
const TEXT = { max: 255 } as const;
const URL_TEXT = { max: 2048 } as const;

export class CheckoutAllocationDto {
  @IdField() invoiceId: InvoiceId;
  @AmountField({ sign: 'positive' }) amount: string;
}

export class StartCheckoutDto {
  @IdField({ optional: true, description: 'Either this, `invoiceIds` or `salesOrderId`.' })
  invoiceId?: InvoiceId;
  @IdsField({
    maxItems: 1000,
    optional: true,
    description: 'Invoices of one account and currency that are paid together, 100 at most.',
  })
  invoiceIds?: InvoiceId[];
  @IdField({
    optional: true,
    description: 'Collects the latest invoice of the order that has a balance.',
  })
  salesOrderId?: string;
  @AmountField({
    optional: true,
    nullable: true,
    sign: 'positive',
    description: 'How much to collect; all that is outstanding unless given.',
  })
  amount?: string | null;
  @ListField(() => CheckoutAllocationDto, {
    maxItems: 1000,
    optional: true,
    description: 'How much of each of `invoiceIds`; else what is due first is paid first.',
  })
  allocations?: CheckoutAllocationDto[];
  @TextField({
    ...URL_TEXT,
    optional: true,
    nullable: true,
    description:
      'Where the payer’s browser goes afterwards: https, on the connector’s list ' +
      '`callbackOrigins`; without a list, on a public address of this product or on the ' +
      'company’s website.',
    example: 'https://shop.example/paid',
  })
  callbackUrl?: string | null;
}

export class CheckoutAnswerDto implements CheckoutAnswer {
  @IdField() checkoutId: string;
  @IdField({ description: 'Of several the one that is due first.' }) invoiceId: string;
  @ListField(() => CheckoutAllocationDto, {
    maxItems: MOST_INVOICES,
    description: 'What is meant for each invoice, in the order in which they are paid.',
  })
  allocations: readonly CheckoutAllocationDto[];
  @TextField(TEXT) provider: string;
  @TextField(TEXT) providerLinkId: string;
  @TextField({ ...URL_TEXT, description: 'Where the payer goes now.' }) paymentUrl: string;
  @TextField({
    ...URL_TEXT,
    description:
      'For letters: leads to a payment page for what is outstanding whenever it is opened.',
  })
  lastingUrl: string;
  @AmountField({ description: 'What will really be charged.' }) amount: string;
  @CurrencyField() currency: Currency;
  @AmountField({ optional: true, description: 'By how much that is above what is collected.' })
  roundingAdjustment?: string;
  @InstantField() expiresAt: Instant;
}

class FailedPaymentDto {
  @TextField(TEXT) provider: string;
  @TextField(TEXT) providerPaymentId: string;
  @TextField({ ...TEXT, ...nullable }) code: string | null;
  @TextField({ max: 2048, ...nullable }) description: string | null;
  @InstantField() failedAt: Instant;
}

export class CheckoutDto extends HeadBody(checkoutNoun, {
  failedPayments: () => FailedPaymentDto,
  allocations: () => CheckoutAllocationDto,
}) {}

export class InvoiceCheckoutsDto {
  @ListField(() => CheckoutDto, { maxItems: 100 }) data: CheckoutDto[];
}
