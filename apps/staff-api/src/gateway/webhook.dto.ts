import {
  DISPUTE_STAGES,
  RECEIPT_KINDS,
  WEBHOOK_REASONS,
  type ReceiptView,
  type WebhookDelivery,
  type WebhookReason,
} from '@quittance/gateway/host';
import type { DisputeStage } from '@quittance/gateway/provider';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  EnumsField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';

const nullable = { nullable: true } as const;
const TEXT = { max: 255 } as const;
const REASON =
  'Why nothing was changed in the books; `receipt_opened`: it waits for a person in ' +
  '`/payments/unapplied-receipts`.';
const HASH = { max: 64, description: 'SHA-256 of the body.' } as const;

export class WebhookAnswerDto {
  @BooleanField() received: true;
  @BooleanField() applied: boolean;
  @EnumField(WEBHOOK_REASONS, { optional: true, description: REASON })
  reason?: WebhookReason;
  @IdField({ optional: true, description: 'The payment that was booked or refunded.' })
  paymentId?: PaymentId;
}

export class WebhookDeliveryDto implements WebhookDelivery {
  @IdField() id: string;
  @TextField(TEXT) provider: string;
  @TextField({ ...TEXT, ...nullable }) eventId: string | null;
  @TextField({ ...TEXT, description: 'The provider’s name of the event.' }) type: string;
  @BooleanField() applied: boolean;
  @EnumField(WEBHOOK_REASONS, nullable) reason: WebhookReason | null;
  @IdField(nullable) invoiceId: string | null;
  @IdField(nullable) paymentId: string | null;
  @TextField({ ...TEXT, ...nullable }) providerPaymentId: string | null;
  @TextField(HASH) bodyHash: string;
  @IntegerField() durationMs: number;
  @TextField(TEXT) requestId: string;
  @InstantField() receivedAt: Instant;
}

class ResolverDto {
  @TextField(TEXT) kind: string;
  @TextField({ ...TEXT, ...nullable }) id: string | null;
  @TextField(TEXT) name: string;
}

export class ReceiptDto implements ReceiptView {
  @IdField() id: string;
  @IntegerField() version: number;
  @EnumField(RECEIPT_KINDS) kind: ReceiptView['kind'];
  @EnumField(['open', 'resolved']) status: ReceiptView['status'];
  @TextField({ ...TEXT, description: 'Why it could not be applied.' }) reason: string;
  @TextField({ max: 1000, description: 'What a person does about it, in plain sentences.' })
  whatToDo: string;
  @TextField(TEXT) provider: string;
  @TextField({ ...TEXT, description: 'The provider’s payment, refund or dispute it is about.' })
  providerReference: string;
  @TextField({ ...TEXT, ...nullable }) providerPaymentId: string | null;
  @AmountField(nullable) amount: string | null;
  @CurrencyField(nullable) currency: Currency | null;
  @IdField({ ...nullable, description: 'The invoice it claims to be for; it need not exist.' })
  invoiceId: string | null;
  @IdField({ ...nullable, description: 'The disputed payment, where it is in the books.' })
  paymentId: string | null;
  @EnumsField(DISPUTE_STAGES, {
    maxItems: DISPUTE_STAGES.length,
    description:
      'What was told of a dispute so far: one receipt is kept for each and brought up to date. ' +
      'It is resolved when the dispute is won, and no money is booked.',
  })
  stages: readonly DisputeStage[];
  @InstantField({ ...nullable, description: 'Until when the provider takes evidence.' })
  evidenceDueBy: Instant | null;
  @TextField({ ...TEXT, ...nullable, description: 'The provider’s word for why it is disputed.' })
  providerReason: string | null;
  @TextField({ ...TEXT, ...nullable }) eventId: string | null;
  @TextField(TEXT) type: string;
  @TextField(HASH) bodyHash: string;
  @TextField({ max: 1000, ...nullable }) note: string | null;
  @InstantField(nullable) resolvedAt: Instant | null;
  @ObjectField(() => ResolverDto, nullable) resolvedBy: ResolverDto | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

export class ResolveReceiptDto {
  @TextField({ max: 1000, description: 'What was done about the money.' }) note: string;
}
