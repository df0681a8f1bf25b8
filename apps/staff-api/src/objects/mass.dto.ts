import { ApiProperty } from '@nestjs/swagger';
import {
  BooleanField,
  EnumField,
  IdField,
  IdsField,
  IntegerField,
  JsonField,
  ListField,
  ObjectField,
  TextField,
  TextsField,
} from '@quittance/http/host';
import type { FieldError } from '@quittance/kernel';
import { MAX_BULK } from '@quittance/mass/host';
import type { BulkSummary, ImportSummary } from '@quittance/mass';
import type { RecordId } from '@quittance/metadata';

const optional = { optional: true } as const;
const count = (description: string) => IntegerField({ min: 0, description });

/** One thing that is wrong with a record. */
export class RecordFaultDto {
  @TextField({
    ...optional,
    min: 0,
    max: 1000,
    description: 'JSON Pointer into the record; empty for the record as a whole.',
  })
  pointer?: string;
  @TextField({
    ...optional,
    max: 1000,
    description: 'The column of a table, where it has another name than its field.',
  })
  parameter?: string;
  @TextField({ max: 100 }) code: string;
  @TextField({ max: 2000 }) message: string;
}

/** Why one record of many was refused. */
export class RecordProblemDto {
  @TextField({ max: 100, description: 'A code of `docs/problems.md`.' }) code: string;
  @TextField({ max: 2000 }) detail: string;
  @ListField(() => RecordFaultDto, { maxItems: 100 }) errors: readonly FieldError[];
}

/** Either `ids` or a `filter`, and what to change. */
export class BulkUpdateDto {
  @IdsField({ ...optional, minItems: 1, maxItems: MAX_BULK }) ids?: RecordId[];
  @JsonField({ ...optional, description: 'A filter tree, as in `filter=` of the list.' })
  filter?: object;
  @JsonField({ description: 'Members to change, as in PATCH of one record.' })
  patch: Readonly<Record<string, unknown>>;
}

export class BulkResultDto {
  @IdField() id: RecordId;
  @EnumField(['updated', 'unchanged', 'failed']) status: 'updated' | 'unchanged' | 'failed';
  @IntegerField({ ...optional, min: 1, description: 'The version the record has now.' })
  version?: number;
  @ObjectField(() => RecordProblemDto, optional) problem?: RecordProblemDto;
}

export class BulkSummaryDto implements BulkSummary {
  @count('Records that were changed.') updated: number;
  @count('Records that were so already.') unchanged: number;
  @count('Records that were refused, each for itself.') failed: number;
  @ListField(() => BulkResultDto, { maxItems: MAX_BULK }) results: readonly BulkResultDto[];
}

/** How the country of a table writes numbers and days. */
export class CountryQuery {
  @EnumField(['comma', 'point'], {
    ...optional,
    description:
      'The sign before decimals in a table, with thousands apart: 1.234,50 or 1,234.50. A number ' +
      'that could be both, as 1.234 beside `comma`, is refused. Without it: plain decimals.',
  })
  decimal?: 'comma' | 'point';
  @EnumField(['dmy', 'mdy', 'ymd'], {
    ...optional,
    description: 'In which order days stand in a table; YYYY-MM-DD is taken beside it.',
  })
  dates?: 'dmy' | 'mdy' | 'ymd';
}

export class ImportQuery extends CountryQuery {
  @BooleanField({ ...optional, description: 'Checks every row and writes nothing.' })
  dryRun?: boolean;
  @TextField({
    ...optional,
    max: 100,
    description:
      'A unique field of the object: rows whose value a record has already change that record. ' +
      'A column `id` does so without being named.',
  })
  matchBy?: string;
  @EnumField(['keep', 'clear'], {
    ...optional,
    description: 'What an empty cell says: nothing, unless `clear`, which takes the value away.',
  })
  emptyCells?: 'keep' | 'clear';
}

export class ImportResultDto {
  @IntegerField({ min: 1, description: 'The line of the file; the header is line 1.' })
  line: number;
  @EnumField(['created', 'updated', 'unchanged', 'failed'])
  status: 'created' | 'updated' | 'unchanged' | 'failed';
  @IdField({ ...optional, description: 'Of the record; absent in a dry run that would make it.' })
  id?: RecordId;
  @ObjectField(() => RecordProblemDto, optional) problem?: RecordProblemDto;
}

export class ImportSummaryDto implements ImportSummary {
  @BooleanField() dryRun: boolean;
  @count('Rows of the file.') rows: number;
  @count('Records made, or that would be.') created: number;
  @count('Records changed, or that would be.') updated: number;
  @count('Records that are so already.') unchanged: number;
  @count('Rows that were refused, each for itself.') failed: number;
  @ApiProperty({ description: 'Whether there are more results than are listed.' })
  resultsTruncated: boolean;
  @ListField(() => ImportResultDto, {
    maxItems: 20_000,
    description: 'By row: of 10,000 rows, and of 10,000 refused ones.',
  })
  results: readonly ImportResultDto[];
  @TextsField({
    ...optional,
    maxItems: 1000,
    max: 300,
    description: 'Columns that were passed over: those the system sets, and `id` beside `matchBy`.',
  })
  ignoredColumns?: readonly string[];
}
