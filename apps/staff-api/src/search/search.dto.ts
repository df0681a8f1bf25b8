import { BooleanField, FoundRowDto, ListField, TextField } from '@quittance/http/host';

export const MOST_FOUND = 20;

export class SearchQuery {
  @TextField({
    min: 2,
    max: 100,
    description: 'The beginning of a number, a key, a name or an address, or of words of them.',
  })
  q: string;
}

export class FoundRecordDto extends FoundRowDto {
  @TextField({ max: 300, description: 'Where it is served.' }) path: string;
}

export class FoundGroupDto {
  @TextField({ max: 100, description: 'The object, or the noun.' }) object: string;
  @TextField({ max: 200, description: 'What several of them are called.' }) label: string;
  @ListField(() => FoundRecordDto, { maxItems: MOST_FOUND }) found: FoundRecordDto[];
}

export class SearchAnswerDto {
  @ListField(() => FoundGroupDto, {
    maxItems: MOST_FOUND,
    description: 'The object that comes nearest first, its records likewise.',
  })
  data: FoundGroupDto[];
  @BooleanField({ description: 'There are more that begin so.' }) more: boolean;
}
