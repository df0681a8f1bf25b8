import { MOST_LINES } from '@quittance/receivables/host';
import {
  SCHEDULE_STATUSES,
  type ScheduleStatus,
  FREQUENCIES,
  type Frequency,
} from '@quittance/billing/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, Id, Instant, ScheduleId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { NewScheduleLineDto, ScheduleLineDto } from './billing-schedule-line.dto.js';

const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const nullable = { nullable: true } as const;

const LINES = { maxItems: MOST_LINES } as const;
const END = {
  description: 'Inclusive: a period that starts on it is the last one billed.',
} as const;
const TOTAL = {
  description: 'What percentage lines bill a share of; the lines of one period unless told.',
} as const;

export class CreateScheduleDto {
  @IdField() accountId: AccountId;
  @CurrencyField({ ...optional, description: 'The account’s, else the company’s.' })
  currency?: Currency;
  @EnumField(FREQUENCIES) frequency: Frequency;
  @DateField() startDate: LocalDate;
  @DateField({ ...END, ...clearable }) endDate?: LocalDate | null;
  @IdField(clearable) quoteId?: Id<'quote'> | null;
  @IdField(clearable) salesOrderId?: Id<'sales-order'> | null;
  @IdField(clearable) contractId?: Id<'contract'> | null;
  @IdField(clearable) subscriptionId?: Id<'subscription'> | null;
  @BooleanField(optional) pricesIncludeTax?: boolean;
  @AmountField({ ...TOTAL, ...clearable }) total?: string | null;
  @ListField(() => NewScheduleLineDto, LINES) lines: NewScheduleLineDto[];
}

export class UpdateScheduleDto {
  @IdField(optional) accountId?: AccountId;
  @CurrencyField(optional) currency?: Currency;
  @EnumField(FREQUENCIES, optional) frequency?: Frequency;
  @DateField(optional) startDate?: LocalDate;
  @DateField({ ...END, ...clearable }) endDate?: LocalDate | null;
  @IdField(clearable) quoteId?: Id<'quote'> | null;
  @IdField(clearable) salesOrderId?: Id<'sales-order'> | null;
  @IdField(clearable) contractId?: Id<'contract'> | null;
  @IdField(clearable) subscriptionId?: Id<'subscription'> | null;
  @BooleanField(optional) pricesIncludeTax?: boolean;
  @AmountField({ ...TOTAL, ...clearable }) total?: string | null;
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
export class ScheduleHeadDto {
  @IdField() id: ScheduleId;
  @IntegerField() version: number;
  @EnumField(SCHEDULE_STATUSES) status: ScheduleStatus;
  @IdField() accountId: AccountId;
  @IdField(nullable) quoteId: Id<'quote'> | null;
  @IdField(nullable) salesOrderId: Id<'sales-order'> | null;
  @IdField(nullable) contractId: Id<'contract'> | null;
  @IdField(nullable) subscriptionId: Id<'subscription'> | null;
  @EnumField(FREQUENCIES) frequency: Frequency;
  @DateField() startDate: LocalDate;
  @DateField({ ...END, ...nullable }) endDate: LocalDate | null;
  @DateField({ ...nullable, description: 'Null when the schedule bills no more.' })
  nextBillingDate: LocalDate | null;
  @DateField({ ...nullable, description: 'The start of the latest period that was billed.' })
  billedThrough: LocalDate | null;
  @CurrencyField() currency: Currency;
  @BooleanField() pricesIncludeTax: boolean;
  @AmountField(TOTAL) total: string;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

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
