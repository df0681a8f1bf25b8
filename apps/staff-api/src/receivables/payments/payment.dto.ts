import {
  accountPaymentMembers,
  paymentNoun,
  REFUND_KINDS,
  type AccountPayment,
  type InvoicePayment,
  type PaymentDetail,
  type RefundInput,
  type RefundKind,
} from '@quittance/receivables/host';
import {
  AmountField,
  BooleanField,
  DateField,
  DraftBody,
  EnumField,
  HeadBody,
  IdField,
  IdsField,
  InstantField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { CreditNoteId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { ActorDto } from '../../actor.dto.js';

const optional = { optional: true } as const;
const nullable = { nullable: true } as const;
const POSITIVE = { sign: 'positive' } as const;
const REASON = { max: 1000 } as const;
const MOST_ALLOCATIONS = { maxItems: 200 } as const;

/** Money entered for one invoice. */
export class RecordPaymentDto extends DraftBody(paymentNoun) implements InvoicePayment {
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
export class RecordAccountPaymentDto
  extends DraftBody({ members: accountPaymentMembers })
  implements AccountPayment
{
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
export class PaymentHeadDto extends HeadBody(paymentNoun, {}) {}

export class PaymentAllocationDto {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) invoiceNumber: string;
  @AmountField({ sign: 'any', description: 'Negative when a refund took it back.' }) amount: string;
  @DateField() appliedOn: LocalDate;
  @IdField(nullable) refundId: Id<'refund'> | null;
}

export class RefundDto {
  @IdField() id: Id<'refund'>;
  @EnumField(REFUND_KINDS) kind: RefundKind;
  @IdField({ ...nullable, description: 'What came back by it.' })
  reversesId: Id<'refund'> | null;
  @AmountField({ sign: 'any', description: 'Below zero where it came back.' }) amount: string;
  @AmountField({ description: 'Taken from the credit note on account.' }) fromCredit: string;
  @AmountField({
    sign: 'any',
    description: 'Reversed off invoices; below zero where put there again.',
  })
  fromInvoices: string;
  @AmountField({ description: 'What came back and became a credit note, as no invoice took it.' })
  toCredit: string;
  @TextField(REASON) reason: string;
  @TextField({ max: 255, ...nullable, description: 'The dispute that took it.' })
  providerDisputeId: string | null;
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

class StatedAllocationDto {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) invoiceNumber: string;
  @AmountField() amount: string;
}

/** A payment with where its money went. */
export class PaymentDto extends PaymentHeadDto implements PaymentDetail {
  @ListField(() => PaymentAllocationDto, MOST_ALLOCATIONS) allocations: PaymentAllocationDto[];
  @ListField(() => StatedAllocationDto, {
    ...MOST_ALLOCATIONS,
    description: 'Of money for several invoices that a customer says to have sent.',
  })
  stated: StatedAllocationDto[];
  @IdsField({ maxItems: 5, description: 'Documents of its invoice that show it.' })
  documentIds: readonly Id<'document'>[];
  @ListField(() => RefundDto, { maxItems: 1000 }) refunds: RefundDto[];
  @ObjectField(() => OnAccountNoteDto, nullable) creditNote: OnAccountNoteDto | null;
}
