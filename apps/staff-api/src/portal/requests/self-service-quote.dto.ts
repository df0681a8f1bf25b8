import { BooleanField, HeadBody, IdField, ListField, TextField } from '@quittance/http/host';
import type { AccountId, UserId } from '@quittance/kernel';
import { MOST_REQUEST_LINES, quoteRequestNoun, requestLineNoun } from '@quittance/portal/host';
import { ActorDto } from '../../actor.dto.js';

const lacked = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;

/** What a customer or a partner has asked a quote for, as lists show it. */
export class SelfServiceQuoteHeadDto extends HeadBody(quoteRequestNoun, {
  publishedBy: () => ActorDto,
}) {}

class SelfServiceQuoteLineDto extends HeadBody(requestLineNoun, {}) {}

/** The same with its lines. */
export class SelfServiceQuoteDto extends SelfServiceQuoteHeadDto {
  @ListField(() => SelfServiceQuoteLineDto, { maxItems: MOST_REQUEST_LINES })
  lines: SelfServiceQuoteLineDto[];
}

export class ReviewSelfServiceQuoteDto {
  @BooleanField({ ...lacked, description: 'False once somebody has looked at it.' })
  needsInternalReview?: boolean;
  @TextField({ max: 5000, ...clearable, description: 'No customer reads them.' })
  reviewNotes?: string | null;
}

export class DeclineSelfServiceQuoteDto {
  @TextField({ max: 2000, description: 'Its customer reads it.' }) reason: string;
}

export class AssignSelfServiceQuoteDto {
  @IdField({ nullable: true, description: 'Null: of nobody.' }) userId: UserId | null;
}

export class QuoteSelfServiceQuoteDto {
  @IdField({
    ...clearable,
    description: 'The end customer of a partner, where the request is of no account yet.',
  })
  accountId?: AccountId | null;
}
