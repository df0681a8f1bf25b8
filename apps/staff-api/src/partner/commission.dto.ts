import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  CurrencyField,
  DateField,
  DecimalField,
  DraftBody,
  HeadBody,
  IdField,
  IntegerField,
  ListField,
  PatchBody,
  TextField,
} from '@quittance/http/host';
import type { InvoiceId, ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  commissionNoun,
  partnerMemberNoun,
  MOST_PLAN_LINES,
  MOST_COMMISSION_TIERS,
  planNoun,
  statementNoun,
  type PartnerId,
  type WaitingMoney,
} from '@quittance/partner/host';
import { ActorDto } from '../actor.dto.js';

const optional = { optional: true, nullable: true } as const;
const actor = () => ActorDto;

class CommissionTierDto {
  @AmountField({ ...optional, description: 'Of a period, itself among it; null of the last.' })
  upTo?: string | null;
  @DecimalField({ scale: 6, description: 'Percent.' }) rate: string;
}

class CommissionPlanLineDto {
  @IdField({ ...optional, description: 'The product it is for.' }) productId?: ProductId | null;
  @TextField({ ...optional, max: 100, description: 'Or the category; neither: all.' })
  category?: string | null;
  @DecimalField({ ...optional, scale: 6, description: 'Percent; or tiers.' }) rate?: string | null;
  @ListField(() => CommissionTierDto, { ...optional, maxItems: MOST_COMMISSION_TIERS })
  tiers?: CommissionTierDto[] | null;
  @IntegerField({
    ...optional,
    min: 0,
    max: 600,
    description: 'Of what recurs: so many months; 0 the first invoice, null always.',
  })
  recurringMonths?: number | null;
}

const { lines: _, ...plain } = planNoun.members;
const LINES = { minItems: 1, maxItems: MOST_PLAN_LINES } as const;

export class CreateCommissionPlanDto extends DraftBody({ members: plain }) {
  @ListField(() => CommissionPlanLineDto, LINES) lines: CommissionPlanLineDto[];
}
export class UpdateCommissionPlanDto extends PatchBody({ members: plain }) {
  @ListField(() => CommissionPlanLineDto, { ...LINES, optional: true })
  lines?: CommissionPlanLineDto[];
}
export class CommissionPlanDto extends HeadBody({ members: plain }, {}) {
  @ListField(() => CommissionPlanLineDto, LINES) lines: CommissionPlanLineDto[];
}

export class CommissionDto extends HeadBody(commissionNoun, { createdBy: actor }) {}

export class AdjustCommissionDto {
  @IdField() partnerId: PartnerId;
  @CurrencyField() currency: Currency;
  @TextField({ max: 30, description: 'Decimal; below zero it takes away.', example: '-25.00' })
  amount: string;
  @TextField({ max: 1000 }) reason: string;
}

class WaitingMoneyDto implements WaitingMoney {
  @IdField() invoiceId: InvoiceId;
  @IdField() partnerId: PartnerId;
  @TextField({ max: 7, description: 'From which into which.', example: 'USD/EUR' })
  currencies: string;
  @DateField({ description: 'The day of the money.' }) day: LocalDate;
}

export class WaitingMoneyListDto {
  @ListField(() => WaitingMoneyDto, { maxItems: 500 }) data: readonly WaitingMoneyDto[];
}

export class CommissionStatementDto extends HeadBody(statementNoun, {
  approvedBy: actor,
  createdBy: actor,
}) {}

export class DrawUpStatementsDto {
  @DateField({ ...optional, description: 'Any day of it; the last that is over where absent.' })
  month?: LocalDate | null;
  @IdField({ ...optional, description: 'All where absent.' }) partnerId?: PartnerId | null;
}

export class CommissionStatementsDto {
  @ListField(() => CommissionStatementDto, { maxItems: 100_000 })
  data: readonly CommissionStatementDto[];
}

export class StatementReasonDto {
  @TextField({ max: 1000 }) reason: string;
}

export class PayStatementDto {
  @DateField() paidOn: LocalDate;
  @TextField({ max: 200 }) reference: string;
}

export class PartnerMemberDto extends HeadBody(partnerMemberNoun, {}) {}
export class UpdatePartnerMemberDto extends PatchBody(partnerMemberNoun) {}
