import {
  BooleanField,
  DraftBody,
  EnumField,
  HeadBody,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  PatchBody,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import {
  MESSAGE_ERRORS,
  endpointNoun,
  messageNoun,
  type EndpointWithSecret,
  type MessageDetail,
  type MessageError,
  type ReplayPeriod,
} from '@quittance/webhooks/host';

const nullable = { nullable: true } as const;

export class CreateWebhookDto extends DraftBody(endpointNoun) {}

export class UpdateWebhookDto extends PatchBody(endpointNoun) {
  @BooleanField({ optional: true, description: 'What waits for one switched off has failed.' })
  declare active?: boolean;
}

export class WebhookDto extends HeadBody(endpointNoun, {}) {}

export class WebhookWithSecretDto extends WebhookDto implements EndpointWithSecret {
  @TextField({ max: 255, description: 'Shown this once. Signs as Standard Webhooks 1.0.0 says.' })
  secret: string;
}

export class RotateSecretDto {
  @IntegerField({ min: 0, max: 168, optional: true, description: 'Hours; 24 unless said.' })
  overlapHours?: number;
}

export class WebhookMessageDto extends HeadBody(messageNoun, {}) {}

class AttemptDto {
  @IdField() id: string;
  @IntegerField() number: number;
  @InstantField() attemptedAt: Instant;
  @IntegerField() durationMs: number;
  @IntegerField(nullable) statusCode: number | null;
  @EnumField(MESSAGE_ERRORS, nullable) error: MessageError | null;
  @TextField({ max: 4096, min: 0, description: 'The beginning of the answer.' }) answer: string;
}

export class WebhookMessageDetailDto extends WebhookMessageDto implements MessageDetail {
  @TextField({ max: 262_144, description: 'The exact text that is sent.' }) body: string;
  @ListField(() => AttemptDto, { maxItems: 1000, description: 'Every attempt, the oldest first.' })
  log: MessageDetail['log'] & AttemptDto[];
}

export class ReplayDto implements ReplayPeriod {
  @InstantField({ description: 'Messages made from then on.' }) from: Instant;
  @InstantField({ description: 'And before then.' }) to: Instant;
}

export class ReplayedDto {
  @IntegerField({ description: 'Messages that are sent again.' }) messages: number;
}
