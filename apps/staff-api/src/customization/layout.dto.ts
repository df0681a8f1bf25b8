import {
  MOST_SECTIONS,
  MOST_SECTION_COLUMNS,
  MOST_SECTION_FIELDS,
  type LayoutContent,
  type LayoutId,
  type LayoutSection,
  type LayoutView,
  type NewLayout,
} from '@quittance/customization/host';
import {
  BooleanField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  TextField,
  TextsField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';

const NAME = { max: 100 };

export class LayoutSectionDto implements LayoutSection {
  @TextField({ max: 200 })
  title: string;

  @IntegerField({ min: 1, max: MOST_SECTION_COLUMNS })
  columns: number;

  @TextsField({
    maxItems: MOST_SECTION_FIELDS,
    max: 100,
    description: 'API names of standard and custom fields, filling the columns row by row.',
  })
  fields: string[];
}

export class CreateLayoutDto implements NewLayout {
  @TextField(NAME)
  name: string;

  @ListField(() => LayoutSectionDto, { maxItems: MOST_SECTIONS })
  sections: LayoutSectionDto[];

  @BooleanField({ optional: true, description: 'One default for each object.' })
  isDefault?: boolean;
}

export class UpdateLayoutDto implements Partial<LayoutContent> {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @ListField(() => LayoutSectionDto, { maxItems: MOST_SECTIONS, optional: true })
  sections?: LayoutSectionDto[];

  @BooleanField({ optional: true })
  isDefault?: boolean;
}

export class LayoutDto implements LayoutView {
  @IdField()
  id: LayoutId;

  @TextField({ max: 100, description: 'API name of the object.' })
  object: string;

  @TextField(NAME)
  name: string;

  @ListField(() => LayoutSectionDto, { maxItems: MOST_SECTIONS })
  sections: LayoutSectionDto[];

  @BooleanField()
  isDefault: boolean;

  @IntegerField()
  version: number;

  @InstantField()
  createdAt: Instant;

  @InstantField()
  updatedAt: Instant;
}
