import {
  AmountField,
  CurrencyField,
  EnumField,
  HeadBody,
  IdField,
  InstantField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { approvalNoun, LIMIT_PERIODS } from '@quittance/portal/host';

const nullable = { nullable: true } as const;

/** A request as lists show it. */
export class PortalApprovalHeadDto extends HeadBody(approvalNoun, {}) {}

class PortalApprovalSignatureDto {
  @IdField() portalUserId: string;
  @TextField({ max: 200 }) name: string;
  @EnumField(['approved', 'rejected']) decision: string;
  @TextField({ max: 2000, ...nullable }) note: string | null;
  @InstantField() signedAt: Instant;
}

/** A request with who has signed it, and the limit of who asks. */
export class PortalApprovalDto extends PortalApprovalHeadDto {
  @AmountField({ ...nullable, description: 'Of who asks; null without one.' })
  limit: string | null;
  @CurrencyField() limitCurrency: Currency;
  @EnumField(LIMIT_PERIODS) limitPeriod: string;
  @AmountField({ description: 'Of the limit, in the period of today.' }) limitUsed: string;
  @ListField(() => PortalApprovalSignatureDto, { maxItems: 4 })
  signatures: PortalApprovalSignatureDto[];
}
