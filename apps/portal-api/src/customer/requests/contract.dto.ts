import type { LocalDate } from '@quittance/calendar';
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
  TextField,
} from '@quittance/http/host';
import type { AccountId, Id, Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { QuoteRequestId, RenewalRequest } from '@quittance/portal/host';
import { CustomerDocumentDto } from '../papers/document.dto.js';
import { ShowsOpenedFields } from '../../opened/shows-opened-fields.js';

/** Of one contract. */
export const MOST_DOCUMENTS = 200;

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;
const STATUSES = ['active', 'expired', 'renewed', 'terminated'] as const;

/** What was agreed for a term. */
@ShowsOpenedFields()
export class CustomerContractDto {
  @IdField() id: string;
  @TextField({ max: 64 }) number: string;
  @IdField() accountId: AccountId;
  @EnumField(STATUSES) status: string;
  @DateField() startDate: LocalDate;
  @DateField({ ...nullable, description: 'The last day; null: until somebody ends it.' })
  endDate: LocalDate | null;
  @CurrencyField({ ...lacked, ...nullable }) currency?: Currency | null;
  @AmountField({ ...lacked, ...nullable }) value?: string | null;
  @BooleanField({ description: 'Goes on by itself when its term is over.' }) autoRenew: boolean;
  @IntegerField({ description: 'Notice later than so many days before the end is too late.' })
  noticeDays: number;
  @IntegerField(nullable) renewalTermMonths: number | null;
  @DecimalField({ scale: 6, ...lacked }) upliftPercent?: string;
  @DecimalField({ scale: 6, ...lacked, ...nullable }) upliftCap?: string | null;
  @DateField(nullable) noticeGivenOn: LocalDate | null;
  @DateField({ ...nullable, description: 'The first day without service.' })
  terminatedOn: LocalDate | null;
  @IdField({ ...lacked, ...nullable, description: 'For those who may see orders.' })
  salesOrderId?: string | null;
  @IdField({ ...nullable, description: 'The one that it renews.' }) previousId: string | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

@ShowsOpenedFields()
export class CustomerContractWithDocumentsDto extends CustomerContractDto {
  @ListField(() => CustomerDocumentDto, {
    maxItems: MOST_DOCUMENTS,
    description: 'Those for customers, the latest first; all are in `GET /documents`.',
  })
  documents: readonly CustomerDocumentDto[];
}

export class RequestRenewalDto {
  @TextField({ max: 4000, ...lacked }) message?: string;
  @DateField({ near: true, ...lacked, description: 'Until when it should go on.' })
  endOn?: LocalDate;
}

/** What was made of a renewal that was asked for. */
export class RenewalRequestDto implements RenewalRequest {
  @IdField() quoteRequestId: QuoteRequestId;
  @IdField(nullable) caseId: Id<'case'> | null;
  @InstantField() requestedAt: Instant;
}
