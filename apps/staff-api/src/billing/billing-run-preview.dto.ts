import { TAX_CATEGORIES, TAX_REASONS } from '@quittance/tax';
import type { TaxCategory, TaxReason } from '@quittance/tax';
import { MOST_LINES } from '@quittance/receivables/host';
import { SCHEDULE_STATUSES, type ScheduleStatus } from '@quittance/billing/host';
import { TAX_ROUNDINGS, type TaxRounding } from '@quittance/company';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, Id, InvoiceId, ProductId, ScheduleId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { FREQUENCIES, type Frequency, type LocalDate } from '@quittance/calendar';
import { RunErrorDto } from './billing-run.dto.js';
import { BillToDto } from '../receivables/invoices/invoice.dto.js';
import { FewerForMoreDto } from '../sales/usage.dto.js';

const optional = { optional: true } as const;
const nullable = { nullable: true } as const;
const COUNT = { min: 0 } as const;

export class PreviewQueryDto {
  @DateField({ ...optional, description: 'Today in the company’s time zone unless told.' })
  asOf?: LocalDate;
  @BooleanField(optional) catchUp?: boolean;
  @IntegerField({ min: 1, ...optional }) page?: number;
  @IntegerField({ min: 1, max: 200, ...optional, description: '50 unless told.' })
  pageSize?: number;
}

export class PreviewedLineDto {
  @IdField({ ...nullable, description: 'Null of what a subscription is billed for.' })
  scheduleLineId: Id<'schedule-line'> | null;
  @IdField(nullable) productId: ProductId | null;
  @TextField({ max: 1000 }) description: string;
  @DateField() periodStart: LocalDate;
  @DateField() periodEnd: LocalDate;
  @DecimalField({ scale: 6 }) quantity: string;
  @DecimalField({ scale: 6 }) unitPrice: string;
  @AmountField({ sign: 'any' }) discountAmount: string;
  @AmountField({ sign: 'any' }) net: string;
  @ObjectField(() => FewerForMoreDto, {
    ...nullable,
    description:
      'Fewer units of a volume of usage that would cost more: the total fell though more was used.',
  })
  fellFrom: FewerForMoreDto | null;
  @TextField({ max: 50, ...nullable }) taxCode: string | null;
  @DecimalField({ scale: 6 }) taxRate: string;
  @BooleanField() taxFallback: boolean;
  @EnumField(TAX_CATEGORIES, nullable) taxCategory: TaxCategory | null;
  @EnumField(TAX_REASONS, nullable) taxReason: TaxReason | null;
  @BooleanField({ description: 'There is no rate for it: its invoice will stay a draft.' })
  taxUndetermined: boolean;
  @AmountField({ sign: 'any' }) tax: string;
  @AmountField({ sign: 'any' }) total: string;
}

export class PreviewedInvoiceDto {
  @DateField() issueDate: LocalDate;
  @DateField() dueDate: LocalDate;
  @DateField() periodStart: LocalDate;
  @DateField() periodEnd: LocalDate;
  @ObjectField(() => BillToDto, {
    ...nullable,
    description: 'Null where the account is beyond the reach of who asks.',
  })
  billTo: BillToDto | null;
  @BooleanField() pricesIncludeTax: boolean;
  @EnumField(TAX_ROUNDINGS) taxRounding: TaxRounding;
  @ListField(() => PreviewedLineDto, { maxItems: MOST_LINES }) lines: PreviewedLineDto[];
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
}

export class SubscriptionPreviewQueryDto {
  @IntegerField({ min: 1, max: 60, ...optional, description: 'Invoices; 3 unless told.' })
  count?: number;
}

/** The invoices of a subscription that come next, by what is known now. */
export class SubscriptionPreviewDto {
  @IdField() subscriptionId: Id<'subscription'>;
  @IdField() scheduleId: ScheduleId;
  @CurrencyField() currency: Currency;
  @DateField({ ...nullable, description: 'Null where nothing follows.' })
  nextBillingDate: LocalDate | null;
  @ListField(() => PreviewedInvoiceDto, { maxItems: 60 }) invoices: PreviewedInvoiceDto[];
}

export class PreviewedCreditNoteDto {
  @IdField({ ...nullable, description: 'The invoice that asked for what comes back.' })
  invoiceId: InvoiceId | null;
  @DateField() issueDate: LocalDate;
  @TextField({ max: 1000, ...nullable }) reason: string | null;
  @ListField(() => PreviewedLineDto, { maxItems: MOST_LINES }) lines: PreviewedLineDto[];
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
}

export class PreviewedDraftDto {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 100 }) number: string;
  @ListField(() => PreviewedLineDto, { maxItems: MOST_LINES, description: 'Those it takes.' })
  lines: PreviewedLineDto[];
  @AmountField({ sign: 'any', description: 'With them.' }) total: string;
}

export class PreviewedPositionDto {
  @EnumField(SCHEDULE_STATUSES) status: ScheduleStatus;
  @DateField() nextBillingDate: LocalDate;
}

export class PreviewedScheduleDto {
  @IdField() scheduleId: ScheduleId;
  @IdField() accountId: AccountId;
  @TextField({ max: 200, ...nullable, description: 'Null as `billTo`.' })
  accountName: string | null;
  @IdField(nullable) subscriptionId: string | null;
  @IdField(nullable) contractId: string | null;
  @IdField(nullable) salesOrderId: string | null;
  @EnumField(FREQUENCIES) frequency: Frequency;
  @DateField() nextBillingDate: LocalDate;
  @CurrencyField() currency: Currency;
  @ListField(() => PreviewedInvoiceDto, { maxItems: 60 }) invoices: PreviewedInvoiceDto[];
  @IntegerField({ ...COUNT, description: 'Periods in which nothing is billable.' }) skipped: number;
  @AmountField({ description: 'Of its invoices together.' }) total: string;
  @ObjectField(() => PreviewedPositionDto, { description: 'Where the schedule stands afterwards.' })
  after: PreviewedPositionDto;
  @ObjectField(() => RunErrorDto, { ...nullable, description: 'Why it would be listed as failed.' })
  failure: RunErrorDto | null;
  @ListField(() => PreviewedCreditNoteDto, {
    maxItems: 120,
    description: 'What gives back, behind the run, what no invoice has room for.',
  })
  creditNotes: PreviewedCreditNoteDto[];
  @ListField(() => PreviewedDraftDto, {
    maxItems: 120,
    description: 'Drafts from before that take lines of it, since a draft cannot be credited.',
  })
  drafts: PreviewedDraftDto[];
  @ObjectField(() => RunErrorDto, { ...nullable, description: 'Why that would go on waiting.' })
  waitingFailure: RunErrorDto | null;
}

export class PreviewTotalsDto {
  @CurrencyField() currency: Currency;
  @IntegerField(COUNT) invoices: number;
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
  @IntegerField({ ...COUNT, description: 'Credit notes.' }) creditNotes: number;
  @AmountField({ description: 'What they come to, with tax.' }) credited: string;
  @IntegerField({ ...COUNT, description: 'Drafts from before that take lines.' }) drafts: number;
  @AmountField({ description: 'What those lines take off them, with tax.' }) takenOff: string;
}

/** What a run at this instant would make. Counts and amounts are of all pages. */
export class BillingRunPreviewDto {
  @DateField() asOf: LocalDate;
  @BooleanField() catchUp: boolean;
  @IntegerField({ ...COUNT, description: 'Due schedules.' }) scheduled: number;
  @IntegerField({ ...COUNT, description: 'Invoices.' }) invoices: number;
  @IntegerField({ ...COUNT, description: 'Credit notes.' }) creditNotes: number;
  @IntegerField(COUNT) skipped: number;
  @IntegerField(COUNT) failed: number;
  @IntegerField({ ...COUNT, description: 'Customers who would get an invoice.' })
  customers: number;
  @ListField(() => PreviewTotalsDto, { maxItems: 200 }) totals: PreviewTotalsDto[];
  @TextField({
    max: 20_000,
    ...nullable,
    description: 'Holds a run to exactly this; null where it is truncated.',
  })
  previewToken: string | null;
  @BooleanField({
    description:
      'More waits to be given back or billed behind the run than a preview carries out: at most ' +
      '500 schedules, begun within 20 seconds; or more begins on the day than did within 20 ' +
      'seconds.',
  })
  truncated: boolean;
  @IntegerField({ ...COUNT, description: 'Schedules of which that is not shown.' })
  waitingNotShown: number;
  @ListField(() => PreviewedScheduleDto, { maxItems: 200 }) data: PreviewedScheduleDto[];
  @IntegerField({ ...COUNT, description: 'Rows of all pages.' }) total: number;
  @IntegerField() page: number;
  @IntegerField() pageSize: number;
}
