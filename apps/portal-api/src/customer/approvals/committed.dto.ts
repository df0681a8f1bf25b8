import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import { CHANGE_BILLINGS, RECURRING_FREQUENCIES, type PlanId } from '@quittance/sales/host';
import { CustomerOrderDto } from '../sales/order.dto.js';
import { CustomerSubscriptionDto } from '../sales/subscription.dto.js';

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;
const clearable = { optional: true, nullable: true } as const;
const WAITS_FOR = { ...nullable, description: 'What it waits for.' } as const;

/** What has become of the order of a quote. */
export class OrderedQuoteDto {
  @EnumField(['placed', 'awaiting_approval']) outcome: string;
  @IdField(WAITS_FOR) approvalId: string | null;
  @ObjectField(() => CustomerOrderDto, {
    ...clearable,
    description: 'For those who may see orders; null while it waits.',
  })
  order?: CustomerOrderDto | null;
}

const EFFECTIVE = ['now', 'period_end'] as const;

export class PreviewPlanDto {
  @IdField() planId: PlanId;
  @DecimalField({ scale: 6, above: '0' }) quantity: string;
  @IdField({ ...lacked, description: 'Which item; the only one unless told.' }) itemId?: string;
  @EnumField(EFFECTIVE, {
    ...lacked,
    description: 'Unless told, what costs more holds at once, and else with the next period.',
  })
  effective?: (typeof EFFECTIVE)[number];
}

/** What another plan would cost, and the word by which it is made. */
export class PlanPreviewDto {
  @DateField() effectiveOn: LocalDate;
  @CurrencyField() currency: Currency;
  @EnumField(RECURRING_FREQUENCIES) frequency: string;
  @AmountField({ description: 'Net of a whole period.' }) before: string;
  @AmountField() after: string;
  @AmountField({ sign: 'any' }) difference: string;
  @AmountField({ description: 'Of the running period, what is given back.' }) credit: string;
  @AmountField({ description: 'Of the running period, what is asked.' }) charge: string;
  @AmountField({ sign: 'any' }) net: string;
  @EnumField(CHANGE_BILLINGS) billing: string;
  @TextField({ max: 1000, description: 'Handed back to have the change made.' })
  previewToken: string;
}

export class ChangePlanDto {
  @TextField({ max: 1000, description: 'Of the preview.' }) previewToken: string;
}

/** What has become of another plan. */
export class ChangedPlanDto {
  @EnumField(['changed', 'awaiting_approval']) outcome: string;
  @IdField(WAITS_FOR) approvalId: string | null;
  @ObjectField(() => CustomerSubscriptionDto, { ...nullable, description: 'Null while it waits.' })
  subscription: CustomerSubscriptionDto | null;
}

/** What has become of an end that was to be taken back. */
export class ResumedSubscriptionDto {
  @EnumField(['resumed', 'awaiting_approval']) outcome: string;
  @IdField(WAITS_FOR) approvalId: string | null;
  @ObjectField(() => CustomerSubscriptionDto, { ...nullable, description: 'Null while it waits.' })
  subscription: CustomerSubscriptionDto | null;
}

export class CancelSubscriptionDto {
  @TextField({ max: 2000 }) reason: string;
}

export class PauseSubscriptionDto {
  @EnumField(EFFECTIVE, { ...lacked, description: 'Now unless told.' })
  from?: (typeof EFFECTIVE)[number];
  @DateField({ ...clearable, description: 'The day it goes on; later than it begins.' })
  resumeOn?: LocalDate | null;
  @TextField({ max: 2000, ...clearable }) reason?: string | null;
}

/** A plan to which an item of the subscription may change. */
export class CustomerPlanDto {
  @IdField() id: string;
  @TextField({ max: 200 }) name: string;
  @TextField({ max: 2000, ...nullable }) description: string | null;
  @IdField() productId: string;
  @EnumField(RECURRING_FREQUENCIES) frequency: string;
  @DecimalField({ scale: 6, ...lacked, description: 'Of one unit and period.' })
  unitPrice?: string;
  @CurrencyField(lacked) currency?: Currency;
}
