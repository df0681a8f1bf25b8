import { MOST_LINES } from '@quittance/receivables/host';
import { scheduleNoun } from '@quittance/billing/host';
import {
  AmountField,
  BooleanField,
  DateField,
  DraftBody,
  HeadBody,
  IdField,
  IdsField,
  IntegerField,
  ListField,
  PatchBody,
  TextField,
} from '@quittance/http/host';
import type { Id, ScheduleId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { NewScheduleLineDto, ScheduleLineDto } from './billing-schedule-line.dto.js';

const optional = { optional: true } as const;
const LINES = { maxItems: MOST_LINES } as const;

export class CreateScheduleDto extends DraftBody(scheduleNoun) {
  @ListField(() => NewScheduleLineDto, LINES) lines: NewScheduleLineDto[];
}

export class UpdateScheduleDto extends PatchBody(scheduleNoun) {
  @ListField(() => NewScheduleLineDto, {
    ...LINES,
    ...optional,
    description: 'In place of all lines.',
  })
  lines?: NewScheduleLineDto[];
}

export class ActivateScheduleDto {
  @BooleanField({
    ...optional,
    description: 'Bills what a paused schedule has missed instead of leaving it out.',
  })
  backfill?: boolean;
}

/** A schedule as lists show it. */
export class ScheduleHeadDto extends HeadBody(scheduleNoun, {}) {}

/** A schedule with its lines. */
export class ScheduleDto extends ScheduleHeadDto {
  @ListField(() => ScheduleLineDto, LINES) lines: ScheduleLineDto[];
}

/** How far a forecast looks ahead. */
export class ForecastQueryDto {
  @IntegerField({ min: 1, max: 500, ...optional, description: 'Periods; 12 unless told.' })
  count?: number;
}

export class ForecastPeriodDto {
  @IntegerField({ min: 0, description: 'Counted from the start of the schedule.' }) period: number;
  @DateField() periodStart: LocalDate;
  @DateField() periodEnd: LocalDate;
  @DateField() issueDate: LocalDate;
  @DateField() dueDate: LocalDate;
  @BooleanField({ description: 'Whether it would make an invoice by what is known now.' })
  ready: boolean;
  @IdsField({ maxItems: MOST_LINES, description: 'The lines it would bill.' })
  lines: Id<'schedule-line'>[];
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
}

export class ForecastDto {
  @IdField() scheduleId: ScheduleId;
  @TextField({ max: 3 }) currency: Currency;
  @ListField(() => ForecastPeriodDto, { maxItems: 500 }) data: ForecastPeriodDto[];
}
