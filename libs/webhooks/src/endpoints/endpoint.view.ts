import type { Instant } from '@quittance/kernel';
import type { Endpoint } from './endpoint.entity.js';
import type { WebhookId, Subscription, DisabledReason } from './endpoint.js';

/** An endpoint as the API shows it: never its secret. */
export interface EndpointView {
  readonly id: WebhookId;
  readonly version: number;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly Subscription[];
  readonly active: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly secretLast4: string;
  /** Until then messages carry a signature of the secret before as well. */
  readonly previousSecretUntil: Instant | null;
  readonly failingSince: Instant | null;
  readonly failures: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An endpoint with its secret: shown when it is made and when it is rotated, and never again. */
export type EndpointWithSecret = EndpointView & { readonly secret: string };

export function endpointView(endpoint: Endpoint): EndpointView {
  return {
    id: endpoint.id,
    version: endpoint.version,
    url: endpoint.url,
    description: endpoint.description,
    types: endpoint.types,
    active: endpoint.active,
    disabledReason: endpoint.disabledReason,
    secretLast4: endpoint.secret.last4,
    previousSecretUntil: endpoint.previousSecret ? endpoint.previousSecretUntil : null,
    failingSince: endpoint.failingSince,
    failures: endpoint.failures,
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
  };
}

/** What the audit log says of an endpoint. */
export function auditedEndpoint(endpoint: Endpoint): Record<string, unknown> {
  const { url, description, types, active, disabledReason, secret } = endpoint;
  return { url, description, types, active, disabledReason, secretLast4: secret.last4 };
}
