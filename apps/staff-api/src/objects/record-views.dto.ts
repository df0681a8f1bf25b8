import { ApiProperty } from '@nestjs/swagger';
import type { ResolvedLayout } from '@quittance/customization/host';
import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  JsonField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import { type FieldType, type FieldValue, fieldTypes } from '@quittance/fields';
import type { RecordId } from '@quittance/metadata';
import type { TimelineEntry, TimelinePage } from '@quittance/objects/host';
import { ActorDto } from '../actor.dto.js';

type LayoutId = NonNullable<ResolvedLayout['layoutId']>;

const WORDS = { max: 500, min: 0 } as const;

/** Any JSON: what a field holds is told by its type. */
const AnyValue = () =>
  ApiProperty({
    oneOf: [
      {
        type: ['string', 'number', 'boolean', 'array', 'object', 'null'] as never,
        additionalProperties: true,
      },
    ],
  });

export class TimelineQuery {
  @TextField({
    optional: true,
    min: 0,
    max: 200,
    description: 'The nextCursor of the page before.',
  })
  cursor?: string;
  @IntegerField({ optional: true, min: 1, max: 200, description: 'Entries of a page; 50.' })
  pageSize?: number;
}

export class TimelineEntryDto implements TimelineEntry {
  @TextField({ max: 100 }) id: string;
  @TextField({ max: 30, description: '`audit`, `activity`, `task`, `email` …' }) kind: string;
  @InstantField() at: Instant;
  @TextField({ ...WORDS, description: 'What happened, or what it is about.' }) title: string;
  @ObjectField(() => ActorDto, { nullable: true }) actor: ActorDto | null;
  @JsonField({ description: 'What else the entry tells, by its kind.' })
  data: Readonly<Record<string, unknown>>;
}

export class TimelineDto implements TimelinePage {
  @ListField(() => TimelineEntryDto, { maxItems: 200 }) data: readonly TimelineEntryDto[];
  @TextField({ max: 200, nullable: true, description: 'Null at the end.' })
  nextCursor: string | null;
}

export class LayoutQuery {
  @IdField({
    optional: true,
    description: 'A layout of the object instead of the one that serves.',
  })
  layout?: LayoutId;
}

export class ResolvedFieldDto {
  @TextField({ max: 100 }) name: string;
  @TextField({ max: 200 }) label: string;
  @EnumField(fieldTypes.all) type: FieldType;
  @TextField({ ...WORDS, nullable: true }) help: string | null;
  @BooleanField() required: boolean;
  @BooleanField() readOnly: boolean;
  @AnyValue() value: FieldValue;
  @TextField({
    ...WORDS,
    nullable: true,
    description: 'Of a choice or a record, what it is called.',
  })
  display: string | null;
}

export class ResolvedSectionDto {
  @TextField(WORDS) title: string;
  @IntegerField({ min: 1, max: 4 }) columns: number;
  @ListField(() => ResolvedFieldDto, { maxItems: 500 }) fields: readonly ResolvedFieldDto[];
}

export class ResolvedPanelDto {
  @TextField({ max: 100 }) name: string;
  @TextField({ max: 200 }) label: string;
  @AnyValue() data: unknown;
}

export class SkippedFieldDto {
  @TextField(WORDS) section: string;
  @TextField({ max: 100 }) field: string;
}

/** The page of one record, ready to be drawn. */
export class ResolvedLayoutDto implements ResolvedLayout {
  @TextField({ max: 100 }) object: string;
  @IdField() recordId: RecordId;
  @IntegerField({ min: 1 }) version: number;
  @TextField(WORDS) title: string;
  @IdField({ nullable: true, description: 'Null: nobody made a layout.' })
  layoutId: LayoutId | null;
  @TextField(WORDS) layoutName: string;
  @ListField(() => ResolvedSectionDto, { maxItems: 50 }) sections: readonly ResolvedSectionDto[];
  @ListField(() => SkippedFieldDto, {
    maxItems: 500,
    description: 'What the layout names and the object no longer has.',
  })
  skippedFields: readonly SkippedFieldDto[];
  @ListField(() => ResolvedPanelDto, { maxItems: 50 }) panels: readonly ResolvedPanelDto[];
}
