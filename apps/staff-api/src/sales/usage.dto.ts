import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  JsonField,
  JudgedListField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  CHARGE_PARTS,
  MOST_CHARGES,
  MOST_EVENTS,
  MOST_OTHER_FAULTS,
  MOST_ITEMS,
  MOST_REFUSALS,
  MOST_THRESHOLDS,
  MOST_TIERS,
  USAGE_CODES,
  USAGE_REFUSALS,
  type MeterId,
  type RatedThreshold,
  type SubscriptionId,
  type UsageImportSummary,
} from '@quittance/sales/host';

const lacked = { optional: true, nullable: true } as const;

/** One event. It is judged by itself, and what is wrong with it refuses it alone. */
/** How the country of a table writes the values of events. */
export class UsageImportQuery {
  @EnumField(['comma', 'point'], {
    optional: true,
    description: 'The sign before decimals in a table; plain decimals without it.',
  })
  decimal?: 'comma' | 'point';
}

export class SentUsageEventDto {
  @TextField({ max: 100, description: 'It is taken once.' }) eventId: string;
  @TextField({ max: 200, description: 'The code of the meter.' }) meter: string;
  @IdField({ ...lacked, description: 'The subscription, or its `externalKey`, and not both.' })
  subscriptionId?: SubscriptionId | null;
  @TextField({ ...lacked, max: 100 }) externalKey?: string | null;
  @InstantField({ description: 'When it was used.' }) timestamp: Instant;
  @DecimalField({ scale: 6, optional: true, description: '1 when absent.' })
  value?: string;
  @JsonField({ ...lacked, description: 'At most 20 texts, whole numbers and truth values.' })
  properties?: Record<string, string | number | boolean> | null;
}

/** Rows of usage: each is judged by itself, so that the body only says that it is a list. */
export class UsageEventsDto {
  @JudgedListField(() => SentUsageEventDto, {
    maxItems: MOST_EVENTS,
    description: 'What is wrong with one refuses that one alone.',
    example: [
      {
        eventId: 'call-1',
        meter: 'calls',
        externalKey: 'acme',
        timestamp: '2026-01-31T10:00:00Z',
        value: '1',
      },
    ],
  })
  events: unknown;
}

const CODES = USAGE_CODES.map((code) => `\`${code}\`: ${USAGE_REFUSALS[code]}`).join('; ');

/** Something that is wrong with an event. */
export class UsageFaultDto {
  @EnumField(USAGE_CODES, { description: `${CODES}.` }) code: (typeof USAGE_CODES)[number];
  @TextField({ max: 2000, description: 'In words.' }) detail: string;
  @TextField({
    min: 0,
    max: 1000,
    description: 'JSON Pointer into the event, by the names of its members; empty for all of it.',
  })
  pointer: string;
}

/** The first thing that is wrong with an event, and what else is. */
export class UsageRefusalDto extends UsageFaultDto {
  @ListField(() => UsageFaultDto, {
    maxItems: MOST_OTHER_FAULTS,
    optional: true,
    description: 'What else is wrong with the event; left out where there is nothing.',
  })
  others?: readonly UsageFaultDto[];
}

export class RejectedUsageDto extends UsageRefusalDto {
  @IntegerField({ min: 0, description: 'The place of the row, counted from 0.' }) index: number;
}

export class UsageOutcomeDto {
  @IntegerField({ min: 0 }) accepted: number;
  @IntegerField({ min: 0, description: 'Sent before, just so.' }) duplicates: number;
  @ListField(() => RejectedUsageDto, { maxItems: MOST_EVENTS })
  rejected: readonly RejectedUsageDto[];
}

export class RefusedUsageDto extends UsageRefusalDto {
  @IntegerField({ min: 1, description: 'The line of the file.' }) line: number;
}

export class UsageImportDto implements UsageImportSummary {
  @IntegerField({ min: 0 }) rows: number;
  @IntegerField({ min: 0 }) accepted: number;
  @IntegerField({ min: 0, description: 'Taken before, just so.' }) duplicates: number;
  @IntegerField({ min: 0 }) rejected: number;
  @ListField(() => RefusedUsageDto, { maxItems: MOST_REFUSALS, description: 'The first of them.' })
  refusals: readonly RefusedUsageDto[];
}

export class VoidUsageDto {
  @TextField({ max: 500 }) reason: string;
}

export class UsageEventDto {
  @TextField({ max: 100 }) eventId: string;
  @IdField() meterId: MeterId;
  @IdField() subscriptionId: SubscriptionId;
  @DateField({ description: 'The day of the company on which it counts.' }) day: LocalDate;
  @DecimalField({ scale: 6 }) value: string;
}

export class UsageQueryDto {
  @DateField({ optional: true, description: 'A day of the period; today when absent.' })
  on?: LocalDate;
}

export class FewerForMoreDto {
  @DecimalField({ scale: 6 }) quantity: string;
  @AmountField({ description: 'With the fee of their tier.' }) amount: string;
}

export class RatedLineDto {
  @EnumField(CHARGE_PARTS) part: (typeof CHARGE_PARTS)[number];
  @IntegerField({ min: 1, nullable: true, description: 'Counted from 1.' }) tier: number | null;
  @DecimalField({ scale: 6 }) quantity: string;
  @DecimalField({ scale: 6 }) unitPrice: string;
  @AmountField({ sign: 'any' }) amount: string;
  @ObjectField(() => FewerForMoreDto, {
    nullable: true,
    description:
      'Fewer units of a volume that would cost more: what is used has reached a tier whose price ' +
      'is less for all of it.',
  })
  fellFrom: FewerForMoreDto | null;
}

export class RatedChargeDto {
  @TextField({ max: 60 }) key: string;
  @TextField({ max: 200 }) name: string;
  @IdField() meterId: MeterId;
  @DateField() start: LocalDate;
  @DateField({ description: 'The last day.' }) end: LocalDate;
  @DecimalField({ scale: 6 }) units: string;
  @DecimalField({ scale: 6, nullable: true }) included: string | null;
  @AmountField({ sign: 'any' }) amount: string;
  @ListField(() => RatedLineDto, { maxItems: 2 * MOST_TIERS }) lines: readonly RatedLineDto[];
}

export class RatedThresholdDto implements RatedThreshold {
  @DateField({ description: 'From which day on usage counts.' }) start: LocalDate;
  @AmountField() amount: string;
  @BooleanField() reached: boolean;
  @IdField({ nullable: true, description: 'The invoice that was made once it was reached.' })
  invoiceId: InvoiceId | null;
}

export class RatedUsageDto {
  @DateField() periodStart: LocalDate;
  @DateField({ description: 'The last day.' }) periodEnd: LocalDate;
  @CurrencyField() currency: Currency;
  @AmountField({ sign: 'any' }) total: string;
  @AmountField({ description: 'What of it was invoiced ahead of the end.' }) invoiced: string;
  @ListField(() => RatedChargeDto, { maxItems: MOST_ITEMS * MOST_CHARGES })
  charges: readonly RatedChargeDto[];
  @ListField(() => RatedThresholdDto, { maxItems: MOST_ITEMS * MOST_THRESHOLDS })
  thresholds: readonly RatedThresholdDto[];
}
