import { LINE_TRIGGERS, type LineTrigger, type ScheduleLineInput } from '@quittance/billing/host';
import {
  DateField,
  DecimalField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Id, Instant, InvoiceId, ProductId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { DiscountDto, discountInput } from '../receivables/invoices/invoice-line.dto.js';

const clearable = { optional: true, nullable: true } as const;
const nullable = { nullable: true } as const;
/** Twelve digits before the point are what a document can hold. */
const LARGEST = '999999999999.999999';
const QUANTITY = { scale: 6, min: `-${LARGEST}`, max: LARGEST, example: '3' } as const;
const UNIT_PRICE = { scale: 6, min: '0', max: LARGEST, example: '100.00' } as const;
const SHARE = {
  scale: 6,
  above: '0',
  max: '100',
  description: 'Of the total of the schedule, every period; with the trigger percentage.',
} as const;
const TAX_RATE = {
  scale: 6,
  min: '0',
  max: '100',
  description: 'Percent, used where the tax set-up has no rate for the code and place.',
} as const;
const TRIGGER_DATE = {
  description: 'With the trigger date: billed once, in the period that contains it.',
} as const;
const DISCOUNT = { description: 'Either a percentage or an amount of money.' } as const;
const DESCRIPTION = { max: 1000, example: 'Seat' } as const;
const NOT_NEEDED = 'Not needed with the trigger percentage.';

/** A line of a schedule as it is written. */
export class NewScheduleLineDto {
  @TextField(DESCRIPTION) description: string;
  @IdField(clearable) productId?: ProductId | null;
  @DecimalField({ ...QUANTITY, ...clearable, description: NOT_NEEDED }) quantity?: string | null;
  @DecimalField({ ...UNIT_PRICE, ...clearable, description: NOT_NEEDED })
  unitPrice?: string | null;
  @ObjectField(() => DiscountDto, { ...clearable, ...DISCOUNT }) discount?: DiscountDto | null;
  @TextField({ max: 50, ...clearable }) taxCode?: string | null;
  @DecimalField({ ...TAX_RATE, ...clearable }) taxRate?: string | null;
  @EnumField(LINE_TRIGGERS, { optional: true, description: '`date` unless told.' })
  trigger?: LineTrigger;
  @DateField({ ...TRIGGER_DATE, ...clearable }) triggerDate?: LocalDate | null;
  @TextField({ max: 200, ...clearable }) milestone?: string | null;
  @DecimalField({ ...SHARE, ...clearable }) percent?: string | null;
}

export class ScheduleLineDto {
  @IdField() id: Id<'schedule-line'>;
  @IntegerField({ min: 1 }) position: number;
  @IdField(nullable) productId: ProductId | null;
  @TextField(DESCRIPTION) description: string;
  @DecimalField(QUANTITY) quantity: string;
  @DecimalField({ ...UNIT_PRICE, ...nullable, description: 'Null with the trigger percentage.' })
  unitPrice: string | null;
  @ObjectField(() => DiscountDto, nullable) discount: DiscountDto | null;
  @TextField({ max: 50, ...nullable }) taxCode: string | null;
  @DecimalField({ ...TAX_RATE, ...nullable }) taxRate: string | null;
  @EnumField(LINE_TRIGGERS) trigger: LineTrigger;
  @DateField({ ...TRIGGER_DATE, ...nullable }) triggerDate: LocalDate | null;
  @TextField({ max: 200, ...nullable }) milestone: string | null;
  @InstantField({ ...nullable, description: 'When the milestone was reached.' })
  reachedAt: Instant | null;
  @DecimalField({ ...SHARE, ...nullable }) percent: string | null;
  @InstantField({ ...nullable, description: 'When a manual line was released.' })
  releasedAt: Instant | null;
  @IdField({ ...nullable, description: 'The invoice that billed a line that bills once.' })
  billedInvoiceId: InvoiceId | null;
}

/** The line as the operations take it. */
export function scheduleLineInput(dto: NewScheduleLineDto, position: number): ScheduleLineInput {
  return { ...dto, discount: discountInput(dto.discount ?? null, `/lines/${position}`) };
}
