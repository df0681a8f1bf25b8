import {
  creditNoteNoun,
  MOST_LINES,
  type CreditApplicationInput,
  type CreditNoteLineInput,
  type CreditUnapplicationInput,
} from '@quittance/receivables/host';
import {
  AmountField,
  DateField,
  DraftBody,
  HeadBody,
  IdField,
  IdsField,
  ListField,
  ObjectField,
  PatchBody,
  TextField,
} from '@quittance/http/host';
import type { Id, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { RegistrationDto } from '../invoices/invoice-irn.dto.js';
import { BillToDto } from '../invoices/invoice.dto.js';
import {
  DocumentLineDto,
  lineInput,
  linePatch,
  NewInvoiceLineDto,
  UpdateInvoiceLineDto,
} from '../invoices/invoice-line.dto.js';

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

export class CreateCreditNoteDto extends DraftBody(creditNoteNoun) {
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

export class UpdateCreditNoteDto extends PatchBody(creditNoteNoun) {}

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
export class CreditNoteHeadDto extends HeadBody(creditNoteNoun, { billTo: () => BillToDto }) {}

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
