import {
  MOST_COLUMNS,
  VISIBILITIES,
  type ListViewView,
  type NewListView,
  type NewView,
  type RoleRef,
  type SavedViewView,
  type SharedWith,
  type ViewContent,
  type ViewId,
  type ViewPatch,
  type Visibility,
} from '@quittance/customization/host';
import {
  BooleanField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  JsonField,
  ObjectField,
  TextField,
  TextsField,
} from '@quittance/http/host';
import type { Instant, UserId } from '@quittance/kernel';

const NAME = { max: 100 };
const COLUMNS = {
  minItems: 1,
  maxItems: MOST_COLUMNS,
  max: 100,
  description: 'Fields in the order of the columns; null for the usual ones.',
};
const SORT = {
  max: 1000,
  description:
    'Fields separated by commas, descending after a minus sign; null for the usual order.',
  example: '-createdAt',
};
const FILTER = { description: 'A filter tree as lists take it; null for none.' };
const OPTIONAL = { optional: true, nullable: true };
const OBJECT = {
  max: 200,
  description: 'API name of an object, or the path of another list such as `audit-log`.',
  example: 'lead',
};
const DEFAULT = { description: 'Its columns and order are those of the list by itself.' };

export class CreateListViewDto implements NewListView {
  @TextField(NAME)
  name: string;

  @TextsField({ ...COLUMNS, ...OPTIONAL })
  columns?: string[] | null;

  @TextField({ ...SORT, ...OPTIONAL })
  sort?: string | null;

  @JsonField({ ...FILTER, ...OPTIONAL })
  filter?: Record<string, unknown> | null;

  @BooleanField({ ...DEFAULT, optional: true })
  isDefault?: boolean;
}

export class UpdateListViewDto implements Partial<ViewContent> {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @TextsField({ ...COLUMNS, ...OPTIONAL })
  columns?: string[] | null;

  @TextField({ ...SORT, ...OPTIONAL })
  sort?: string | null;

  @JsonField({ ...FILTER, ...OPTIONAL })
  filter?: Record<string, unknown> | null;

  @BooleanField({ ...DEFAULT, optional: true })
  isDefault?: boolean;
}

export class ListViewDto implements ListViewView {
  @IdField()
  id: ViewId;

  @TextField(OBJECT)
  object: string;

  @TextField(NAME)
  name: string;

  @TextsField({ ...COLUMNS, nullable: true })
  columns: string[] | null;

  @TextField({ ...SORT, nullable: true })
  sort: string | null;

  @JsonField({ ...FILTER, nullable: true })
  filter: Record<string, unknown> | null;

  @BooleanField(DEFAULT)
  isDefault: boolean;

  @IntegerField()
  version: number;

  @InstantField()
  createdAt: Instant;

  @InstantField()
  updatedAt: Instant;
}

export class SharedWithDto implements Partial<SharedWith> {
  @IdsField({ maxItems: 100, optional: true })
  roleIds?: RoleRef[];

  @IdsField({ maxItems: 200, optional: true })
  userIds?: UserId[];
}

export class SharingDto implements SharedWith {
  @IdsField({ maxItems: 100 })
  roleIds: RoleRef[];

  @IdsField({ maxItems: 200 })
  userIds: UserId[];
}

export class CreateViewDto extends CreateListViewDto implements NewView {
  @TextField(OBJECT)
  object: string;

  @EnumField(VISIBILITIES, { optional: true })
  visibility?: Visibility;

  @ObjectField(() => SharedWithDto, { optional: true })
  sharedWith?: SharedWithDto;
}

export class UpdateViewDto extends UpdateListViewDto implements ViewPatch {
  @EnumField(VISIBILITIES, { optional: true })
  visibility?: Visibility;

  @ObjectField(() => SharedWithDto, { optional: true })
  sharedWith?: SharedWithDto;
}

export class SavedViewDto extends ListViewDto implements SavedViewView {
  @IdField({ nullable: true, description: 'Null when it came with a set-up.' })
  ownerId: UserId | null;

  @EnumField(VISIBILITIES)
  visibility: Visibility;

  @ObjectField(() => SharingDto)
  sharedWith: SharingDto;
}
