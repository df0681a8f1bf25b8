import { keyRing, type KeyRing, type SecretsKey } from '@quittance/config';

/** What the gateway takes from the configuration of its app. */
export interface GatewayEnvironment {
  readonly production: boolean;
  /** The first seals, all open. */
  readonly secretsKeys: readonly SecretsKey[];
}

export interface GatewaySettings {
  readonly production: boolean;
  readonly keys: KeyRing;
}

/** Injects the settings: `@Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings`. */
export const GATEWAY_SETTINGS = Symbol('quittance:gateway-settings');

/** @throws Error without a key: connectors could not keep their secrets */
export function gatewaySettings({ production, secretsKeys }: GatewayEnvironment): GatewaySettings {
  return { production, keys: keyRing(secretsKeys) };
}
