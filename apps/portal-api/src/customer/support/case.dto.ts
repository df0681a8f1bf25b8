import {
  CASE_STATUSES,
  MOST_COMMENTS,
  MOST_RATING,
  type CaseChoice,
  type CaseStatus,
  type PublicComment,
} from '@quittance/crm/host';
import {
  BooleanField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, Id, Instant } from '@quittance/kernel';
import type { RecordInput } from '@quittance/objects';
import { RELATED_OBJECTS, type RelatedObject } from './related-records.js';
import { ShowsOpenedFields, TakesOpenedFields } from '../../opened/shows-opened-fields.js';

const nullable = { nullable: true } as const;
const lacked = { optional: true } as const;
const BODY = { max: 32_768 } as const;
const CODE = { max: 100, description: 'Its code, as `GET /cases/choices` has it.' } as const;

const FILES = { ...lacked, maxItems: 10, description: 'What was uploaded for it.' } as const;

class CaseChoiceDto implements CaseChoice {
  @TextField({ max: 100 }) code: string;
  @TextField({ max: 255 }) name: string;
  @TextField({ max: 40, ...nullable }) colour: string | null;
}

export class CaseChoicesDto {
  @ListField(() => CaseChoiceDto, { maxItems: 5000 }) reasons: readonly CaseChoiceDto[];
  @ListField(() => CaseChoiceDto, { maxItems: 5000 }) priorities: readonly CaseChoiceDto[];
}

class RelatedRecordDto {
  @EnumField(RELATED_OBJECTS) object: RelatedObject;
  @IdField({ description: 'One in reach.' }) id: string;
}

@TakesOpenedFields()
export class OpenCustomerCaseDto {
  readonly custom?: RecordInput;
  @TextField({ max: 255 }) subject: string;
  @TextField(BODY) description: string;
  @TextField({ ...CODE, ...lacked }) reason?: string;
  @TextField({ ...CODE, ...lacked }) priority?: string;
  @ObjectField(() => RelatedRecordDto, { ...lacked, description: 'What it is about.' })
  related?: RelatedRecordDto;
  @IdsField(FILES) documentIds?: string[];
  @IdField({ ...lacked, description: 'One in reach; the own unless given.' })
  accountId?: AccountId;
}

export class CommentCustomerCaseDto {
  @TextField(BODY) body: string;
  @IdsField(FILES) documentIds?: string[];
}

export class RateCustomerCaseDto {
  @IntegerField({ min: 1, max: MOST_RATING }) rating: number;
}

/** A case as lists of its customer show it. */
@ShowsOpenedFields()
export class CustomerCaseHeadDto {
  @IdField() id: string;
  @TextField({ max: 64 }) number: string;
  @IdField() accountId: AccountId;
  @IdField({ ...nullable, description: 'Who of the customer it is dealt with.' })
  contactId: Id<'contact'> | null;
  @TextField({ max: 255 }) subject: string;
  @TextField({ ...BODY, ...nullable }) description: string | null;
  @TextField({ ...CODE, ...nullable }) reason: string | null;
  @TextField({ ...CODE, ...nullable }) priority: string | null;
  @TextField({ max: 63, ...nullable, description: 'What it is about.' })
  relatedObject: string | null;
  @IdField(nullable) relatedId: string | null;
  @IdField({ ...nullable, description: 'Who raised it at the portal.' })
  portalUserId: string | null;
  @EnumField(CASE_STATUSES) status: CaseStatus;
  @InstantField(nullable) resolvedAt: Instant | null;
  @InstantField(nullable) closedAt: Instant | null;
  @IntegerField({ ...nullable, min: 1, max: MOST_RATING }) rating: number | null;
  @InstantField(nullable) ratedAt: Instant | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

class PublicCommentDto implements PublicComment {
  @IdField() id: PublicComment['id'];
  @TextField(BODY) body: string;
  @TextField({ max: 300 }) authorName: string;
  @BooleanField({ description: 'Whether somebody of the customer says it.' })
  byCustomer: boolean;
  @InstantField() createdAt: Instant;
}

/** A case with what was said about it. */
@ShowsOpenedFields()
export class CustomerCaseDto extends CustomerCaseHeadDto {
  @ListField(() => PublicCommentDto, {
    maxItems: MOST_COMMENTS,
    description: 'The latest, in the order in which they were said.',
  })
  comments: PublicCommentDto[];
}
