import type { SetupItem } from '@quittance/configuration';
import type { SentSetup, SetupDifference, SetupDocument } from '@quittance/customization/host';
import {
  BooleanField,
  EnumField,
  IntegerField,
  JsonField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { FieldError } from '@quittance/kernel';
import { DifferenceDto } from './revision.dto.js';

const PARTS = {
  description:
    'Part → its items: `objects`, `fields`, `layouts`, `listViews`, `views`, `forms`, ' +
    '`masters`, rules, `roles`, `pipelines`, `taxRates` and so on. A part that is left out ' +
    'stays as it is; one that the caller may not view is left out.',
};

export class SetupQuery {
  @BooleanField({ optional: true, description: 'Tells what would change, and changes nothing.' })
  dryRun?: boolean;

  @BooleanField({
    optional: true,
    description: 'Leaves out what conflicts, and what hangs on it, and brings in the rest.',
  })
  skipConflicts?: boolean;
}

export class SetupPlaceDto {
  @TextField({ max: 100 })
  part: string;

  @TextField({ max: 500, description: 'What names the item in its part.' })
  key: string;
}

export class SetupFaultDto {
  @TextField({
    min: 0,
    max: 2000,
    optional: true,
    description: 'JSON Pointer into the item; empty for the whole.',
  })
  pointer?: string;

  @TextField({ max: 100 })
  code: string;

  @TextField({ max: 2000 })
  message: string;
}

export class SetupConflictDto extends SetupPlaceDto {
  @IntegerField({
    nullable: true,
    description: 'Its place in the part, from 0; null where several items are refused together.',
  })
  index: number | null;

  @ListField(() => SetupFaultDto, { maxItems: 1000 })
  errors: readonly FieldError[];
}

export class SetupLeftOutDto {
  @TextField({ max: 100 })
  part: string;

  @TextField({ max: 100, description: 'The member that items of the part have here.' })
  member: string;

  @TextField({ max: 2000, description: 'Why it stays behind.' })
  message: string;
}

export class ImportSetupDto implements SentSetup {
  @TextField({ max: 100, example: 'quittance-setup' })
  format: string;

  @IntegerField({ min: 1, max: 1000, example: 1 })
  version: number;

  @JsonField(PARTS)
  parts: Record<string, unknown>;

  @ListField(() => SetupConflictDto, {
    maxItems: 100_000,
    optional: true,
    description: 'As an export has it; it is not read.',
  })
  dangling?: readonly SetupConflictDto[];

  @ListField(() => SetupLeftOutDto, {
    maxItems: 1000,
    optional: true,
    description: 'As an export has it; it is not read.',
  })
  leftOut?: readonly SetupLeftOutDto[];
}

export class SetupDto {
  @EnumField(['quittance-setup'])
  format: SetupDocument['format'];

  @IntegerField({ min: 1, max: 1 })
  version: SetupDocument['version'];

  @JsonField(PARTS)
  parts: SetupDocument['parts'];

  @ListField(() => SetupConflictDto, {
    maxItems: 100_000,
    description:
      'Items that name what is gone here: a formula, a rule. They are in their parts, ' +
      'and are conflicts wherever they are brought in.',
  })
  dangling: readonly SetupConflictDto[];

  @ListField(() => SetupLeftOutDto, {
    maxItems: 1000,
    description: 'What of the items is each company’s own, and stands in none of them.',
  })
  leftOut: readonly SetupLeftOutDto[];
}

export class SetupAdditionDto extends SetupPlaceDto {
  @JsonField()
  item: SetupItem;
}

export class SetupChangeDto extends SetupPlaceDto {
  @ListField(() => DifferenceDto, { maxItems: 10_000 })
  differences: readonly DifferenceDto[];
}

export class SetupNoteDto extends SetupPlaceDto {
  @TextField({ max: 2000 })
  message: string;
}

export class SetupDifferenceDto implements SetupDifference {
  @BooleanField()
  dryRun: boolean;

  @ListField(() => SetupAdditionDto, { maxItems: 100_000 })
  added: readonly SetupAdditionDto[];

  @ListField(() => SetupChangeDto, { maxItems: 100_000 })
  changed: readonly SetupChangeDto[];

  @IntegerField({ min: 0, description: 'Items that the company has as the document has them.' })
  unchanged: number;

  @ListField(() => SetupPlaceDto, {
    maxItems: 100_000,
    description: 'What the company has beside the document: nothing is taken away.',
  })
  untouched: readonly SetupPlaceDto[];

  @ListField(() => SetupNoteDto, {
    maxItems: 100_000,
    description: 'What cannot be here as the document has it, and how it is here instead.',
  })
  notes: readonly SetupNoteDto[];

  @ListField(() => SetupConflictDto, { maxItems: 100_000 })
  conflicts: readonly SetupConflictDto[];
}
