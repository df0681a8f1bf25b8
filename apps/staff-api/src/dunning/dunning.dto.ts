import {
  DUNNING_ACTIONS,
  HOLD_REASONS,
  MOST_GAP_DAYS,
  MOST_STEPS_LISTED,
  MOST_STEPS,
  MOST_FEE_CURRENCIES,
  type StepFee,
  type AttemptId,
  attemptNoun,
  type AttemptView,
  type DunningAction,
  type DunningForecast,
  type DunningScheduleView,
  type DunningStep,
  type HoldReason,
  type InvoiceDunning,
  type PausedAccount,
  pauseNoun,
  type PauseView,
  runNoun,
  type PlannedLetter,
  type PlannedStep,
  type StepInput,
} from '@quittance/dunning/host';
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
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { INVOICE_STATUSES, type InvoiceStatus } from '@quittance/receivables/host';
import { ActorDto } from '../actor.dto.js';
import { nounDto } from '../objects/noun-dtos.js';

const nullable = { nullable: true } as const;
const optional = { optional: true } as const;
const DAYS = { min: 0, max: 3650, description: 'Days after the due date; ascending.' } as const;
const GAP = {
  min: 0,
  max: MOST_GAP_DAYS,
  description:
    'The fewest days between two letters to a customer, and between two steps of an invoice, ' +
    'which keep the days between them in the schedule too. 3 unless given.',
} as const;
const CONSOLIDATE =
  'Whether a customer gets one letter about all that is overdue; true unless given.';
const REASON = { max: 500 } as const;
const MOST_PAUSED = 1000;

class StepFeeAmountDto {
  @CurrencyField() currency: Currency;
  @AmountField() amount: string;
}

/** A late fee; off unless a step says one. */
class StepFeeDto implements StepFee {
  @DecimalField({
    min: '0',
    scale: 6,
    ...nullable,
    description: 'Of what is open and nobody objects to; or amounts are given.',
  })
  percent: string | null;
  @ListField(() => StepFeeAmountDto, {
    maxItems: MOST_FEE_CURRENCIES,
    description: 'One for each currency in which there is a fee.',
  })
  amounts: StepFeeAmountDto[];
  @TextField({ max: 50, ...nullable, description: 'Null: out of the scope of tax.' })
  taxCode: string | null;
}

const FEE = {
  ...nullable,
  description:
    'Asked once with the step, by an invoice of its own that is sent at once. Nothing is asked ' +
    'of invoices that were not sent or ask for late payment themselves.',
} as const;

export class DunningStepDto implements DunningStep {
  @IntegerField({ description: 'Counts from 1.' }) step: number;
  @IntegerField(DAYS) daysAfterDue: number;
  @EnumField(DUNNING_ACTIONS) action: DunningAction;
  @ObjectField(() => StepFeeDto, FEE) fee?: StepFee | null;
}

class DunningStepInputDto implements StepInput {
  @IntegerField({ min: 1, max: 1000, ...optional, description: 'Its place unless given.' })
  step?: number;
  @IntegerField(DAYS) daysAfterDue: number;
  @EnumField(DUNNING_ACTIONS) action: DunningAction;
  @ObjectField(() => StepFeeDto, { ...FEE, ...optional }) fee?: StepFee | null;
}

class PausedAccountDto implements PausedAccount {
  @IdField() accountId: AccountId;
  @TextField(REASON) reason: string;
  @DateField({ ...nullable, description: 'The last day; null has no end.' })
  until: LocalDate | null;
}

class PausedAccountInputDto {
  @IdField() accountId: AccountId;
  @TextField(REASON) reason: string;
  @DateField({ ...optional, ...nullable }) until?: LocalDate | null;
}

const ISSUED =
  'Leaves out what was never sent. Unless it is set, drafts and what waits for internal approval ' +
  'are dunned as soon as they are overdue, as what was sent is.';

export class DunningScheduleDto implements DunningScheduleView {
  @IntegerField({ description: '0 until a schedule is saved.' }) version: number;
  @ListField(() => DunningStepDto, { maxItems: MOST_STEPS }) steps: DunningStepDto[];
  @BooleanField({ description: 'Whether the clock starts a run each day.' }) autoRun: boolean;
  @BooleanField({ description: ISSUED }) requireIssued: boolean;
  @TextField({ max: 30, description: 'Major units of each invoice’s own currency.' })
  minimumBalance: string;
  @IntegerField(GAP) minimumGapDays: number;
  @BooleanField({ description: CONSOLIDATE }) consolidate: boolean;
  @IntegerField({ description: 'Counts how often the steps have changed; 0 until there are any.' })
  ladder: number;
  @ListField(() => PausedAccountDto, { maxItems: MOST_PAUSED }) pausedAccounts: PausedAccountDto[];
  @InstantField(nullable) updatedAt: Instant | null;
}

export class PutDunningScheduleDto {
  @ListField(() => DunningStepInputDto, { maxItems: MOST_STEPS }) steps: DunningStepInputDto[];
  @BooleanField({ ...optional, description: 'False unless given.' }) autoRun?: boolean;
  @BooleanField({ ...optional, description: `${ISSUED} False unless given.` })
  requireIssued?: boolean;
  @DecimalField({ min: '0', scale: 4, ...optional, description: '0 unless given.' })
  minimumBalance?: string;
  @IntegerField({ ...GAP, ...optional }) minimumGapDays?: number;
  @BooleanField({ ...optional, description: CONSOLIDATE }) consolidate?: boolean;
  @ListField(() => PausedAccountInputDto, {
    maxItems: MOST_PAUSED,
    ...optional,
    description: 'Replaces the accounts that are left alone; absent, they stay.',
  })
  pausedAccounts?: PausedAccountInputDto[];
}

export class RunDunningDto {
  @DateField({
    ...optional,
    description: 'The company’s today unless given; only a dry run looks from a day after it.',
  })
  asOf?: LocalDate;
  @BooleanField({ ...optional, description: 'Only tells what would be done.' }) dryRun?: boolean;
}

const actor = () => ActorDto;

export const DunningRunDto = nounDto(runNoun, 'DunningRunDto', { actor });

class PlannedStepDto implements PlannedStep {
  @IdField() invoiceId: string;
  @TextField({ max: 100 }) number: string;
  @EnumField(INVOICE_STATUSES, { description: 'Drafts too, unless `requireIssued` is set.' })
  status: InvoiceStatus;
  @IdField() accountId: string;
  @TextField({ max: 255 }) accountName: string;
  @DateField() dueDate: LocalDate;
  @IntegerField() daysOverdue: number;
  @CurrencyField() currency: Currency;
  @AmountField() balance: string;
  @AmountField({ description: 'Of the balance, what nobody objects to.' }) openAmount: string;
  @IntegerField(nullable) step: number | null;
  @EnumField(DUNNING_ACTIONS, nullable) action: string | null;
  @TextField({ max: 100, ...nullable }) templateCode: string | null;
  @TextField({ max: 254, ...nullable }) recipient: string | null;
  @TextField({ max: 250, ...nullable, description: 'As the customer would read it.' })
  subject: string | null;
  @TextField({
    max: 100,
    ...nullable,
    description:
      'A code; null when the step would be taken. `template_not_tried`: it would be, but its ' +
      'letter is not shown, as rendering those before it took too long.',
  })
  blockedBy: string | null;
  @DateField({ ...nullable, description: 'The first day of the step, where it waits for one.' })
  nextOn: LocalDate | null;
  @AmountField({ ...nullable, description: 'What it would ask for being late, before tax.' })
  fee: string | null;
}

class PlannedTotalDto {
  @CurrencyField() currency: Currency;
  @IntegerField({ description: 'The invoices that it asks for.' }) invoices: number;
  @AmountField({ description: 'What it asks for.' }) amount: string;
}

class PlannedLetterDto implements PlannedLetter {
  @IdField() accountId: string;
  @TextField({ max: 255 }) accountName: string;
  @IntegerField({ description: 'The highest step that is due among the invoices.' }) step: number;
  @EnumField(DUNNING_ACTIONS) action: string;
  @TextField({ max: 100 }) templateCode: string;
  @TextField({ max: 254, ...nullable }) recipient: string | null;
  @TextField({ max: 250, ...nullable, description: 'As the customer would read it.' })
  subject: string | null;
  @ListField(() => PlannedTotalDto, { maxItems: 200, description: 'For each currency.' })
  totals: PlannedTotalDto[];
  @IntegerField({ description: 'The invoices of which it takes a step.' }) steps: number;
  @TextField({ max: 100, ...nullable, description: 'A code; null when it would be sent.' })
  blockedBy: string | null;
}

export class DunningForecastDto implements DunningForecast {
  @DateField() asOf: LocalDate;
  @IntegerField({ description: 'Overdue invoices.' }) invoices: number;
  @IntegerField({ description: 'Of them, those a step would be taken for.' }) due: number;
  @ListField(() => PlannedStepDto, {
    maxItems: MOST_STEPS_LISTED,
    description: 'The oldest first; of consolidated letters customer by customer.',
  })
  plan: PlannedStepDto[];
  @ListField(() => PlannedLetterDto, {
    maxItems: MOST_STEPS_LISTED,
    description: 'The letters that would be sent about what is listed.',
  })
  letters: PlannedLetterDto[];
}

export const DunningAttemptDto = nounDto(attemptNoun, 'DunningAttemptDto');

export class StartPauseDto {
  @IdField({ ...optional, description: 'Either an invoice or an account.' }) invoiceId?: InvoiceId;
  @IdField(optional) accountId?: AccountId;
  @TextField(REASON) reason: string;
  @DateField({ ...optional, ...nullable, description: 'The last day; for a promise its day.' })
  until?: LocalDate | null;
  @AmountField({
    ...optional,
    description: 'What the customer has promised to pay by then; only of an invoice.',
  })
  promisedAmount?: string;
}

export const DunningPauseDto = nounDto(pauseNoun, 'DunningPauseDto', { createdBy: actor });

class ChargedStepDto {
  @IdField({ description: 'The try of the step.' }) attemptId: AttemptId;
  @IdField({ description: 'The invoice that asks for it.' }) invoiceId: InvoiceId;
  @TextField({ max: 100 }) number: string;
  @EnumField(INVOICE_STATUSES) status: InvoiceStatus;
  @CurrencyField() currency: Currency;
  @AmountField({ description: 'Before tax.' }) amount: string;
}

export class InvoiceDunningDto implements InvoiceDunning {
  @IdField() invoiceId: InvoiceId;
  @BooleanField({ description: 'Whether it is overdue and open today.' }) overdue: boolean;
  @IntegerField(nullable) nextStep: number | null;
  @EnumField(DUNNING_ACTIONS, nullable) nextAction: string | null;
  @EnumField(HOLD_REASONS, {
    ...nullable,
    description:
      'Why a run today would do nothing; `not_configured` while the schedule has no steps, ' +
      '`tax_undetermined` while a line of it is not taxed yet that should be, ' +
      '`all_steps_done` after the last of them, `minimum_gap` while the customer or the invoice ' +
      'was pursued too lately.',
  })
  heldBy: HoldReason | null;
  @DateField({
    ...nullable,
    description:
      'The first day on which the next step can be taken, where days are all it waits for.',
  })
  nextOn: LocalDate | null;
  @ListField(() => DunningAttemptDto, { maxItems: 1000 }) attempts: AttemptView[];
  @ListField(() => DunningPauseDto, { maxItems: 100 }) pauses: PauseView[];
  @ListField(() => ChargedStepDto, { maxItems: 1000, description: 'Fees that steps asked for.' })
  fees: ChargedStepDto[];
}
