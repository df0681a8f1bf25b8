import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  DraftBody,
  EnumField,
  HeadBody,
  IdField,
  IntegerField,
  JsonField,
  ListField,
  ObjectField,
  PatchBody,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import {
  amendmentNoun,
  CANCEL_CREDITS,
  CHANGE_BILLINGS,
  CHANGE_TIMES,
  MOST_CHARGES,
  MOST_DISCOUNT_PERIODS,
  MOST_ITEMS,
  type Proration,
  PRORATIONS,
  RECURRING_FREQUENCIES,
  RESUME_BILLINGS,
  saidOfSubscription,
  subscriptionItemNoun,
  subscriptionNoun,
  type ItemId,
  type ItemOverrides,
} from '@quittance/sales/host';
import { SupplyPlaceDto } from '../tax/tax-calculation.dto.js';
import { AgreedPriceDto } from './plan-version.dto.js';

const optional = { optional: true } as const;
const nullable = { optional: true, nullable: true } as const;
const LARGE = { scale: 6, min: '0', max: '999999999999.999999' } as const;
const REASON = { max: 500, ...nullable } as const;
const ITEMS = { minItems: 1, maxItems: MOST_ITEMS } as const;

export class ChargeOverrideDto {
  @TextField({ max: 60, description: 'The key of a charge of the plan.' }) key: string;
  @DecimalField({ ...LARGE, ...nullable, description: 'Null: nothing; the plan’s when absent.' })
  included?: string | null;
  @ObjectField(() => AgreedPriceDto, {
    ...optional,
    description: 'In the currency of the subscription; the plan’s when absent.',
  })
  price?: AgreedPriceDto;
}

export class ItemOverridesDto {
  @ListField(() => ChargeOverrideDto, { maxItems: MOST_CHARGES, ...optional })
  charges?: ChargeOverrideDto[];
  @DecimalField({ ...LARGE, ...nullable, description: 'The plan’s when null.' })
  minimum?: string | null;
}

const { overrides: _overrides, ...itemMembers } = subscriptionItemNoun.members;

const shapes = { placeOf: () => SupplyPlaceDto } as const;

export class NewSubscriptionItemDto extends DraftBody(subscriptionItemNoun, shapes) {
  @AmountField({ ...nullable, description: 'Off each period, instead of a percentage.' })
  discountAmount?: string | null;
  @IntegerField({
    min: 1,
    max: MOST_DISCOUNT_PERIODS,
    ...nullable,
    description: 'For how many whole periods the discount holds; null: always.',
  })
  discountPeriods?: number | null;
  @ObjectField(() => ItemOverridesDto, {
    ...nullable,
    description: 'What is agreed of usage instead of what the plan asks; null: nothing.',
  })
  overrides?: ItemOverridesDto | null;
}

export class ChangedItemDto extends NewSubscriptionItemDto {
  @IdField({ ...optional, description: 'The item that goes on so; a new one when absent.' })
  itemId?: ItemId;
}

export class SubscriptionItemDto extends HeadBody({ members: itemMembers }, shapes) {
  @ObjectField(() => ItemOverridesDto, { nullable: true }) overrides: ItemOverrides | null;
}

export class CreateSubscriptionDto extends DraftBody(subscriptionNoun) {
  @IntegerField({
    min: 1,
    max: 31,
    ...optional,
    description: 'The day of the month on which periods begin; the day of the start unless told.',
  })
  anchorDay?: number;
  @IntegerField({ min: 1, max: 12, ...optional, description: 'Of yearly periods, with a day.' })
  anchorMonth?: number;
  @ListField(() => NewSubscriptionItemDto, ITEMS) items: NewSubscriptionItemDto[];
}

export class UpdateSubscriptionDto extends PatchBody(saidOfSubscription) {}

/** A subscription as lists show it. */
export class SubscriptionHeadDto extends HeadBody(subscriptionNoun, {}) {}

/** A subscription with its items from today on. */
export class SubscriptionDto extends SubscriptionHeadDto {
  @DateField({ nullable: true, description: 'Null on trial, before the start and behind the end.' })
  currentPeriodStart: LocalDate | null;
  @DateField({ nullable: true, description: 'Its last day.' })
  currentPeriodEnd: LocalDate | null;
  @AmountField({ description: 'Net of a month, of the items of today.' }) mrr: string;
  @ListField(() => SubscriptionItemDto, { maxItems: 10 * MOST_ITEMS })
  items: SubscriptionItemDto[];
}

export class AmendmentDto extends HeadBody({ members: withoutJson(amendmentNoun.members) }, {}) {
  @JsonField({ description: 'The members that changed, as they were.' })
  before: Readonly<Record<string, unknown>>;
  @JsonField({ description: 'The same as they are.' })
  after: Readonly<Record<string, unknown>>;
}

function withoutJson({ before: _, after: __, ...plain }: typeof amendmentNoun.members) {
  return plain;
}

export class ReasonDto {
  @TextField(REASON) reason?: string | null;
}

export class ActivateSubscriptionDto extends ReasonDto {}

export class ExtendTrialDto {
  @DateField({ description: 'The first day that is no trial any more; later than it is.' })
  trialEnd: LocalDate;
}

export class PauseSubscriptionDto extends ReasonDto {
  @EnumField(CHANGE_TIMES, { ...optional, description: '`now` unless told.' })
  from?: (typeof CHANGE_TIMES)[number];
  @DateField({ ...optional, description: 'The first day without service; with `day` alone.' })
  day?: LocalDate;
  @DateField({
    ...nullable,
    description: 'The day it goes on; later than it begins. None unless told.',
  })
  resumeOn?: LocalDate | null;
  @BooleanField({
    ...optional,
    description: 'Gives back, on the day, days that are paid for; not unless told.',
  })
  creditUnused?: boolean;
}

export class ResumeSubscriptionDto extends ReasonDto {
  @EnumField(RESUME_BILLINGS, {
    ...optional,
    description: '`keep_grid` unless told; another where it stands still only.',
  })
  billing?: (typeof RESUME_BILLINGS)[number];
}

export class CancelSubscriptionDto extends ReasonDto {
  @EnumField(CANCEL_CREDITS, {
    ...optional,
    description: 'What is given back, on the day, of days that are paid for; `none` unless told.',
  })
  credit?: (typeof CANCEL_CREDITS)[number];
  @EnumField(CHANGE_TIMES, { ...optional, description: '`period_end` unless told.' })
  at?: (typeof CHANGE_TIMES)[number];
  @DateField({ ...optional, description: 'The first day without service, with `day`.' })
  day?: LocalDate;
}

export class ReactivateSubscriptionDto {
  @BooleanField({ ...optional, description: 'Goes on with the versions and prices it had.' })
  sameVersion?: boolean;
}

export class PreviewChangeDto {
  @EnumField(CHANGE_TIMES, {
    ...optional,
    description: 'Unless told: `now` where the net of a period rises, else `period_end`.',
  })
  effective?: (typeof CHANGE_TIMES)[number];
  @DateField({
    ...optional,
    description:
      'The first day of the new items, with `day`. Within a period that is billed it is settled ' +
      'with that day; one that is past lies in the period that runs, behind all that has ' +
      'changed since, and is invoiced today.',
  })
  day?: LocalDate;
  @EnumField(PRORATIONS, {
    ...optional,
    description: 'What the rest of a period that is billed costs; `prorated` unless told.',
  })
  proration?: Proration;
  @EnumField(CHANGE_BILLINGS, {
    ...optional,
    description: 'By an invoice or a note of its own, or with the next invoice; `now` unless told.',
  })
  billing?: (typeof CHANGE_BILLINGS)[number];
  @ListField(() => ChangedItemDto, ITEMS) items: ChangedItemDto[];
}

export class ChangeSubscriptionDto extends PreviewChangeDto {
  @TextField({ max: 64, ...optional, description: 'What a preview answered.' })
  previewHash?: string;
  @BooleanField({ ...optional, description: 'Answers what it would cost, and changes nothing.' })
  preview?: boolean;
  @TextField(REASON) reason?: string | null;
}

export class ChangePreviewDto {
  @DateField() effectiveOn: LocalDate;
  @CurrencyField() currency: Currency;
  @EnumField(RECURRING_FREQUENCIES, { description: 'How often it bills from then on.' })
  frequency: (typeof RECURRING_FREQUENCIES)[number];
  @AmountField({ description: 'Net of a whole period, as it would be without the change.' })
  before: string;
  @AmountField({ description: 'The same with it.' }) after: string;
  @AmountField({ sign: 'any' }) difference: string;
  @AmountField({
    description:
      'Given back for the rest of the running period, beside what changes have asked of it ' +
      'before, those of the day among them.',
  })
  credit: string;
  @AmountField({ description: 'Asked for it.' }) charge: string;
  @AmountField({ sign: 'any', description: 'Below 0 it is a credit note.' }) net: string;
  @EnumField(CHANGE_BILLINGS, { description: 'When that is invoiced.' })
  billing: (typeof CHANGE_BILLINGS)[number];
  @ListField(() => SubscriptionItemDto, { maxItems: MOST_ITEMS })
  items: readonly SubscriptionItemDto[];
  @TextField({ max: 64 }) previewHash: string;
}
