import { PAYMENT_METHODS, type PaymentMethod, type PaymentId } from '@quittance/receivables';
import {
  PAYMENT_STATUSES,
  type AccountPayment,
  type InvoicePayment,
  type PaymentDetail,
  type PaymentStatus,
  type PaymentView,
  type RefundInput,
} from '@quittance/receivables/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, CreditNoteId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { ActorDto } from '../actor.dto.js';

const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const nullable = { nullable: true } as const;
const POSITIVE = { sign: 'positive' } as const;
const REFERENCE = { max: 200, example: 'Cheque 1042' } as const;
const REASON = { max: 1000 } as const;
const RECEIVED = { ...optional, description: 'Today when absent; never a day to come.' } as const;
const MOST_ALLOCATIONS = { maxItems: 200 } as const;

/** Money entered for one invoice. */
export class RecordPaymentDto implements InvoicePayment {
  @AmountField(POSITIVE) amount: string;
  @CurrencyField({ ...optional, description: 'Refused when it is not the invoice’s.' })
  currency?: Currency;
  @EnumField(PAYMENT_METHODS) method: PaymentMethod;
  @TextField({ ...REFERENCE, ...clearable }) reference?: string | null;
  @DateField(RECEIVED) receivedOn?: LocalDate;
  @BooleanField({
    ...optional,
    description: 'It still has to be cleared: stored, and applied when it is.',
  })
  pending?: boolean;
}

export class AllocationDto {
  @IdField() invoiceId: InvoiceId;
  @AmountField(POSITIVE) amount: string;
}

/** Money of a customer over several invoices. */
export class RecordAccountPaymentDto implements AccountPayment {
  @IdField() accountId: AccountId;
  @AmountField(POSITIVE) amount: string;
  @CurrencyField() currency: Currency;
  @EnumField(PAYMENT_METHODS) method: PaymentMethod;
  @TextField({ ...REFERENCE, ...clearable }) reference?: string | null;
  @DateField(RECEIVED) receivedOn?: LocalDate;
  @ListField(() => AllocationDto, {
    ...MOST_ALLOCATIONS,
    ...optional,
    description: 'What no invoice takes becomes a credit note on account.',
  })
  allocations?: AllocationDto[];
}

export class RefundPaymentDto implements RefundInput {
  @AmountField({ ...POSITIVE, ...optional, description: 'All that is left when absent.' })
  amount?: string;
  @TextField(REASON) reason: string;
  @BooleanField({
    ...optional,
    description: 'Asks the provider to return the money; the refund is booked when it confirms.',
  })
  instructProvider?: boolean;
}

/** A payment as lists show it. */
export class PaymentHeadDto implements PaymentView {
  @IdField() id: PaymentId;
  @IntegerField() version: number;
  @TextField({ max: 64, example: 'PAY-000042' }) number: string;
  @EnumField(PAYMENT_STATUSES) status: PaymentStatus;
  @IdField({ ...nullable, description: 'Null for a payment over several invoices.' })
  invoiceId: InvoiceId | null;
  @IdField() accountId: AccountId;
  @AmountField() amount: string;
  @AmountField({ description: 'What settled invoices when it was booked.' }) appliedAmount: string;
  @AmountField({ description: 'What became a credit note on account when it was booked.' })
  onAccountAmount: string;
  @AmountField() refundedAmount: string;
  @AmountField({ description: 'What is left of it: 0 while pending and when failed.' })
  netAmount: string;
  @CurrencyField() currency: Currency;
  @EnumField(PAYMENT_METHODS) method: PaymentMethod;
  @TextField({ ...REFERENCE, ...nullable }) reference: string | null;
  @TextField({ max: 50, ...nullable }) provider: string | null;
  @TextField({ max: 255, ...nullable }) providerPaymentId: string | null;
  @DateField() receivedOn: LocalDate;
  @InstantField(nullable) clearedAt: Instant | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

export class PaymentAllocationDto {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) invoiceNumber: string;
  @AmountField({ sign: 'any', description: 'Negative when a refund took it back.' }) amount: string;
  @DateField() appliedOn: LocalDate;
  @IdField(nullable) refundId: Id<'refund'> | null;
}

export class RefundDto {
  @IdField() id: Id<'refund'>;
  @AmountField() amount: string;
  @AmountField({ description: 'Taken from the credit note on account.' }) fromCredit: string;
  @AmountField({ description: 'Reversed off invoices.' }) fromInvoices: string;
  @TextField(REASON) reason: string;
  @TextField({ max: 255, ...nullable }) providerRefundId: string | null;
  @DateField() refundedOn: LocalDate;
  @ObjectField(() => ActorDto) actor: ActorDto;
  @InstantField() createdAt: Instant;
}

export class OnAccountNoteDto {
  @IdField() id: CreditNoteId;
  @TextField({ max: 64 }) number: string;
  @AmountField() remaining: string;
}

/** A payment with where its money went. */
export class PaymentDto extends PaymentHeadDto implements PaymentDetail {
  @ListField(() => PaymentAllocationDto, MOST_ALLOCATIONS) allocations: PaymentAllocationDto[];
  @ListField(() => RefundDto, { maxItems: 1000 }) refunds: RefundDto[];
  @ObjectField(() => OnAccountNoteDto, nullable) creditNote: OnAccountNoteDto | null;
}
