import { fieldTypes, type FieldSettings, type FieldType, type FieldValue } from '@quittance/fields';
import {
  BooleanField,
  EnumField,
  JsonField,
  ListField,
  TextField,
  ValueField,
} from '@quittance/http/host';
import type { ToldChoice, ToldField } from './told-field.js';

const nullable = { nullable: true } as const;

class ToldChoiceDto implements ToldChoice {
  @TextField({ max: 255 }) code: string;
  @TextField({ max: 255 }) label: string;
  @TextField({ max: 40, ...nullable }) colour: string | null;
  @BooleanField({ description: 'Whether it may be chosen still.' }) active: boolean;
}

class ToldFieldDto implements ToldField {
  @TextField({ max: 63, description: 'Of the member in bodies and lists.' }) name: string;
  @TextField({ max: 100 }) label: string;
  @TextField({ max: 500, ...nullable }) help: string | null;
  @TextField({ max: 100, ...nullable, description: 'Fields of a group stand together.' })
  group: string | null;
  @EnumField(fieldTypes.all) type: FieldType;
  @EnumField(['read', 'write'], {
    description: '`write`: sent along where the portal makes such a record; never changed after.',
  })
  access: 'read' | 'write';
  @BooleanField({ description: 'Whether it has to be sent.' }) required: boolean;
  @ValueField({ ...nullable, description: 'What a field that is sent has unless it is.' })
  default: FieldValue;
  @BooleanField({ description: 'Whether the list of the object is filtered by it.' })
  filterable: boolean;
  @BooleanField({ description: 'Whether the list of the object is sorted by it.' })
  sortable: boolean;
  @ListField(() => ToldChoiceDto, {
    maxItems: 200_000,
    ...nullable,
    description: 'In their order; null where anything may be said.',
  })
  choices: readonly ToldChoiceDto[] | null;
  @JsonField({ description: 'What shapes its value: lengths, bounds, digits, currency, pattern …' })
  settings: FieldSettings;
}

class ToldObjectDto {
  @TextField({ max: 100, description: 'API name: `invoice`, `quote`, `sales-order` …' })
  object: string;
  @TextField({ max: 100 }) label: string;
  @ListField(() => ToldFieldDto, { maxItems: 200, description: 'In the order of the company.' })
  fields: readonly ToldFieldDto[];
}

/** What applications have to know to draw the fields of a company's own. */
export class OpenedFieldsDto {
  @ListField(() => ToldObjectDto, {
    maxItems: 20,
    description: 'Of what the user may see the objects that have such fields.',
  })
  objects: readonly ToldObjectDto[];
}
