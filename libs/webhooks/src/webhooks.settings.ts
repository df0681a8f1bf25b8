import { keyRing, type KeyRing, type SecretsKey } from '@quittance/config';
import { publicAddresses, type Resolve } from './targets/guarded-lookup.js';

/** What the lib takes from the configuration of its app. */
export interface WebhooksEnvironment {
  /** The first seals, all open. */
  readonly secretsKeys: readonly SecretsKey[];
  /** Development and tests: plain http, any port, private addresses. */
  readonly webhooksAllowPrivate: boolean;
  readonly staffPublicUrl: string;
  readonly portalPublicUrl: string;
}

/** Where messages may go. */
export interface TargetRules {
  readonly allowPrivate: boolean;
  /** Our own public host names: we do not call ourselves. */
  readonly ownHosts: readonly string[];
}

export interface WebhooksSettings extends TargetRules {
  readonly keys: KeyRing;
  /** Asks for the addresses of a name. */
  readonly resolve: Resolve;
}

/**
 * Injects the settings: `@Inject(WEBHOOKS_SETTINGS) private readonly settings: WebhooksSettings`.
 */
export const WEBHOOKS_SETTINGS = Symbol('quittance:webhooks-settings');

/** @throws Error without a key: endpoints could not keep their secrets */
export function webhooksSettings(environment: WebhooksEnvironment): WebhooksSettings {
  const { secretsKeys, webhooksAllowPrivate, staffPublicUrl, portalPublicUrl } = environment;
  return {
    keys: keyRing(secretsKeys),
    allowPrivate: webhooksAllowPrivate,
    ownHosts: [staffPublicUrl, portalPublicUrl].map((url) => new URL(url).hostname),
    resolve: publicAddresses,
  };
}

/** Injects the clock that attempts are timed by. */
export const MESSAGE_CLOCK = Symbol('quittance:webhooks-clock');
