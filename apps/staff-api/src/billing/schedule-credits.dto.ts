import type { CancelWithinInput } from '@quittance/billing/host';
import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { CreditNoteId, Id, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { ScheduleDto } from './billing-schedule.dto.js';

const optional = { optional: true } as const;
/** Periods reach to today or beyond it: those that were billed ahead are few. */
const MOST = 100_000;

export class CancelWithinPeriodDto implements Pick<CancelWithinInput, 'on'> {
  @DateField({ ...optional, description: 'The first day that is not served; today unless told.' })
  on?: LocalDate;
}

/** A line that comes back for its unused days. */
export class UnusedLineDto {
  @IdField() invoiceId: InvoiceId;
  @IdField() invoiceLineId: Id<'invoice-line'>;
  @IdField({
    nullable: true,
    description: 'The note that credits it; null of a draft, changed or cancelled.',
  })
  creditNoteId: CreditNoteId | null;
  @TextField({ max: 2000 }) description: string;
  @DateField({ description: 'The first day that is not served.' }) periodStart: LocalDate;
  @DateField() periodEnd: LocalDate;
  @IntegerField({ min: 1 }) days: number;
  @IntegerField({ min: 1, description: 'All days that the line was asked for.' }) ofDays: number;
  @AmountField({ sign: 'any' }) asked: string;
  @AmountField() amount: string;
}

export class CancelledWithinDto {
  @ObjectField(() => ScheduleDto) schedule: ScheduleDto;
  @DateField() on: LocalDate;
  @CurrencyField() currency: Currency;
  @BooleanField({ description: 'Whether the amounts contain their tax.' })
  pricesIncludeTax: boolean;
  @ListField(() => UnusedLineDto, { maxItems: MOST }) lines: UnusedLineDto[];
  @AmountField() total: string;
}
