import { open, seal, type KeyRing, type Sealed } from '@quittance/config';
import { EVENT_TYPES, type EventType } from '@quittance/contracts';
import { invalidField, type Id, type Instant } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import { judgeTargetUrl } from '../targets/target-url.js';
import type { TargetRules } from '../webhooks.settings.js';

/** Every event, those to come included. */
export const ALL_EVENTS = '*';
export type EventSubscription = EventType | typeof ALL_EVENTS;
export const SUBSCRIPTIONS: readonly EventSubscription[] = [ALL_EVENTS, ...EVENT_TYPES];

/**
 * `manual` by a person · `gone` the receiver said so (410) · `failing` nothing arrived for days.
 */
export const DISABLED_REASONS = { manual: 'Manual', gone: 'Gone', failing: 'Failing' } as const;

/** A signing secret as it is stored. */
export interface SealedSigningSecret extends Sealed {
  /** The only part that is shown again. */
  readonly last4: string;
}

export const MOST_ENDPOINTS = 10;

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A new signing secret: 32 random bytes in the form of Standard Webhooks. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

const placeOf = (companyId: string, id: WebhookId) => `webhooks/${companyId}/${id}`;

export function sealSigningSecret(
  keys: KeyRing,
  companyId: string,
  id: WebhookId,
  secret: string,
): SealedSigningSecret {
  return { ...seal(keys, secret, placeOf(companyId, id)), last4: secret.slice(-4) };
}

/** What of an endpoint its signatures depend on. */
export interface Signer {
  readonly id: WebhookId;
  readonly secret: SealedSigningSecret;
  readonly previousSecret: SealedSigningSecret | null;
  readonly previousSecretUntil: Instant | null;
}

/** The secrets that sign at an instant, the newest first. */
export function liveSecrets(
  keys: KeyRing,
  companyId: string,
  endpoint: Signer,
  now: Instant,
): readonly string[] {
  const { id, secret, previousSecret, previousSecretUntil } = endpoint;
  const overlaps = previousSecret && previousSecretUntil && previousSecretUntil > now;
  const live = overlaps ? [secret, previousSecret] : [secret];
  return live.map((sealed) => open(keys, sealed, placeOf(companyId, id)));
}

/** What of an endpoint says which events it gets. */
export interface Subscriber {
  readonly types: readonly EventSubscription[];
}

/** Whether an endpoint asks for events of a type. */
export function wants({ types }: Subscriber, type: EventType): boolean {
  return types.includes(ALL_EVENTS) || types.includes(type);
}

/** The address in the form it is stored. @throws DomainError validation_failed */
export function checkedUrl(url: string, rules: TargetRules): string {
  const verdict = judgeTargetUrl(url, rules);
  if ('url' in verdict) return verdict.url;
  throw invalidField('/url', verdict.code, verdict.message);
}

export type WebhookId = Id<'webhook'>;
