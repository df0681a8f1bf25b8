import {
  CREDIT_MOVEMENT_KINDS,
  CREDIT_NOTE_KINDS,
  CREDIT_NOTE_STATUSES,
  type CreditNoteKind,
  type CreditNoteProof,
  type CreditNoteStatus,
} from '@quittance/receivables/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { CreditNoteId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { RoundingDto } from '../invoices/invoice-figures.dto.js';

const nullable = { nullable: true } as const;
const ANY = { sign: 'any' } as const;

export class CreditMovementDto {
  @EnumField(CREDIT_MOVEMENT_KINDS) kind: (typeof CREDIT_MOVEMENT_KINDS)[number];
  @AmountField({ ...ANY, description: 'Positive when it lowers what remains.' }) amount: string;
  @AmountField({ ...ANY, description: 'What remains after it.' }) remaining: string;
  @DateField() on: LocalDate;
  @IdField(nullable) invoiceId: InvoiceId | null;
  @IdField(nullable) refundId: Id<'refund'> | null;
  @TextField({ max: 64, description: 'The number of the invoice or payment.' }) number: string;
  @InstantField() recordedAt: Instant;
}

export class CreditNoteSumsDto {
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
  @AmountField() appliedAmount: string;
  @AmountField() refundedAmount: string;
  @AmountField() remaining: string;
}

export class CreditNoteProofDto implements CreditNoteProof {
  @IdField() creditNoteId: CreditNoteId;
  @TextField({ max: 64 }) number: string;
  @EnumField(CREDIT_NOTE_KINDS) kind: CreditNoteKind;
  @EnumField(CREDIT_NOTE_STATUSES) status: CreditNoteStatus;
  @CurrencyField() currency: Currency;
  @ListField(() => CreditMovementDto, {
    maxItems: 10_000,
    description: 'Every application and refund in the order they were recorded.',
  })
  movements: CreditMovementDto[];
  @ObjectField(() => CreditNoteSumsDto, { description: 'Added up from lines and movements.' })
  summed: CreditNoteSumsDto;
  @ObjectField(() => CreditNoteSumsDto, { description: 'As kept in the credit note.' })
  kept: CreditNoteSumsDto;
  @ObjectField(() => RoundingDto) rounding: RoundingDto;
  @BooleanField({ description: 'Everything added up equals what is kept.' }) agrees: boolean;
}
