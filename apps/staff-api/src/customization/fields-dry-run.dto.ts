import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { BooleanField, IntegerField, ListField, TextField, TextsField } from '@quittance/http/host';
import type { DryRun, UsageCount } from '@quittance/customization/host';

export class DryRunQuery {
  @BooleanField({ optional: true, description: 'Tells what would be reached and changes nothing.' })
  dryRun?: boolean;
}

export class UsageCountDto implements UsageCount {
  @TextField({ max: 60, description: '`records`, `views`, `layouts`, `formulas`, `rules` …' })
  what: string;
  @IntegerField() count: number;
  @TextsField({ max: 300, maxItems: 10, description: 'Some of their names.' }) names: string[];
}

export class DryRunDto implements DryRun {
  @BooleanField({ description: 'False where the change was made.' }) dryRun: boolean;
  @BooleanField({ description: 'Whether it would be made.' }) possible: boolean;
  @TextField({ max: 1000, nullable: true, description: 'Why it would not.' })
  refusal: string | null;
  @ListField(() => UsageCountDto, { maxItems: 50 }) affected: UsageCountDto[];
}

/** The changed thing, or what the change would reach when it is only tried. */
export const AnswersOrDryRun = (dto: Type) =>
  applyDecorators(
    HttpCode(200),
    ApiExtraModels(dto, DryRunDto),
    ApiResponse({
      status: 200,
      description: 'The changed one; with `dryRun` what the change would reach.',
      schema: { oneOf: [{ $ref: getSchemaPath(dto) }, { $ref: getSchemaPath(DryRunDto) }] },
    }),
  );
