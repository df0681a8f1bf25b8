import { RUN_STATUSES, type RunStatus, type BillingRunId } from '@quittance/billing/host';
import {
  BooleanField,
  DateField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant, ScheduleId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { ActorDto } from '../actor.dto.js';

const clearable = { optional: true, nullable: true } as const;
const nullable = { nullable: true } as const;
const SCHEDULES = { maxItems: 10_000 } as const;
const COUNT = { min: 0 } as const;

export class CreateBillingRunDto {
  @DateField({
    ...clearable,
    description:
      'Schedules due on or before this day; today in the company’s time zone unless told, and a ' +
      'day after it only with `allowFuture`.',
  })
  asOf?: LocalDate | null;
  @BooleanField({
    ...clearable,
    description:
      'Bills as of a day that has not come: the invoices are made now, dated ahead. It is ' +
      'logged who wished it. A run without it is refused (`as_of_in_future`); a preview looks ' +
      'ahead freely.',
  })
  allowFuture?: boolean | null;
  @BooleanField({
    ...clearable,
    description: 'Bills every due period of a schedule (at most 60) instead of one.',
  })
  catchUp?: boolean | null;
  @IdsField({ ...SCHEDULES, minItems: 1, ...clearable, description: 'Only these schedules.' })
  scheduleIds?: ScheduleId[] | null;
  @TextField({
    max: 20_000,
    ...clearable,
    description: 'Of a preview: the run refuses unless it would make exactly what that showed.',
  })
  previewToken?: string | null;
}

export class RunErrorDto {
  @TextField({ max: 100 }) code: string;
  @TextField({ max: 20_000 }) detail: string;
}

/** A run as lists show it. */
export class BillingRunHeadDto {
  @IdField() id: BillingRunId;
  @IntegerField() version: number;
  @EnumField(RUN_STATUSES) status: RunStatus;
  @DateField() asOf: LocalDate;
  @BooleanField() catchUp: boolean;
  @IdsField({ ...SCHEDULES, ...nullable }) scheduleIds: readonly ScheduleId[] | null;
  @IntegerField({
    ...COUNT,
    description: 'Schedules due when it started; at its end the schedules it has been through.',
  })
  scheduled: number;
  @IntegerField({ ...COUNT, description: 'Invoices made so far.' }) invoiced: number;
  @IntegerField({ ...COUNT, description: 'Periods in which nothing was billable.' })
  skipped: number;
  @IntegerField({ ...COUNT, description: 'Schedules that could not be billed.' }) failed: number;
  @ObjectField(() => RunErrorDto, { ...nullable, description: 'Why a failed run was given up.' })
  error: RunErrorDto | null;
  @ObjectField(() => ActorDto) startedBy: ActorDto;
  @InstantField(nullable) startedAt: Instant | null;
  @InstantField(nullable) finishedAt: Instant | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

export class RunFailureDto {
  @IdField() scheduleId: ScheduleId;
  @DateField({ ...nullable, description: 'The first period that was not billed.' })
  periodStart: LocalDate | null;
  @TextField({ max: 100, example: 'schedule_already_billed' }) code: string;
  @TextField({ max: 20_000 }) detail: string;
  @InstantField() createdAt: Instant;
}

/** A run with its progress and the first 200 of its failures. */
export class BillingRunDto extends BillingRunHeadDto {
  @ListField(() => RunFailureDto, { maxItems: 200 }) failures: readonly RunFailureDto[];
}
