import { WEBHOOK_REASONS, type WebhookReason } from '@quittance/gateway';
import { receiptNoun, type WebhookDelivery } from '@quittance/gateway/host';
import {
  BooleanField,
  EnumField,
  HeadBody,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';

const nullable = { nullable: true } as const;
const TEXT = { max: 255 } as const;
const HASH = { max: 64, description: 'SHA-256 of the body.' } as const;

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

export class ReceiptDto extends HeadBody(receiptNoun, { resolvedBy: () => ResolverDto }) {}

export class ResolveReceiptDto {
  @TextField({ max: 1000, description: 'What was done about the money.' }) note: string;
}
