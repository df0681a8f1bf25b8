import {
  COMMENT_VISIBILITIES,
  SLA_STATES,
  type CaseComment,
  type CaseCommentId,
  type CaseSla,
  type CommentVisibility,
  type NewSlaPolicy,
  type OpenHours,
  type SlaClock,
  type SlaPolicyView,
  type SlaState,
  type SlaTarget,
} from '@quittance/crm/host';
import {
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Actor, Instant } from '@quittance/kernel';

const ACTORS = ['staff', 'portal', 'api_key', 'share_link', 'provider', 'system'] as const;
/** A quarter of a year of service time. */
const MOST_MINUTES = 129_600;
const TIME = { max: 5, pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, example: '09:00' } as const;
const MINUTES = {
  min: 1,
  max: MOST_MINUTES,
  nullable: true,
  description: 'Of service time; null promises nothing.',
} as const;

export class ResolveCaseDto {
  @TextField({ max: 10_000, optional: true, description: 'How it was solved.' })
  resolution?: string;
}

export class NewCaseCommentDto {
  @TextField({ max: 32_768 }) body: string;
  @EnumField(COMMENT_VISIBILITIES, {
    optional: true,
    description: '`internal` when absent: what is public, the customer may read.',
  })
  visibility?: CommentVisibility;
}

export class CaseCommentDto implements CaseComment {
  @IdField() id: CaseCommentId;
  @IdField() caseId: string;
  @EnumField(COMMENT_VISIBILITIES) visibility: CommentVisibility;
  @TextField({ max: 32_768 }) body: string;
  @EnumField(ACTORS) authorKind: Actor['kind'];
  @TextField({ max: 100, nullable: true }) authorId: string | null;
  @TextField({ max: 300 }) authorName: string;
  @InstantField() createdAt: Instant;
}

export class SlaClockDto implements SlaClock {
  @EnumField(SLA_STATES) state: SlaState;
  @InstantField({ nullable: true }) dueAt: Instant | null;
  @InstantField({ nullable: true }) doneAt: Instant | null;
  @IntegerField({ nullable: true, description: 'Of service time; negative once it is missed.' })
  minutesLeft: number | null;
}

export class CaseSlaDto implements CaseSla {
  @ObjectField(() => SlaClockDto) firstResponse: SlaClockDto;
  @ObjectField(() => SlaClockDto) resolution: SlaClockDto;
}

export class SlaTargetDto implements SlaTarget {
  @TextField({
    max: 100,
    nullable: true,
    description: 'Code of a case priority; null: every one without a target of its own.',
  })
  priority: string | null;
  @IntegerField(MINUTES) firstResponseMinutes: number | null;
  @IntegerField(MINUTES) resolutionMinutes: number | null;
}

export class OpenHoursDto implements OpenHours {
  @IntegerField({ min: 1, max: 7, description: '1 is Monday.' }) day: number;
  @TextField(TIME) from: string;
  @TextField(TIME) to: string;
}

export class SaveSlaPolicyDto implements NewSlaPolicy {
  @ListField(() => SlaTargetDto, { maxItems: 100 }) targets: SlaTargetDto[];
  @ListField(() => OpenHoursDto, {
    minItems: 1,
    maxItems: 70,
    nullable: true,
    description: 'When service time passes, in the time zone of the company; null is always.',
  })
  hours: OpenHoursDto[] | null;
}

export class SlaPolicyDto extends SaveSlaPolicyDto implements SlaPolicyView {
  @IntegerField({ min: 0, description: '0 until one is saved.' }) version: number;
}
