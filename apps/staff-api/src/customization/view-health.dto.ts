import type { ViewHealth, ViewId } from '@quittance/customization/host';
import type { SkippedPart } from '@quittance/lists';
import { EnumField, IdField, ListField, TextField } from '@quittance/http/host';
import type { UserId } from '@quittance/kernel';

export class SkippedPartDto implements SkippedPart {
  @EnumField(['column', 'sort', 'filter'])
  part: SkippedPart['part'];

  @TextField({ max: 1000, description: 'JSON Pointer into the view.' })
  pointer: string;

  @TextField({ max: 100, nullable: true })
  field: string | null;

  @TextField({ max: 100 })
  code: string;

  @TextField({ max: 2000 })
  message: string;
}

export class ViewHealthDto implements ViewHealth {
  @IdField()
  id: ViewId;

  @EnumField(['list_view', 'view'])
  kind: ViewHealth['kind'];

  @TextField({ max: 200 })
  object: string;

  @TextField({ max: 100 })
  name: string;

  @IdField({ nullable: true })
  ownerId: UserId | null;

  @EnumField(['healthy', 'degraded', 'broken'], {
    description: '`degraded` when a part is skipped, `broken` when the list itself is gone.',
  })
  status: ViewHealth['status'];

  @ListField(() => SkippedPartDto, { maxItems: 1000 })
  skipped: readonly SkippedPartDto[];
}
