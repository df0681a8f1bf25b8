import type {
  ConvertedLead,
  LeadConversion,
  LeadMatch,
  LeadScore,
  ScoreReason,
} from '@quittance/crm/host';
import {
  BooleanField,
  EnumField,
  IdField,
  IntegerField,
  JsonField,
  ListField,
  TextField,
  TextsField,
} from '@quittance/http/host';

const optional = { optional: true } as const;

export class ConvertLeadDto implements Omit<LeadConversion, 'id' | 'expectedVersion'> {
  @IdField({ ...optional, description: 'An account that is there, instead of a new one.' })
  accountId?: string;

  @IdField({ ...optional, description: 'A contact that is there, instead of a new one.' })
  contactId?: string;

  @BooleanField({ ...optional, description: 'Make new ones although there are some like it.' })
  ignoreDuplicates?: boolean;

  @JsonField({ ...optional, description: 'Members of the new account, as in POST /accounts.' })
  account?: Readonly<Record<string, unknown>>;

  @JsonField({ ...optional, description: 'Members of the new contact, as in POST /contacts.' })
  contact?: Readonly<Record<string, unknown>>;

  @JsonField({ ...optional, description: 'A deal to make as well, as in POST /deals.' })
  deal?: Readonly<Record<string, unknown>>;
}

export class ConvertedLeadDto implements ConvertedLead {
  @IdField() leadId: string;
  @IdField() accountId: string;
  @IdField() contactId: string;
  @IdField({ nullable: true }) dealId: string | null;
  @BooleanField({ description: 'It was converted before; nothing happened now.' })
  alreadyConverted: boolean;
}

export class LeadMatchDto implements LeadMatch {
  @EnumField(['account', 'contact', 'lead']) object: LeadMatch['object'];
  @IdField() id: string;
  @TextField({ max: 300 }) name: string;
  @TextField({ max: 254, nullable: true }) email: string | null;
  @IdField({ nullable: true, description: 'Of a contact.' }) accountId: string | null;
  @TextsField({ maxItems: 50, max: 200, description: 'Fields that are the same, and rules.' })
  by: readonly string[];
}

export class LeadMatchesDto {
  @ListField(() => LeadMatchDto, { maxItems: 100 }) data: readonly LeadMatch[];
}

export class ScoreReasonDto implements ScoreReason {
  @TextField({ max: 50 }) rule: string;
  @IntegerField({ description: 'Negative where it speaks against the lead.' }) points: number;
  @TextField({ max: 500 }) because: string;
}

export class LeadScoreDto implements LeadScore {
  @IntegerField({ min: 0, max: 100 }) score: number;
  @ListField(() => ScoreReasonDto, { maxItems: 50 }) reasons: readonly ScoreReason[];
}
