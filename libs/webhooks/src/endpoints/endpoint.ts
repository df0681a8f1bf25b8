import { open, seal, type KeyRing, type Sealed } from '@quittance/config';
import { EVENT_TYPES, type EventType } from '@quittance/contracts';
import { invalidField, type Instant } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import { judgeTargetUrl } from '../targets/target-url.js';
import type { TargetRules } from '../webhooks.settings.js';
import type { EndpointEntity, WebhookId } from './endpoint.entity.js';

/** Every event, those to come included. */
export const ALL_EVENTS = '*';
export type Subscription = EventType | typeof ALL_EVENTS;
export const SUBSCRIPTIONS: readonly Subscription[] = [ALL_EVENTS, ...EVENT_TYPES];

/**
 * `manual` by a person · `gone` the receiver said so (410) · `failing` nothing arrived for days.
 */
export const DISABLED_REASONS = ['manual', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A signing secret as it is stored. */
export interface SealedSecret extends Sealed {
  /** The only part that is shown again. */
  readonly last4: string;
}

export type Endpoint = Omit<EndpointEntity, 'companyId'>;

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

export const MOST_ENDPOINTS = 10;

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

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

/** A new signing secret: 32 random bytes in the form of Standard Webhooks. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

const placeOf = (companyId: string, id: WebhookId) => `webhooks/${companyId}/${id}`;

export function sealSecret(
  keys: KeyRing,
  companyId: string,
  id: WebhookId,
  secret: string,
): SealedSecret {
  return { ...seal(keys, secret, placeOf(companyId, id)), last4: secret.slice(-4) };
}

/** The secrets that sign at an instant, the newest first. */
export function liveSecrets(
  keys: KeyRing,
  companyId: string,
  endpoint: Pick<Endpoint, 'id' | 'secret' | 'previousSecret' | 'previousSecretUntil'>,
  now: Instant,
): readonly string[] {
  const { id, secret, previousSecret, previousSecretUntil } = endpoint;
  const overlaps = previousSecret && previousSecretUntil && previousSecretUntil > now;
  const live = overlaps ? [secret, previousSecret] : [secret];
  return live.map((sealed) => open(keys, sealed, placeOf(companyId, id)));
}

/** Whether an endpoint asks for events of a type. */
export function wants({ types }: Pick<Endpoint, 'types'>, type: EventType): boolean {
  return types.includes(ALL_EVENTS) || types.includes(type);
}

/** The address in the form it is stored. @throws DomainError validation_failed */
export function checkedUrl(url: string, rules: TargetRules): string {
  const verdict = judgeTargetUrl(url, rules);
  if ('url' in verdict) return verdict.url;
  throw invalidField('/url', verdict.code, verdict.message);
}
