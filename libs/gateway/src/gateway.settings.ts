import { keyRing, type KeyRing, type SecretsKey } from '@quittance/config';

/** What the gateway takes from the configuration of its app. */
export interface GatewayEnvironment {
  readonly production: boolean;
  /** Where customers reach the portal host. */
  readonly portalPublicUrl: string;
  /** The first seals, all open. */
  readonly secretsKeys: readonly SecretsKey[];
}

export interface GatewaySettings {
  readonly production: boolean;
  readonly portalPublicUrl: string;
  readonly keys: KeyRing;
}

/** Injects the settings: `@Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings`. */
export const GATEWAY_SETTINGS = Symbol('quittance:gateway-settings');

/** @throws Error without a key: connectors could not keep their secrets */
export function gatewaySettings(environment: GatewayEnvironment): GatewaySettings {
  const { production, portalPublicUrl, secretsKeys } = environment;
  return { production, portalPublicUrl, keys: keyRing(secretsKeys) };
}
