import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  CurrencyField,
  DateField,
  DraftBody,
  EnumField,
  HeadBody,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  PatchBody,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  only,
  ORDER_SHOWN,
  QUOTE_SHOWN,
  sentRegistrationNoun,
  shownCommissionNoun,
  shownCustomerNoun,
  shownOrderNoun,
  shownQuoteNoun,
  shownRegistrationNoun,
  shownStatementNoun,
  type CommissionSums,
  type CustomerCheck,
  type EndCustomer,
  type PartnerDashboard,
  type RegistrationCounts,
} from '@quittance/partner/host';
import { ShowsOpenedFields } from '../opened/shows-opened-fields.js';
import { UpdateQuoteRequestDto } from '../customer/requests/quote-request.dto.js';

const optional = { optional: true, nullable: true } as const;
const NOTE = { max: 2000 } as const;
const SUM = { optional: true, description: 'Only with the right to see prices.' } as const;
const ANY = { sign: 'any' } as const;

/** A business as the partner knows it. */
export class EndCustomerOfPartnerDto implements Partial<EndCustomer> {
  @TextField({ max: 200 }) name: string;
  @TextField({ max: 2, min: 2, description: 'ISO 3166.', example: 'DE' }) country: string;
  @TextField({ ...optional, max: 40 }) taxNumber?: string | null;
  @TextField({ ...optional, max: 255 }) website?: string | null;
  @TextField({ ...optional, max: 254 }) email?: string | null;
  @TextField({ ...optional, max: 200 }) street?: string | null;
  @TextField({ ...optional, max: 20 }) postalCode?: string | null;
  @TextField({ ...optional, max: 100 }) city?: string | null;
}

const shapes = { endCustomer: () => EndCustomerOfPartnerDto } as const;

export class OwnRegistrationDto extends HeadBody(shownRegistrationNoun, shapes) {
  @AmountField(SUM) estimatedValue?: string;
  @CurrencyField(SUM) currency?: Currency;
}
export class RegisterDealDto extends DraftBody(sentRegistrationNoun, shapes) {}
export class ChangeRegistrationDto extends PatchBody(sentRegistrationNoun, shapes) {}

export class WithdrawRegistrationDto {
  @TextField({ ...NOTE, ...optional, description: 'Required once it was submitted.' })
  reason?: string | null;
}

export class RequestExtensionDto {
  @TextField(NOTE) reason: string;
  @IntegerField({ ...optional, min: 1, max: 180, description: 'Those of its level if absent.' })
  days?: number | null;
}

export class RequestDealQuoteDto extends UpdateQuoteRequestDto {}

/** What became of a quote that a partner has asked for. */
export class DealQuoteRequestDto {
  @IdField() id: string;
  @EnumField(['submitted']) status: string;
  @IdField() registrationId: string;
  @InstantField() submittedAt: Instant;
}

export class QueryStatementDto {
  @TextField({ max: 5000 }) message: string;
}

/** The case that a question about a statement has opened. */
export class StatementQueryDto {
  @IdField() caseId: string;
  @TextField({ max: 64 }) number: string;
}

export class CustomerCheckDto implements CustomerCheck {
  @EnumField(['free', 'protected', 'under_review']) outcome: CustomerCheck['outcome'];
  @DateField({ nullable: true, description: 'The last day it is protected, where one is known.' })
  until: LocalDate | null;
  @IdsField({ maxItems: 1000, description: 'Registrations of it within reach.' })
  own: CustomerCheck['own'];
}

@ShowsOpenedFields()
export class BroughtOrderDto extends HeadBody(
  { members: only(shownOrderNoun.members, ORDER_SHOWN) },
  {},
) {
  @CurrencyField(SUM) currency?: Currency;
  @AmountField(SUM) subtotal?: string;
}

@ShowsOpenedFields()
export class BroughtQuoteDto extends HeadBody(
  { members: only(shownQuoteNoun.members, QUOTE_SHOWN) },
  {},
) {
  @CurrencyField(SUM) currency?: Currency;
  @AmountField(SUM) subtotal?: string;
}

export class BroughtCustomerDto extends HeadBody(shownCustomerNoun, {}) {}

/** Of each kind, of one customer. */
export const MOST_OF_CUSTOMER = 200;
const SOME = { maxItems: MOST_OF_CUSTOMER, description: 'The first of those in reach.' } as const;

export class WholeCustomerDto extends BroughtCustomerDto {
  @ListField(() => OwnRegistrationDto, SOME) registrations: readonly OwnRegistrationDto[];
  @ListField(() => BroughtQuoteDto, SOME) quotes: readonly BroughtQuoteDto[];
  @ListField(() => BroughtOrderDto, SOME) orders: readonly BroughtOrderDto[];
}
export class OwnCommissionDto extends HeadBody(shownCommissionNoun, {}) {}
export class OwnStatementDto extends HeadBody(shownStatementNoun, {}) {}

class CommissionSumsDto implements CommissionSums {
  @CurrencyField() currency: Currency;
  @AmountField(ANY) pending: string;
  @AmountField(ANY) payable: string;
  @AmountField(ANY) onHold: string;
  @AmountField(ANY) onStatement: string;
  @AmountField(ANY) paid: string;
}

export class CommissionSummaryDto {
  @ListField(() => CommissionSumsDto, { maxItems: 200 }) data: readonly CommissionSumsDto[];
}

class RegistrationCountsDto implements RegistrationCounts {
  @IntegerField() draft: number;
  @IntegerField({ description: 'To be decided.' }) waiting: number;
  @IntegerField() returned: number;
  @IntegerField() approved: number;
  @IntegerField({ description: 'Of the approved, within 30 days.' }) ending: number;
}

export class PartnerDashboardDto implements PartnerDashboard {
  @ObjectField(() => RegistrationCountsDto) registrations: RegistrationCountsDto;
  @IntegerField({ optional: true, description: 'Under way; with the right to see orders.' })
  openOrders?: number;
  @ListField(() => CommissionSumsDto, {
    maxItems: 200,
    optional: true,
    description: 'With the rights to see invoices and prices.',
  })
  commissions?: readonly CommissionSumsDto[];
}
