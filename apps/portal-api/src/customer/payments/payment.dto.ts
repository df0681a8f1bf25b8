import type { LocalDate } from '@quittance/calendar';
import { MOST_INVOICES } from '@quittance/gateway/host';
import {
  AmountField,
  DraftBody,
  DateField,
  EnumField,
  IdField,
  IdsField,
  ListField,
  ObjectField,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { CreditNoteId, Id, InvoiceId } from '@quittance/kernel';
import type { Sayings } from '@quittance/portal';
import { PAYMENT_METHODS, type PaymentMethod } from '@quittance/receivables';
import {
  creditNoteLineNoun,
  creditNoteNoun,
  paymentNoun,
  REFUND_KINDS,
  type RefundKind,
} from '@quittance/receivables/host';
import { CustomerBillToDto, CustomerShipToDto } from '../address.dto.js';
import { customerLineShapes } from '../invoices/invoice.dto.js';
import { CREDIT_NOTE, PAYMENT } from '../shown/payments.js';

const lacked = { optional: true } as const;
const MOST = { maxItems: 1000 } as const;

/** A payment as lists of its customer show it. */
export class CustomerPaymentHeadDto extends SeenBody(paymentNoun, PAYMENT as Sayings) {}

class CustomerAllocationDto {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) invoiceNumber: string;
  @AmountField({ ...lacked, sign: 'any' }) amount?: string;
  @DateField() appliedOn: LocalDate;
}

class CustomerStatedDto {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) invoiceNumber: string;
  @AmountField(lacked) amount?: string;
}

class CustomerRefundDto {
  @IdField() id: Id<'refund'>;
  @EnumField(REFUND_KINDS) kind: RefundKind;
  @AmountField({ ...lacked, sign: 'any', description: 'Below zero where it came back.' })
  amount?: string;
  @AmountField({ ...lacked, description: 'Taken from the credit on account.' })
  fromCredit?: string;
  @AmountField({ ...lacked, sign: 'any', description: 'Reversed off invoices.' })
  fromInvoices?: string;
  @AmountField({ ...lacked, description: 'What came back as credit on account.' })
  toCredit?: string;
  @DateField() refundedOn: LocalDate;
}

class CustomerOnAccountDto {
  @IdField() id: CreditNoteId;
  @TextField({ max: 64 }) number: string;
  @AmountField(lacked) remaining?: string;
}

/** A payment with where its money went. */
export class CustomerPaymentDto extends CustomerPaymentHeadDto {
  @ListField(() => CustomerAllocationDto, MOST) allocations: CustomerAllocationDto[];
  @ListField(() => CustomerStatedDto, {
    ...MOST,
    description: 'Of a payment for several invoices that was stated, what is meant for each.',
  })
  stated: CustomerStatedDto[];
  @IdsField({ maxItems: 5, description: 'What was uploaded to show it.' })
  documentIds: readonly Id<'document'>[];
  @ListField(() => CustomerRefundDto, MOST) refunds: CustomerRefundDto[];
  @ObjectField(() => CustomerOnAccountDto, { nullable: true })
  creditNote: CustomerOnAccountDto | null;
}

type StatedMethod = Exclude<PaymentMethod, 'gateway'>;
const STATED_METHODS = PAYMENT_METHODS.filter(
  (method): method is StatedMethod => method !== 'gateway',
);

/** What a customer says to have paid. */
export class StatePaymentDto extends DraftBody({
  members: {
    amount: paymentNoun.members.amount,
    reference: paymentNoun.members.reference,
  },
}) {
  @EnumField(STATED_METHODS, {
    description: 'What came by a gateway is known by itself; nobody states it.',
  })
  method: StatedMethod;
  @DateField({
    near: true,
    description: 'Never a day to come, nor more than a year before the first of the invoices.',
  })
  paidOn: LocalDate;
  @IdsField({
    maxItems: 5,
    ...lacked,
    description: 'Own uploads that show it: pdf, jpg, png, heic.',
  })
  documentIds?: Id<'document'>[];
}

class StatedForDto {
  @IdField() invoiceId: InvoiceId;
  @AmountField({ sign: 'positive' }) amount: string;
}

/** The same of money for several invoices. */
export class RecordStatementDto extends StatePaymentDto {
  @ListField(() => StatedForDto, {
    minItems: 1,
    maxItems: MOST_INVOICES,
    description: 'Of one account and currency. What is left of the amount goes on account.',
  })
  allocations: StatedForDto[];
}

/** A credit note as lists of its customer show it. */
export class CustomerCreditNoteHeadDto extends SeenBody(creditNoteNoun, CREDIT_NOTE as Sayings, {
  billTo: () => CustomerBillToDto,
  deliveryAddress: () => CustomerShipToDto,
}) {}

class CustomerCreditNoteLineDto extends SeenBody(creditNoteLineNoun, CREDIT_NOTE.lines as Sayings, {
  ...customerLineShapes,
}) {}

class CustomerApplicationDto {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) invoiceNumber: string;
  @AmountField({ ...lacked, sign: 'any' }) amount?: string;
  @DateField() appliedOn: LocalDate;
}

/** A credit note with its lines. */
export class CustomerCreditNoteDto extends CustomerCreditNoteHeadDto {
  @ListField(() => CustomerCreditNoteLineDto, MOST) lines: CustomerCreditNoteLineDto[];
  @ListField(() => CustomerApplicationDto, MOST) applications: CustomerApplicationDto[];
}
