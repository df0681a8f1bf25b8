import {
  DateField,
  EnumField,
  InstantField,
  IntegerField,
  TextField,
  ListField,
  IdField,
  BooleanField,
  TextsField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import {
  DOCUMENT_TYPES,
  RESETS,
  type LedgerEntry,
  type NumberingPreview,
  type NumberingView,
  type Reset,
  type SequenceProof,
} from '@quittance/numbering/host';
import type { DocumentType } from '@quittance/numbering';

const FORMAT = {
  max: 60,
  description:
    'Literal text and tokens: {SEQ}, {SEQ:n} or {000000} exactly once; {YYYY} {YY} {MM} {DD} ' +
    '{Q}, and of the fiscal year {FY} {FYYYY} (in which it ends) or {FY-FY} (26-27).',
  example: 'INV-{YYYY}-{SEQ:5}',
};
const WHOLE = { min: 0, max: 1_000_000_000_000 };

export class SaveNumberingDto {
  @TextField(FORMAT)
  format: string;

  @EnumField(RESETS, { optional: true, description: '`never` unless said otherwise.' })
  reset?: Reset;

  @IntegerField({ ...WHOLE, optional: true, description: 'First value of a period; 1 by default.' })
  start?: number;

  @IntegerField({ min: 1, max: 1_000_000, optional: true, description: '1 by default.' })
  increment?: number;
}

export class PreviewNumberingDto extends SaveNumberingDto {
  @EnumField(DOCUMENT_TYPES, {
    optional: true,
    description: 'Goes on where the documents of this type are.',
  })
  type?: DocumentType;

  @DateField({ optional: true, description: 'The date of the documents; today by default.' })
  date?: LocalDate;
}

export class NumberPreviewDto implements NumberingPreview {
  @DateField()
  date: LocalDate;

  @TextsField({ max: 80, maxItems: 5, description: 'The next five numbers.' })
  numbers: string[];
}

export class NumberingDto implements NumberingView {
  @EnumField(DOCUMENT_TYPES)
  type: DocumentType;

  @TextField(FORMAT)
  format: string;

  @EnumField(RESETS)
  reset: Reset;

  @IntegerField({ example: 1 })
  start: number;

  @IntegerField({ example: 1 })
  increment: number;

  @EnumField(['Default', 'Saved'])
  source: 'Default' | 'Saved';

  @IntegerField()
  version: number;

  @InstantField({ nullable: true })
  updatedAt: Instant | null;
}

const SEQ = { max: 20, description: 'The value of the counter.' } as const;
const nullable = { nullable: true } as const;

export class LedgerEntryDto implements LedgerEntry {
  @TextField({ max: 80 }) number: string;
  @TextField({ max: 10, min: 0, description: 'Empty where the counter never starts anew.' })
  period: string;
  @TextField(SEQ) seq: string;
  @TextField({ max: 40, description: 'The state of the document, or `skipped`.' }) fate: string;
  @IdField({ ...nullable, description: 'Null where the number was passed over.' })
  documentId: string | null;
  @DateField(nullable) date: LocalDate | null;
  @TextField({ max: 500, ...nullable, description: 'Why it was passed over.' })
  reason: string | null;
  @InstantField() givenAt: Instant;
}

class SequenceProofDto implements SequenceProof {
  @TextField({ max: 10, min: 0 }) period: string;
  @TextField(SEQ) first: string;
  @TextField(SEQ) last: string;
  @TextField({ ...SEQ, description: 'Where the counter stands.' }) counter: string;
  @IntegerField() documents: number;
  @IntegerField({ description: 'Numbers passed over, each with its reason in the ledger.' })
  skipped: number;
  @TextsField({ max: 200, maxItems: 30, description: 'Where a value is missing or given twice.' })
  faults: string[];
}

export class NumberProofDto {
  @EnumField(DOCUMENT_TYPES) type: DocumentType;
  @BooleanField({ description: 'Whether every value of every period is accounted for.' })
  contiguous: boolean;
  @ListField(() => SequenceProofDto, { maxItems: 100_000 }) periods: SequenceProofDto[];
}
