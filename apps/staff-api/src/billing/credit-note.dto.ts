import {
  CREDIT_NOTE_KINDS,
  CREDIT_NOTE_STATUSES,
  type CreditApplicationInput,
  type CreditNoteDetail,
  type CreditNoteKind,
  type CreditNoteStatus,
  type CreditNoteView,
  type CreditUnapplicationInput,
} from '@quittance/billing';
import {
  AmountField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http';
import type {
  AccountId,
  CreditNoteId,
  Currency,
  Instant,
  InvoiceId,
  LocalDate,
  PaymentId,
} from '@quittance/kernel';

const nullable = { nullable: true } as const;
const POSITIVE = { sign: 'positive' } as const;

export class ApplyCreditNoteDto implements CreditApplicationInput {
  @IdField() invoiceId: InvoiceId;
  @AmountField({ ...POSITIVE, description: 'At most what remains and at most the balance.' })
  amount: string;
}

export class UnapplyCreditNoteDto implements CreditUnapplicationInput {
  @IdField() invoiceId: InvoiceId;
  @AmountField({ ...POSITIVE, optional: true, description: 'All that is applied when absent.' })
  amount?: string;
}

/** A credit note as lists show it. */
export class CreditNoteHeadDto implements CreditNoteView {
  @IdField() id: CreditNoteId;
  @IntegerField() version: number;
  @TextField({ max: 64, example: 'CN-000042' }) number: string;
  @EnumField(CREDIT_NOTE_KINDS, { description: '`on_account` keeps the excess of a payment.' })
  kind: CreditNoteKind;
  @EnumField(CREDIT_NOTE_STATUSES) status: CreditNoteStatus;
  @IdField() accountId: AccountId;
  @IdField(nullable) invoiceId: InvoiceId | null;
  @IdField(nullable) paymentId: PaymentId | null;
  @TextField({ max: 255, ...nullable }) providerPaymentId: string | null;
  @CurrencyField() currency: Currency;
  @DateField() issueDate: LocalDate;
  @TextField({ max: 1000 }) reason: string;
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
  @AmountField() appliedAmount: string;
  @AmountField({ description: 'Returned to the customer with the payment it came from.' })
  refundedAmount: string;
  @AmountField() remaining: string;
  @TextField({ max: 1000, ...nullable }) voidReason: string | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

export class CreditApplicationDto {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) invoiceNumber: string;
  @AmountField({ sign: 'any', description: 'Negative when it was taken back.' }) amount: string;
  @DateField() appliedOn: LocalDate;
}

/** A credit note with what it was applied to. */
export class CreditNoteDto extends CreditNoteHeadDto implements CreditNoteDetail {
  @ListField(() => CreditApplicationDto, { maxItems: 1000 }) applications: CreditApplicationDto[];
}
