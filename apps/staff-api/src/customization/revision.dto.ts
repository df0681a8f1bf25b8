import type { ConfigurationState, Revision, RevisionId } from '@quittance/configuration';
import type { RevisionView } from '@quittance/configuration/host';
import type { Difference, RevertedPiece } from '@quittance/customization/host';
import {
  EnumField,
  IdField,
  InstantField,
  JsonField,
  ListField,
  ObjectField,
  TextField,
  ValueField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import { ActorDto } from '../actor.dto.js';

const STATE = { nullable: true, description: 'The whole state as plain JSON; null for none.' };

export class RevisionDto implements RevisionView {
  @IdField()
  id: RevisionId;

  @IdField({ description: 'The same for everything that was changed in one go.' })
  changeId: string;

  @TextField({ max: 50, description: 'What was changed: `field`, `layout`, `form` …' })
  kind: string;

  @TextField({ max: 200 })
  subjectId: string;

  @TextField({ max: 200, nullable: true, description: 'API name of the object it shapes.' })
  object: string | null;

  @TextField({ max: 200 })
  name: string;

  @EnumField(['created', 'updated', 'deleted'])
  change: 'created' | 'updated' | 'deleted';

  @IdField({ nullable: true, description: 'The revision that this one took back.' })
  revertOf: RevisionId | null;

  @InstantField()
  madeAt: Instant;

  @ObjectField(() => ActorDto)
  actor: ActorDto;

  @TextField({ max: 200 })
  requestId: string;
}

export class DifferenceDto implements Difference {
  @TextField({
    min: 0,
    max: 2000,
    description: 'JSON Pointer into the state; empty for the whole.',
  })
  pointer: string;

  @ValueField({ optional: true, nullable: true, description: 'Absent when there was nothing.' })
  before?: unknown;

  @ValueField({ optional: true, nullable: true, description: 'Absent when there is nothing.' })
  after?: unknown;
}

export class RevisionDetailDto extends RevisionDto implements Revision {
  @JsonField(STATE)
  before: ConfigurationState | null;

  @JsonField(STATE)
  after: ConfigurationState | null;

  @ListField(() => DifferenceDto, { maxItems: 10_000 })
  differences: readonly Difference[];
}

export class RevertedPieceDto implements RevertedPiece {
  @TextField({ max: 50 })
  kind: string;

  @TextField({ max: 200 })
  subjectId: string;

  @TextField({ max: 200, nullable: true })
  object: string | null;

  @TextField({ max: 200 })
  name: string;

  @JsonField(STATE)
  before: ConfigurationState | null;

  @JsonField(STATE)
  after: ConfigurationState | null;
}
