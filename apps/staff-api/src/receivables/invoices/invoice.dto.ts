import {
  DISPUTE_KINDS,
  DISPUTE_SIDES,
  disputeMembers,
  disputeNoun,
  invoiceNoun,
  MOST_LINES,
  RESOLUTIONS,
  type DisputeInput,
  type DisputeKind,
  type DisputeLineInput,
  type DisputeMessageView,
  type DisputeSide,
  type InvoiceDraft,
  type Resolution,
} from '@quittance/receivables/host';
import {
  AmountField,
  BooleanField,
  DecimalField,
  DraftBody,
  EnumField,
  HeadBody,
  IdField,
  IdsField,
  InstantField,
  ListField,
  ObjectField,
  PatchBody,
  ShowsCustomFields,
  TakesCustomFields,
  TextField,
} from '@quittance/http/host';
import type { Id, Instant } from '@quittance/kernel';
import type { RecordInput } from '@quittance/objects';
import { documentAdjustments, type DocumentAdjustment } from '@quittance/lines';
import { BUYER_KINDS, type BuyerKind } from '@quittance/registrations';
import { AddressDto } from '../../company/company.dto.js';
import { ActorDto } from '../../actor.dto.js';
import { RegistrationDto } from './invoice-irn.dto.js';
import { InvoiceLineDto, lineInput, NewInvoiceLineDto } from './invoice-line.dto.js';

const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const nullable = { nullable: true } as const;
const REASON = { max: 1000 } as const;
const LINES = { maxItems: MOST_LINES } as const;

/** Where goods or services of a document went. */
export class DeliveryAddressDto extends AddressDto {
  @TextField({ max: 200, ...clearable, description: 'Who took it.' })
  recipient?: string | null;
}

/** What is taken off a whole document, or put on it: BG-20 and BG-21 of EN 16931. */
export class AdjustmentDto implements DocumentAdjustment {
  @EnumField(documentAdjustments.kinds) kind: DocumentAdjustment['kind'];
  @TextField({ max: 1000, example: 'Loyalty' }) reason: string;
  @DecimalField({
    scale: 6,
    min: '0',
    max: '100',
    ...clearable,
    description: 'Of what the lines come to that are taxed as it is. Either it or an amount.',
  })
  percent?: string | null;
  @AmountField(clearable) amount?: string | null;
  @TextField({
    max: 50,
    ...clearable,
    description:
      'By which it is taxed, of the lines alone that are taxed so. Without a code and a rate it ' +
      'is split over all lines, by how each is taxed.',
  })
  taxCode?: string | null;
  @DecimalField({ scale: 6, min: '0', max: '100', ...clearable }) taxRate?: string | null;
}

export const referenceShapes = { deliveryAddress: () => DeliveryAddressDto } as const;
export const adjustedShapes = { ...referenceShapes, adjustments: () => AdjustmentDto } as const;

@TakesCustomFields()
export class CreateInvoiceDto extends DraftBody(invoiceNoun, adjustedShapes) {
  readonly custom?: RecordInput;
  @ListField(() => NewInvoiceLineDto, LINES) lines: NewInvoiceLineDto[];
}

/** A new invoice as the operations take it. */
export function invoiceDraft({ lines, ...head }: CreateInvoiceDto): InvoiceDraft {
  return { ...head, lines: lines.map((line, i) => lineInput(line, `/lines/${i}`)) };
}

@TakesCustomFields()
export class UpdateInvoiceDto extends PatchBody(invoiceNoun, adjustedShapes) {
  readonly custom?: RecordInput;
}

export class SendInvoiceDto {
  @BooleanField({
    ...optional,
    description: 'Also e-mails the invoice; refused where no e-mail can be sent.',
  })
  email?: boolean;
}

export class VoidInvoiceDto {
  @TextField(REASON) reason: string;
}

export class WriteOffInvoiceDto {
  @TextField(REASON) reason: string;
}

export class DisputedLineInputDto implements DisputeLineInput {
  @IdField() lineId: Id<'invoice-line'>;
  @AmountField({ sign: 'positive', ...optional }) amount?: string;
  @DecimalField({
    scale: 6,
    above: '0',
    ...optional,
    description: 'Pieces, in place of an amount.',
  })
  quantity?: string;
}

export class DisputeInvoiceDto implements DisputeInput {
  @TextField({ ...REASON, description: 'What the customer objects to.' }) reason: string;
  @AmountField({
    sign: 'positive',
    ...optional,
    description: 'What the lines come to, else all that is open, when absent.',
  })
  amount?: string;
  @IdsField({ maxItems: MOST_LINES, ...optional, description: 'The lines objected to.' })
  lineIds?: Id<'invoice-line'>[];
  @ListField(() => DisputedLineInputDto, {
    ...LINES,
    ...optional,
    description: 'In place of `lineIds`, where a part of a line is objected to.',
  })
  lines?: DisputedLineInputDto[];
  @EnumField(DISPUTE_KINDS, optional) kind?: DisputeKind;
}

export class ResolveInvoiceDto {
  @EnumField(RESOLUTIONS, {
    ...optional,
    description:
      '`accepted`, `partly` and `rejected` say whose view prevailed; `resolved` when absent.',
  })
  outcome?: Resolution;
  @TextField({ ...REASON, ...clearable, description: 'What was agreed.' }) note?: string | null;
}

export class BillToDto {
  @TextField({ max: 200 }) name: string;
  @ObjectField(() => AddressDto) address: AddressDto;
  @TextField({ max: 50, ...nullable }) taxRegistration: string | null;
  @EnumField(BUYER_KINDS, {
    ...nullable,
    optional: true,
    description: 'What the account said of how it buys; absent where it said nothing.',
  })
  buyerKind?: BuyerKind | null;
}

export class DisputedLineDto {
  @IdField() lineId: Id<'invoice-line'>;
  @AmountField() amount: string;
  @DecimalField({ scale: 6, ...nullable }) quantity: string | null;
}

const parts = {
  openedBy: () => ActorDto,
  closedBy: () => ActorDto,
  lines: () => DisputedLineDto,
};

export class WriteDisputeMessageDto {
  @TextField({ max: 4000 }) message: string;
}

/** What customer or company have written about a dispute. */
export class DisputeMessageDto implements DisputeMessageView {
  @IdField() id: Id<'dispute-message'>;
  @IdField() disputeId: Id<'dispute'>;
  @EnumField(DISPUTE_SIDES) from: DisputeSide;
  @TextField({ max: 255 }) authorName: string;
  @TextField({ max: 4000 }) message: string;
  @IdsField({ maxItems: 20, description: 'Documents of the invoice.' })
  documentIds: readonly Id<'document'>[];
  @InstantField() writtenAt: Instant;
}

export class DisputeMessagesDto {
  @ListField(() => DisputeMessageDto, { maxItems: 1000 }) data: DisputeMessageDto[];
}

export class DisputeDto extends HeadBody({ members: disputeMembers }, parts) {}

/** A dispute of an invoice, open or over. */
export class InvoiceDisputeDto extends HeadBody(disputeNoun, parts) {}

/** An invoice as lists show it. */
@ShowsCustomFields()
export class InvoiceHeadDto extends HeadBody(invoiceNoun, {
  ...adjustedShapes,
  billTo: () => BillToDto,
  dispute: () => DisputeDto,
}) {}

/** An invoice with its lines. */
@ShowsCustomFields()
export class InvoiceDto extends InvoiceHeadDto {
  @ObjectField(() => RegistrationDto, {
    ...nullable,
    description: 'Its registration at India’s invoice portal, once it is set.',
  })
  irn: RegistrationDto | null;
  @ListField(() => InvoiceLineDto, LINES) lines: InvoiceLineDto[];
}
