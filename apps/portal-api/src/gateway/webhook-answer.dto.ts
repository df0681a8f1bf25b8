import { WEBHOOK_REASONS, type WebhookReason } from '@quittance/gateway/host';
import { BooleanField, EnumField, IdField } from '@quittance/http/host';
import type { PaymentId } from '@quittance/receivables';

export class WebhookAnswerDto {
  @BooleanField() received: true;
  @BooleanField() applied: boolean;
  @EnumField(WEBHOOK_REASONS, { optional: true, description: 'Why nothing was changed.' })
  reason?: WebhookReason;
  @IdField({ optional: true, description: 'The payment that was booked or refunded.' })
  paymentId?: PaymentId;
}
