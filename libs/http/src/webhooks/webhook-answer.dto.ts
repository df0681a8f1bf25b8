import { WEBHOOK_REASONS, type WebhookReason } from '@quittance/gateway';
import type { PaymentId } from '@quittance/receivables';
import { BooleanField, EnumField, IdField } from '../input/text-fields.js';

const REASON =
  'Why nothing was changed in the books; `receipt_opened`: it waits for a person to book it.';

export class WebhookAnswerDto {
  @BooleanField() received: true;
  @BooleanField() applied: boolean;
  @EnumField(WEBHOOK_REASONS, { optional: true, description: REASON })
  reason?: WebhookReason;
  @IdField({ optional: true, description: 'The payment that was booked or refunded.' })
  paymentId?: PaymentId;
}
