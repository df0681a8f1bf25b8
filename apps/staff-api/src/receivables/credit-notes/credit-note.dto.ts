import {
  correctionMembers,
  creditNoteNoun,
  MOST_LINES,
  type CreditApplicationInput,
  type CreditNoteLineDraft,
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
import { documentAdjustments, documentLineMembers } from '@quittance/lines';
import { completed } from '@quittance/nouns';
import { RegistrationDto } from '../invoices/invoice-irn.dto.js';
import { AdjustmentDto, BillToDto, referenceShapes } from '../invoices/invoice.dto.js';
import { documentLineShapes, lineInput, linePatch } from '../invoices/invoice-line.dto.js';

const nullable = { nullable: true } as const;
const optional = { optional: true } as const;
const POSITIVE = { sign: 'positive' } as const;
const REASON = { max: 1000 } as const;
const LINES = { maxItems: MOST_LINES } as const;
const line = { members: { ...documentLineMembers, ...correctionMembers } };
const shapes = documentLineShapes;

const { description, unitPrice } = documentLineMembers;
const AS_CORRECTED = 'That of the line it corrects; required of a line that corrects none.';
const newLine = {
  members: {
    ...line.members,
    description: completed(description.field, { copied: true, advice: AS_CORRECTED }),
    unitPrice: completed(unitPrice.field, {
      copied: true,
      advice:
        'That of the line it corrects, with what was taken off it; required of a line that ' +
        'corrects none, and of a part of one that an amount was taken off.',
    }),
  },
};

/** A new line of a credit note. */
export class NewCreditNoteLineDto extends DraftBody(newLine, shapes) {}

/** The members of a line to change. */
export class UpdateCreditNoteLineDto extends PatchBody(line, shapes) {}

export class CreateCreditNoteDto extends DraftBody(creditNoteNoun, referenceShapes) {
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
  @ListField(() => AdjustmentDto, {
    maxItems: documentAdjustments.most,
    ...optional,
    description:
      'What is taken off the credit as a whole (allowance) or put on it (charge): each makes a ' +
      'line of its own behind the others, which is changed as they are.',
  })
  adjustments?: AdjustmentDto[];
}

export class UpdateCreditNoteDto extends PatchBody(creditNoteNoun, referenceShapes) {}

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
export class CreditNoteHeadDto extends HeadBody(creditNoteNoun, {
  ...referenceShapes,
  billTo: () => BillToDto,
}) {}

export class CreditNoteLineDto extends HeadBody(line, shapes) {
  @IdField() id: Id<'credit-note-line'>;
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
export function noteLineInput(dto: NewCreditNoteLineDto, pointer: string): CreditNoteLineDraft {
  const { description = null, invoiceLineId = null } = dto;
  const line = lineInput({ ...dto, description: description ?? '' }, pointer);
  return { ...line, description, invoiceLineId };
}

/** The members that were sent. */
export function noteLinePatch(dto: UpdateCreditNoteLineDto): Partial<CreditNoteLineInput> {
  const { invoiceLineId, ...rest } = dto;
  return invoiceLineId === undefined ? linePatch(rest) : { ...linePatch(rest), invoiceLineId };
}
