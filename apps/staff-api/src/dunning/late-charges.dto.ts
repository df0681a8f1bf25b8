import {
  LAST_ASKING_DAY,
  MOST_BILLS,
  MOST_CURRENCIES,
  MOST_EARLIER,
  MOST_GRACE_DAYS,
  type EarlierTerms,
  type LateBillSkipped,
  type LateBillView,
  type LateChargesAhead,
  type LateChargesMade,
  type LateChargeView,
  type LateInvoiceMade,
  type LateTermsInput,
  type SavedLateTerms,
} from '@quittance/dunning/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IdsField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { EInvoiceFaultDto } from '../documents/document.dto.js';

const nullable = { nullable: true } as const;
const optional = { optional: true } as const;
const RATE = {
  scale: 6,
  ...nullable,
  description: 'Per cent of a year of 365 days, of what is open at the end of each day.',
} as const;
const GRACE = {
  min: 0,
  max: MOST_GRACE_DAYS,
  description: 'Days after the due day that cost nothing.',
} as const;

const ASK_ON_DAY = {
  min: 1,
  max: LAST_ASKING_DAY,
  ...nullable,
  description:
    'The day of each month on which it is asked for by itself; null for by people alone.',
} as const;

export class LateAmountsDto {
  @CurrencyField() currency: Currency;
  @AmountField({ ...nullable, description: 'Asked once of an invoice.' }) fee: string | null;
  @AmountField({
    ...nullable,
    description: 'While interest comes to less it is not asked for, and its days go on.',
  })
  minimum: string | null;
}

/** What days cost before a rate or days of grace that were said later. */
export class EarlierTermsDto implements EarlierTerms {
  @DecimalField(RATE) annualRate: string | null;
  @IntegerField(GRACE) graceDays: number;
  @DateField({ description: 'The first day that costs by what was said next.' }) until: LocalDate;
}

export class PutLateTermsDto implements LateTermsInput {
  @BooleanField() active: boolean;
  @DecimalField(RATE) annualRate: string | null;
  @IntegerField(GRACE) graceDays: number;
  @DateField({
    ...optional,
    ...nullable,
    description:
      'No day before it costs anything: that on which it is first saved, or later switched on ' +
      'again, unless given.',
  })
  appliesFrom?: LocalDate | null;
  @DateField({
    ...optional,
    ...nullable,
    description:
      'The first day that costs by this rate and these days of grace, where they are others than ' +
      'before: today unless given, and no day to come. Days before go on to cost what they did. ' +
      'Without it what is corrected on the day it was said holds from where that did.',
  })
  holdsFrom?: LocalDate | null;
  @IntegerField({ ...ASK_ON_DAY, ...optional }) askOnDay?: number | null;
  @ListField(() => LateAmountsDto, { maxItems: MOST_CURRENCIES }) amounts: LateAmountsDto[];
}

export class LateTermsDto implements SavedLateTerms {
  @BooleanField() active: boolean;
  @DecimalField(RATE) annualRate: string | null;
  @IntegerField(GRACE) graceDays: number;
  @DateField(nullable) appliesFrom: LocalDate | null;
  @IntegerField(ASK_ON_DAY) askOnDay: number | null;
  @DateField({ ...nullable, description: 'By itself, or when its day was chosen.' })
  lastAskedOn: LocalDate | null;
  @DateField({ ...nullable, description: 'When this rate and these days of grace were said.' })
  saidOn: LocalDate | null;
  @ListField(() => EarlierTermsDto, {
    maxItems: MOST_EARLIER,
    description: 'What days cost before, the oldest first.',
  })
  earlier: readonly EarlierTerms[];
  @ListField(() => LateAmountsDto, { maxItems: MOST_CURRENCIES }) amounts: LateAmountsDto[];
  @IntegerField({ min: 0, description: '0 until they are saved.' }) version: number;
}

/** A place in the order of customers, and none of a customer: it points at nothing. */
const PLACE = { min: 36, max: 36, pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ } as const;
const AFTER = {
  ...PLACE,
  ...optional,
  description: 'The customers behind this place: `next` of the answer before.',
} as const;

export class ChargeLateDto {
  @IdsField({ maxItems: 100, ...optional, description: 'Of these customers alone.' })
  accountIds?: AccountId[];
  @TextField(AFTER) after?: AccountId;
}

export class LateChargesQueryDto {
  @TextField(AFTER) after?: AccountId;
}

const NEXT = {
  ...PLACE,
  ...nullable,
  description: 'Where others are left, the place to go on behind; null when all were asked.',
} as const;

export class LateInvoiceDto implements LateInvoiceMade {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) number: string;
  @IdField() accountId: AccountId;
  @CurrencyField() currency: Currency;
  @AmountField() total: string;
}

/** What is not asked for before its e-invoice profile or a rule is met; its days go on. */
export class LateBillSkippedDto implements LateBillSkipped {
  @IdField() accountId: AccountId;
  @TextField({ max: 200 }) accountName: string;
  @CurrencyField() currency: Currency;
  @AmountField() total: string;
  @ListField(() => EInvoiceFaultDto, {
    maxItems: 10_000,
    description:
      'What the e-invoice profile of the account demands and is missing, or the code by which a ' +
      'rule of the company refuses the invoice.',
  })
  faults: readonly EInvoiceFaultDto[];
}

const SKIPPED = {
  maxItems: MOST_BILLS,
  description: 'The first of those that cannot be sent; nothing of them is written.',
} as const;

export class LateChargesMadeDto implements LateChargesMade {
  @IntegerField({ min: 0 }) count: number;
  @TextField(NEXT) next: AccountId | null;
  @ListField(() => LateInvoiceDto, { maxItems: MOST_BILLS, description: 'The first of them.' })
  invoices: LateInvoiceDto[];
  @ListField(() => LateBillSkippedDto, SKIPPED) skipped: LateBillSkippedDto[];
}

export class LateChargeDto implements LateChargeView {
  @EnumField(['interest', 'fee']) kind: 'interest' | 'fee';
  @IdField({ description: 'What was not paid in time.' }) invoiceId: InvoiceId;
  @TextField({ max: 64 }) number: string;
  @DateField() from: LocalDate;
  @DateField() to: LocalDate;
  @DecimalField({ scale: 6, ...nullable }) annualRate: string | null;
  @AmountField() amount: string;
}

export class LateBillDto implements LateBillView {
  @IdField() accountId: AccountId;
  @TextField({ max: 200 }) accountName: string;
  @CurrencyField() currency: Currency;
  @AmountField() total: string;
  @ListField(() => LateChargeDto, { maxItems: 10_000 }) charges: LateChargeDto[];
}

export class LateChargesAheadDto implements LateChargesAhead {
  @IntegerField({ min: 0 }) count: number;
  @TextField(NEXT) next: AccountId | null;
  @ListField(() => LateBillDto, { maxItems: MOST_BILLS, description: 'The first of them.' })
  bills: LateBillDto[];
  @ListField(() => LateBillSkippedDto, SKIPPED) skipped: LateBillSkippedDto[];
}
