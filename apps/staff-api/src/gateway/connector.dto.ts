import {
  PAYMENT_PROVIDERS,
  type ConnectorSettings,
  type ConnectorTestResult,
  type ConnectorView,
} from '@quittance/gateway/host';
import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  JsonField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import { TAX_PROVIDERS, type TaxConnectorView } from '@quittance/tax/host';

const PROVIDERS = [...PAYMENT_PROVIDERS, ...TAX_PROVIDERS];

export class PutPaymentConnectorDto {
  @EnumField(PAYMENT_PROVIDERS) provider: string;
  @BooleanField({ optional: true, description: 'True unless said otherwise.' }) active?: boolean;
  @JsonField({
    optional: true,
    description:
      'By name, for Razorpay `keyId`, `keySecret`, `webhookSecret`, for Stripe `secretKey`, ' +
      '`webhookSecret`; what is left out stays as it is. ' +
      'Never shown again.',
  })
  credentials?: Record<string, unknown>;
  @JsonField({
    optional: true,
    description:
      '`baseUrl`; `callbackOrigins`, a list of https origins payers may be sent back to, ' +
      'without which only our own and the company’s website are; `threeDecimalMode`, `exact` ' +
      'or `round_up`; `accountId`, the provider’s name of the account, learnt from its first ' +
      'webhook unless given.',
  })
  settings?: Record<string, unknown>;
}

export class RotateWebhookSecretDto {
  @TextField({ min: 8, max: 255 }) webhookSecret: string;
  @IntegerField({
    min: 0,
    max: 168,
    optional: true,
    description:
      'How long the old secret stays valid beside the new one; 168, a week, unless said ' +
      'otherwise.',
  })
  overlapHours?: number;
}

class SecretDto {
  @BooleanField() configured: true;
  @TextField({ max: 4, description: 'Its last characters.' }) last4: string;
}

class PreviousSecretDto extends SecretDto {
  @InstantField() validUntil: Instant;
}

export class ConnectorDto {
  @IdField() id: string;
  @EnumField(['payment', 'tax']) kind: ConnectorView['kind'] | TaxConnectorView['kind'];
  @EnumField(PROVIDERS) provider: string;
  @BooleanField() active: boolean;
  @JsonField({ description: 'By name: `configured` and the last four characters.' })
  credentials: Record<string, SecretDto>;
  @ObjectField(() => PreviousSecretDto, { nullable: true })
  previousWebhookSecret: PreviousSecretDto | null;
  @JsonField() settings: ConnectorSettings | TaxConnectorView['settings'];
  @InstantField({
    nullable: true,
    optional: true,
    description: 'Since when a tax provider has not accepted the credentials.',
  })
  failingSince?: Instant | null;
  @TextField({ max: 300, nullable: true, optional: true }) lastError?: string | null;
  @IntegerField() version: number;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}

class FallbackDto {
  @EnumField(['payment']) kind: 'payment';
  @EnumField(PAYMENT_PROVIDERS) provider: string;
}

export class ConnectorsDto {
  @ListField(() => ConnectorDto, { maxItems: 100 }) data: ConnectorDto[];
  @ObjectField(() => FallbackDto, {
    nullable: true,
    description: 'What serves the company while it has no active connector of its own.',
  })
  fallback: FallbackDto | null;
}

export class ConnectorTestDto implements ConnectorTestResult {
  @BooleanField() ok: boolean;
  @EnumField(PROVIDERS) provider: string;
  @TextField({ max: 300, nullable: true, description: 'Why not.' }) detail: string | null;
}
