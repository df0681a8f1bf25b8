import { WEBHOOK_REASONS, type WebhookReason } from '@quittance/gateway';
import { BooleanField, EnumField, IdField } from '@quittance/http';
import type { PaymentId } from '@quittance/kernel';

export class WebhookAnswerDto {
  @BooleanField() received: true;
  @BooleanField() applied: boolean;
  @EnumField(WEBHOOK_REASONS, { optional: true, description: 'Why nothing was changed.' })
  reason?: WebhookReason;
  @IdField({ optional: true, description: 'The payment that was booked or refunded.' })
  paymentId?: PaymentId;
}
