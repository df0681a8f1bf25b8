import {
  WEBHOOK_REASONS,
  type ReceiptView,
  type WebhookDelivery,
  type WebhookReason,
} from '@quittance/gateway';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http';
import type { Currency, Instant, PaymentId } from '@quittance/kernel';

const nullable = { nullable: true } as const;
const TEXT = { max: 255 } as const;
const HASH = { max: 64, description: 'SHA-256 of the body.' } as const;

export class WebhookAnswerDto {
  @BooleanField() received: true;
  @BooleanField() applied: boolean;
  @EnumField(WEBHOOK_REASONS, { optional: true, description: 'Why nothing was changed.' })
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
  @EnumField(['capture', 'refund', 'unreadable']) kind: ReceiptView['kind'];
  @EnumField(['open', 'resolved']) status: ReceiptView['status'];
  @TextField({ ...TEXT, description: 'Why it could not be applied.' }) reason: string;
  @TextField(TEXT) provider: string;
  @TextField({ ...TEXT, ...nullable }) providerPaymentId: string | null;
  @AmountField(nullable) amount: string | null;
  @CurrencyField(nullable) currency: Currency | null;
  @IdField({ ...nullable, description: 'The invoice it claims to be for; it need not exist.' })
  invoiceId: string | null;
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
