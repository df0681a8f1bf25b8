import {
  DateField,
  EnumField,
  InstantField,
  IntegerField,
  TextField,
  TextsField,
} from '@quittance/http';
import type { Instant, LocalDate } from '@quittance/kernel';
import {
  DOCUMENT_TYPES,
  RESETS,
  type DocumentType,
  type NumberingPreview,
  type NumberingView,
  type Reset,
} from '@quittance/numbering';

const FORMAT = {
  max: 60,
  description:
    'Literal text and tokens: {SEQ}, {SEQ:n} or {000000} exactly once; {YYYY} {YY} {MM} {DD} {Q}.',
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

  @TextField({ max: 20, example: '1' })
  start: string;

  @TextField({ max: 20, example: '1' })
  increment: string;

  @EnumField(['Default', 'Saved'])
  source: 'Default' | 'Saved';

  @IntegerField()
  version: number;

  @InstantField({ nullable: true })
  updatedAt: Instant | null;
}
