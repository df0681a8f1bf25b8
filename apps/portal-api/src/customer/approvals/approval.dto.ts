import {
  BesideList,
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { AccountId, Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { PortalUserId, Sayings } from '@quittance/portal';
import {
  APPROVAL_BOXES,
  approvalNoun,
  LIMIT_PERIODS,
  MOST_APPROVERS,
  MOST_SIGNING_RULES,
  type ApprovalBox,
} from '@quittance/portal/host';
import { APPROVAL } from '../shown/approvals.js';

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;
const clearable = { optional: true, nullable: true } as const;
const NOTE = { max: 2000 } as const;
const VERSION = { min: 1, description: 'Of the request that was read.' } as const;

/** A request as lists show it. */
export class CustomerApprovalHeadDto extends SeenBody(approvalNoun, APPROVAL as Sayings) {}

class ApprovalSignatureDto {
  @IdField() portalUserId: PortalUserId;
  @TextField({ max: 200 }) name: string;
  @EnumField(['approved', 'rejected']) decision: string;
  @TextField({ ...NOTE, ...nullable }) note: string | null;
  @InstantField() signedAt: Instant;
}

/** A request with who has signed it, and the limit of who asks. */
export class CustomerApprovalDto extends CustomerApprovalHeadDto {
  @AmountField({ ...clearable, description: 'Of who asks; null without one.' })
  limit?: string | null;
  @CurrencyField(lacked) limitCurrency?: Currency;
  @EnumField(LIMIT_PERIODS) limitPeriod: string;
  @AmountField({ ...lacked, description: 'Of the limit, in the period of today.' })
  limitUsed?: string;
  @ListField(() => ApprovalSignatureDto, { maxItems: 4 }) signatures: ApprovalSignatureDto[];
}

export class ApprovalBoxQuery extends BesideList {
  @EnumField(APPROVAL_BOXES, {
    ...lacked,
    description:
      '`inbox`: what waits for the caller; `sent`: what they have asked for. All unless told.',
  })
  box?: ApprovalBox;
}

export class ApproveDto {
  @IntegerField(VERSION) version: number;
  @TextField({ ...NOTE, ...clearable }) note?: string | null;
  @TextField({
    max: 300_000,
    ...clearable,
    description:
      'Of a quote that was handed on and asks for one, by whoever says the last yes: a typed ' +
      'name, or a PNG as a data URL.',
  })
  signature?: string | null;
}

export class RejectApprovalDto {
  @IntegerField(VERSION) version: number;
  @TextField(NOTE) reason: string;
}

export class WithdrawApprovalDto {
  @IntegerField(VERSION) version: number;
  @TextField({ ...NOTE, ...clearable }) reason?: string | null;
}

export class ApprovalRuleDto {
  @AmountField({ description: 'What is more than this, tax included, comes under the rule.' })
  above: string;
  @IntegerField({ min: 1, max: 3, description: 'How many have to sign.' }) approvals: number;
  @IdsField({
    maxItems: MOST_APPROVERS,
    ...lacked,
    description: 'Who may; everybody who has the right where nobody is named.',
  })
  approverIds?: PortalUserId[];
}

export class SaveApprovalRulesDto {
  @IdField({ ...lacked, description: 'The account of the caller unless told.' })
  accountId?: AccountId;
  @ListField(() => ApprovalRuleDto, { maxItems: MOST_SIGNING_RULES }) rules: ApprovalRuleDto[];
}

export class ApprovalRulesQuery {
  @IdField({ ...lacked, description: 'The account of the caller unless told.' })
  accountId?: AccountId;
}

/** The rules of an account. */
export class ApprovalRulesDto {
  @IdField() accountId: AccountId;
  @IntegerField({ min: 0 }) version: number;
  @CurrencyField() currency: Currency;
  @ListField(() => ApprovalRuleDto, { maxItems: MOST_SIGNING_RULES }) rules: ApprovalRuleDto[];
}
