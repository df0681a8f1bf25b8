import {
  CREDIT_NOTE_KINDS,
  CREDIT_NOTE_STATUSES,
  MOST_LINES,
  type CreditApplicationInput,
  type CreditNoteKind,
  type CreditNoteLineInput,
  type CreditNotePatch,
  type CreditNoteStatus,
  type CreditNoteView,
  type CreditUnapplicationInput,
} from '@quittance/receivables/host';
import { TAX_ROUNDINGS, type TaxRounding } from '@quittance/company/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, CreditNoteId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from '@quittance/receivables';
import { RegistrationDto } from './invoice-irn.dto.js';
import { BillToDto } from './invoice.dto.js';
import {
  DocumentLineDto,
  lineInput,
  linePatch,
  NewInvoiceLineDto,
  UpdateInvoiceLineDto,
} from './invoice-line.dto.js';

const nullable = { nullable: true } as const;
const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const POSITIVE = { sign: 'positive' } as const;
const REASON = { max: 1000 } as const;
const LINES = { maxItems: MOST_LINES } as const;
const CORRECTED_LINE = {
  description:
    'The line of the invoice that it corrects; it is taxed as that one was, and has its sign.',
} as const;

/** A new line of a credit note. */
export class NewCreditNoteLineDto extends NewInvoiceLineDto {
  @IdField({ ...clearable, ...CORRECTED_LINE }) invoiceLineId?: Id<'invoice-line'> | null;
}

/** The members of a line to change. */
export class UpdateCreditNoteLineDto extends UpdateInvoiceLineDto {
  @IdField({ ...clearable, ...CORRECTED_LINE }) invoiceLineId?: Id<'invoice-line'> | null;
}

export class CreateCreditNoteDto {
  @IdField() accountId: AccountId;
  @IdField({
    ...clearable,
    description: 'The invoice it corrects: currency, buyer and tax are those of the invoice.',
  })
  invoiceId?: InvoiceId | null;
  @CurrencyField({ ...optional, description: 'The invoice’s, else the account’s or company’s.' })
  currency?: Currency;
  @TextField(REASON) reason: string;
  @DateField({ ...optional, description: 'Today, in the company’s time zone.' })
  issueDate?: LocalDate;
  @BooleanField({ ...optional, description: 'The invoice’s, else false.' })
  pricesIncludeTax?: boolean;
  @ListField(() => NewCreditNoteLineDto, {
    ...LINES,
    ...optional,
    description: 'The lines of the invoice when absent.',
  })
  lines?: NewCreditNoteLineDto[];
  @IdsField({
    maxItems: MOST_LINES,
    ...optional,
    description: 'In place of `lines`: these lines of the invoice.',
  })
  invoiceLineIds?: Id<'invoice-line'>[];
}

export class UpdateCreditNoteDto implements CreditNotePatch {
  @TextField({ ...REASON, ...optional }) reason?: string;
  @DateField(optional) issueDate?: LocalDate;
  @BooleanField(optional) pricesIncludeTax?: boolean;
}

export class VoidCreditNoteDto {
  @TextField(REASON) reason: string;
}

export class ApplyCreditNoteDto implements CreditApplicationInput {
  @IdField() invoiceId: InvoiceId;
  @AmountField({ ...POSITIVE, description: 'At most what remains and at most the balance.' })
  amount: string;
}

export class AllocateCreditNoteDto {
  @ListField(() => ApplyCreditNoteDto, { minItems: 1, maxItems: 200 })
  allocations: ApplyCreditNoteDto[];
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
  @TextField(REASON) reason: string;
  @ObjectField(() => BillToDto, { ...nullable, description: 'Null on account.' })
  billTo: BillToDto | null;
  @BooleanField() pricesIncludeTax: boolean;
  @EnumField(TAX_ROUNDINGS) taxRounding: TaxRounding;
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
  @AmountField() appliedAmount: string;
  @AmountField({ description: 'Returned to the customer with the payment it came from.' })
  refundedAmount: string;
  @AmountField() remaining: string;
  @TextField({ ...REASON, ...nullable }) voidReason: string | null;
  @InstantField(nullable) issuedAt: Instant | null;
  @InstantField(nullable) voidedAt: Instant | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

export class CreditNoteLineDto extends DocumentLineDto {
  @IdField() id: Id<'credit-note-line'>;
  @IdField({ ...nullable, ...CORRECTED_LINE }) invoiceLineId: Id<'invoice-line'> | null;
}

export class CreditApplicationDto {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) invoiceNumber: string;
  @AmountField({ sign: 'any', description: 'Negative when it was taken back.' }) amount: string;
  @DateField() appliedOn: LocalDate;
}

/** A credit note with its lines and what it was applied to. */
export class CreditNoteDto extends CreditNoteHeadDto {
  @ObjectField(() => RegistrationDto, {
    ...nullable,
    description: 'Its registration at India’s invoice portal, once it is set.',
  })
  irn: RegistrationDto | null;
  @ListField(() => CreditNoteLineDto, LINES) lines: CreditNoteLineDto[];
  @ListField(() => CreditApplicationDto, { maxItems: 1000 }) applications: CreditApplicationDto[];
}

/** The line as the operations take it; what is absent is null. */
export function noteLineInput(dto: NewCreditNoteLineDto, pointer: string): CreditNoteLineInput {
  return { ...lineInput(dto, pointer), invoiceLineId: dto.invoiceLineId ?? null };
}

/** The members that were sent. */
export function noteLinePatch(dto: UpdateCreditNoteLineDto): Partial<CreditNoteLineInput> {
  const { invoiceLineId, ...rest } = dto;
  return invoiceLineId === undefined ? linePatch(rest) : { ...linePatch(rest), invoiceLineId };
}
