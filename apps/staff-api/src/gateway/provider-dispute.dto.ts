import {
  EVIDENCE_STATES,
  type DisputeDetail,
  type EvidenceInput,
  type EvidenceView,
} from '@quittance/gateway/host';
import {
  AmountField,
  BooleanField,
  EnumField,
  IdField,
  IdsField,
  InstantField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Id, Instant, InvoiceId } from '@quittance/kernel';
import { ActorDto } from '../actor.dto.js';
import { ReceiptDto } from './webhook.dto.js';

const MOST = { maxItems: 200 } as const;

class DisputeFeeDto {
  @TextField({ max: 255, description: 'The provider’s name of the charge.' })
  providerReference: string;
  @AmountField({ sign: 'any', description: 'Below zero where the provider gives it back.' })
  amount: string;
  @TextField({ max: 3, description: 'In which it is charged, whatever the payment was in.' })
  currency: string;
  @InstantField() createdAt: Instant;
}

class DisputedInvoiceDto {
  @IdField() id: InvoiceId;
  @TextField({ max: 64 }) number: string;
  @AmountField({ description: 'What is open of it by now.' }) balance: string;
}

const DOCUMENTS = {
  maxItems: 20,
  description: 'Documents of the payment, or of an invoice that it settles.',
} as const;
const EVIDENCE = { max: 10_000 } as const;

class EvidencePieceDto {
  @IdField() id: Id<'dispute-evidence'>;
  @TextField(EVIDENCE) text: string;
  @IdsField(DOCUMENTS) documentIds: readonly Id<'document'>[];
  @ObjectField(() => ActorDto) by: EvidenceView['pieces'][number]['by'];
  @InstantField() at: Instant;
}

/** What speaks for us; it is handed in at the provider by people, and said here. */
class EvidenceDto implements EvidenceView {
  @EnumField(EVIDENCE_STATES) state: EvidenceView['state'];
  @BooleanField({ description: 'Nothing was handed in, and the provider takes no more.' })
  overdue: boolean;
  @ListField(() => EvidencePieceDto, { maxItems: 100 }) pieces: EvidencePieceDto[];
  @InstantField({ nullable: true }) submittedAt: Instant | null;
  @TextField({ max: 255, nullable: true }) submittedBy: string | null;
  @TextField({ max: 1000, nullable: true }) submissionNote: string | null;
}

export class AddEvidenceDto implements EvidenceInput {
  @TextField(EVIDENCE) text: string;
  @IdsField({ ...DOCUMENTS, optional: true }) documentIds?: Id<'document'>[];
}

export class SubmitEvidenceDto {
  @TextField({ max: 1000, description: 'How and where it was handed in.' }) note: string;
}

/** A payment that is disputed at its provider. */
export class ProviderDisputeDto extends ReceiptDto implements DisputeDetail {
  @ListField(() => DisputeFeeDto, { ...MOST, description: 'What the provider charges for it.' })
  fees: DisputeDetail['fees'];
  @ListField(() => DisputedInvoiceDto, {
    ...MOST,
    description: 'What the payment settles, or did.',
  })
  invoices: DisputedInvoiceDto[];
  @ObjectField(() => EvidenceDto) evidence: EvidenceDto;
}
