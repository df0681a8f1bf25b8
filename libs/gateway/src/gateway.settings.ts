import { keyRing, type KeyRing, type SecretsKey } from '@quittance/config';

/** What the gateway takes from the configuration of its app. */
export interface GatewayEnvironment {
  readonly production: boolean;
  /** Where customers reach the portal host. */
  readonly portalPublicUrl: string;
  /** Where staff reach the staff host. */
  readonly staffPublicUrl: string;
  /** The first seals, all open. */
  readonly secretsKeys: readonly SecretsKey[];
}

export interface GatewaySettings {
  readonly production: boolean;
  readonly portalPublicUrl: string;
  readonly staffPublicUrl: string;
  readonly keys: KeyRing;
}

/** Injects the settings: `@Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings`. */
export const GATEWAY_SETTINGS = Symbol('quittance:gateway-settings');

/** @throws Error without a key: connectors could not keep their secrets */
export function gatewaySettings(environment: GatewayEnvironment): GatewaySettings {
  const { production, portalPublicUrl, staffPublicUrl, secretsKeys } = environment;
  return { production, portalPublicUrl, staffPublicUrl, keys: keyRing(secretsKeys) };
}
