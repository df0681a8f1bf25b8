import { IdField, ListField, TextField, TextsField } from '@quittance/http/host';
import type { RecordId } from '@quittance/metadata';
import type { PossibleDuplicate } from '@quittance/rules/host';

export class PossibleDuplicateDto implements PossibleDuplicate {
  @IdField() recordId: RecordId;
  @TextField({ max: 1000, nullable: true }) title: string | null;
  @TextsField({ max: 100, maxItems: 50, description: 'The rules that say so.' })
  rules: readonly string[];
}

export class PossibleDuplicatesDto {
  @ListField(() => PossibleDuplicateDto, { maxItems: 500 })
  data: readonly PossibleDuplicateDto[];
}
