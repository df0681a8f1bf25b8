import {
  CREDIT_CHECK_STATUSES,
  CREDIT_DOCUMENTS,
  CREDIT_HOLD_REASONS,
  CREDIT_OUTCOMES,
  creditCheckNoun,
  creditHoldNoun,
  creditOverrideNoun,
  HOLD_STRENGTHS,
  MOST_OVERDUE_DAYS,
  type CreditCheckStatus,
  type CreditDecisionView,
  type CreditDocumentType,
  type CreditHoldReason,
  type CreditOutcome,
  type CreditSettings,
  type HoldStrength,
  type SavedCreditSettings,
} from '@quittance/credit/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  HeadBody,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { CreditAnswer, CreditCheckId } from '@quittance/credit';
import type { AccountId, Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { ActorDto } from '../actor.dto.js';

const nullable = { nullable: true } as const;
const optional = { optional: true } as const;
const NOTE = { max: 2000 } as const;
const actor = () => ActorDto;

const REUSED = 'It was there before, and nothing was decided now.';
const COVERS =
  'Whether the check was about as much as is asked for now. An approved one counts all the same ' +
  'where it is false, unless the company has `recheckGrown`.';
const EXPOSURE_NOW = 'In the credit currency as it is now, without the document.';
const OVER_LIMIT_NOW = 'Exposure and request are above the limit as it is now.';

class RiskInputsDto {
  @TextField({
    max: 30,
    ...nullable,
    description:
      'Exposure and request of the limit, in percent; null without a limit, or where it is 0.',
  })
  utilisation: string | null;
  @IntegerField() utilisationPoints: number;
  @IntegerField({ description: 'Of the last 90 days, those that came to no approval.' })
  badChecks: number;
  @IntegerField() badCheckPoints: number;
}

export class CreditCheckDto extends HeadBody(creditCheckNoun, {
  createdBy: actor,
  riskInputs: () => RiskInputsDto,
}) {}

export class CreditDecisionDto extends CreditCheckDto implements CreditDecisionView {
  @BooleanField({ description: REUSED }) reused: boolean;
  @BooleanField({ description: COVERS }) coversDocument: boolean;
  @AmountField({ description: EXPOSURE_NOW }) exposureNow: string;
  @BooleanField({ description: OVER_LIMIT_NOW }) overLimitNow: boolean;
}

/** What credit said of a document, beside the answer of what it was asked for. */
export class CreditAnswerDto implements CreditAnswer {
  @IdField() checkId: CreditCheckId;
  @EnumField(CREDIT_CHECK_STATUSES) status: CreditCheckStatus;
  @EnumField(CREDIT_OUTCOMES) outcome: CreditOutcome;
  @BooleanField({ description: REUSED }) reused: boolean;
  @AmountField({ description: 'What the check was about, and so what it covers.' })
  documentAmount: string;
  @CurrencyField() documentCurrency: Currency;
  @BooleanField({ description: COVERS }) coversDocument: boolean;
  @AmountField({ description: EXPOSURE_NOW }) exposureNow: string;
  @BooleanField({ description: OVER_LIMIT_NOW }) overLimitNow: boolean;
}

class CreditDocumentDto {
  @EnumField(CREDIT_DOCUMENTS) type: CreditDocumentType;
  @IdField() id: string;
}

export class RequestCreditCheckDto {
  @IdField() accountId: AccountId;
  @AmountField({
    ...optional,
    description: 'Gross. Of a document its total, which is taken where none is given.',
  })
  amount?: string;
  @CurrencyField({ ...optional, description: 'Of an amount.' }) currency?: Currency;
  @ObjectField(() => CreditDocumentDto, optional) document?: CreditDocumentDto;
}

export class CreditHoldDto extends HeadBody(creditHoldNoun, {
  placedBy: actor,
  releasedBy: actor,
}) {}

export class PlaceCreditHoldDto {
  @IdField() accountId: AccountId;
  @EnumField(HOLD_STRENGTHS, { description: '`hard` refuses, `soft` asks for approval.' })
  strength: HoldStrength;
  @EnumField(CREDIT_HOLD_REASONS) reason: CreditHoldReason;
  @AmountField({
    ...optional,
    ...nullable,
    description: 'In the credit currency: it holds what takes the exposure above it.',
  })
  amount?: string | null;
  @TextField({ ...NOTE, ...optional, ...nullable }) note?: string | null;
}

export class ReleaseCreditHoldDto {
  @TextField(NOTE) note: string;
}

export class CreditOverrideDto extends HeadBody(creditOverrideNoun, {
  requestedBy: actor,
  decidedBy: actor,
}) {}

export class RequestCreditOverrideDto {
  @TextField(NOTE) reason: string;
  @InstantField({
    ...optional,
    ...nullable,
    description: 'From then on it counts no longer: the check returns to what it was.',
  })
  expiresAt?: Instant | null;
}

export class ApproveCreditOverrideDto {
  @TextField({ ...NOTE, ...optional, ...nullable }) note?: string | null;
}

export class RejectCreditOverrideDto {
  @TextField(NOTE) reason: string;
}

const OWN_HOLD =
  'A soft hold that a check raised is left out of a fresh run for the same document, and ' +
  'released when that approves.';
const GROWN =
  'What was approved, or overridden, counts for what was asked for and less: a document that ' +
  'asks for more by now is asked about anew. Off, it stays approved whatever its total is by now.';
const HOLD_DAYS = {
  min: 1,
  max: MOST_OVERDUE_DAYS,
  description: 'A customer is held when an invoice is so many days overdue; null: never.',
} as const;

export class CreditSettingsDto implements SavedCreditSettings {
  @IntegerField({ description: '0 until they are saved.' }) version: number;
  @BooleanField({ description: OWN_HOLD }) releaseOwnHold: boolean;
  @BooleanField({ description: 'An order is checked afresh when it is confirmed.' })
  recheckOnConfirm: boolean;
  @BooleanField({ description: GROWN }) recheckGrown: boolean;
  @BooleanField({ description: 'Whoever requested an override may approve it.' })
  ownOverride: boolean;
  @IntegerField({ ...HOLD_DAYS, ...nullable }) overdueHoldDays: number | null;
  @EnumField(HOLD_STRENGTHS) overdueHoldStrength: HoldStrength;
  @BooleanField({ description: 'Such a hold is released when nothing is overdue.' })
  overdueHoldRelease: boolean;
}

export class UpdateCreditSettingsDto implements Partial<CreditSettings> {
  @BooleanField({ ...optional, description: OWN_HOLD }) releaseOwnHold?: boolean;
  @BooleanField({ ...optional, description: 'An order is checked afresh when it is confirmed.' })
  recheckOnConfirm?: boolean;
  @BooleanField({ ...optional, description: GROWN }) recheckGrown?: boolean;
  @BooleanField({ ...optional, description: 'Whoever requested an override may approve it.' })
  ownOverride?: boolean;
  @IntegerField({ ...HOLD_DAYS, ...optional, ...nullable }) overdueHoldDays?: number | null;
  @EnumField(HOLD_STRENGTHS, optional) overdueHoldStrength?: HoldStrength;
  @BooleanField({ ...optional, description: 'Such a hold is released when nothing is overdue.' })
  overdueHoldRelease?: boolean;
}
