import {
  BooleanField,
  EnumField,
  EnumsField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import {
  DISABLED_REASONS,
  MESSAGE_ERRORS,
  MESSAGE_STATUSES,
  SUBSCRIPTIONS,
  type DisabledReason,
  type EndpointPatch,
  type EndpointView,
  type EndpointWithSecret,
  type MessageDetail,
  type MessageError,
  type MessageId,
  type MessageStatus,
  type MessageView,
  type ReplayPeriod,
  type Subscription,
} from '@quittance/webhooks/host';
import type { WebhookId } from '@quittance/webhooks';

const nullable = { nullable: true } as const;
const optional = { optional: true } as const;
const URL_TEXT = {
  max: 2048,
  description: 'https, port 443 or 8443, the public name of a host.',
  example: 'https://hooks.example.com/quittance',
} as const;
const TYPES = {
  minItems: 1,
  maxItems: SUBSCRIPTIONS.length,
  description: 'Event types; `*` is every type, those to come included.',
} as const;
const DESCRIPTION = { max: 200, optional: true, nullable: true } as const;

export class CreateWebhookDto {
  @TextField(URL_TEXT) url: string;
  @EnumsField(SUBSCRIPTIONS, TYPES) types: Subscription[];
  @TextField(DESCRIPTION) description?: string | null;
  @BooleanField({ optional: true, description: 'True unless said otherwise.' }) active?: boolean;
}

export class UpdateWebhookDto implements EndpointPatch {
  @TextField({ ...URL_TEXT, ...optional }) url?: string;
  @EnumsField(SUBSCRIPTIONS, { ...TYPES, ...optional }) types?: Subscription[];
  @TextField(DESCRIPTION) description?: string | null;
  @BooleanField({ optional: true, description: 'What waits for one switched off has failed.' })
  active?: boolean;
}

export class WebhookDto implements EndpointView {
  @IdField() id: WebhookId;
  @IntegerField() version: number;
  @TextField(URL_TEXT) url: string;
  @TextField({ max: 200, nullable: true }) description: string | null;
  @EnumsField(SUBSCRIPTIONS, TYPES) types: readonly Subscription[];
  @BooleanField() active: boolean;
  @EnumField(DISABLED_REASONS, { ...nullable, description: 'Why it is switched off.' })
  disabledReason: DisabledReason | null;
  @TextField({ max: 4 }) secretLast4: string;
  @InstantField({ ...nullable, description: 'Until then the secret before also signs.' })
  previousSecretUntil: Instant | null;
  @InstantField({ ...nullable, description: 'The first failure since the last success.' })
  failingSince: Instant | null;
  @IntegerField({ description: 'Failures since the last success.' }) failures: number;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

export class WebhookWithSecretDto extends WebhookDto implements EndpointWithSecret {
  @TextField({ max: 255, description: 'Shown this once. Signs as Standard Webhooks 1.0.0 says.' })
  secret: string;
}

export class RotateSecretDto {
  @IntegerField({ min: 0, max: 168, optional: true, description: 'Hours; 24 unless said.' })
  overlapHours?: number;
}

export class WebhookMessageDto implements MessageView {
  @IdField() id: MessageId;
  @TextField({ max: 64, description: 'The header `webhook-id`.' }) messageId: string;
  @IdField({ ...nullable, description: 'Null for a test and for what a workflow rule sends.' })
  eventId: string | null;
  @TextField({ max: 100 }) type: string;
  @EnumField(MESSAGE_STATUSES) status: MessageStatus;
  @IntegerField({ description: 'Attempts of this round; a replay begins a new one.' })
  attempts: number;
  @InstantField(nullable) nextAttemptAt: Instant | null;
  @IntegerField({ ...nullable, description: 'Of the last attempt.' }) statusCode: number | null;
  @EnumField(MESSAGE_ERRORS, nullable) error: MessageError | null;
  @InstantField() occurredAt: Instant;
  @InstantField(nullable) deliveredAt: Instant | null;
  @InstantField() createdAt: Instant;
}

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
