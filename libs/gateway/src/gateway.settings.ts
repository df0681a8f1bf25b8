import type { KeyRing } from './connectors/secret-box.js';

/** What the gateway takes from the configuration of its app. */
export interface GatewayEnvironment {
  readonly production: boolean;
  /** The first seals, all open. */
  readonly secretsKeys: readonly { readonly id: string; readonly key: Buffer }[];
}

export interface GatewaySettings {
  readonly production: boolean;
  readonly keys: KeyRing;
}

/** Injects the settings: `@Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings`. */
export const GATEWAY_SETTINGS = Symbol('quittance:gateway-settings');

/** @throws Error without a key: connectors could not keep their secrets */
export function gatewaySettings({ production, secretsKeys }: GatewayEnvironment): GatewaySettings {
  const active = secretsKeys[0];
  if (!active) throw new Error('The gateway needs a key to keep secrets with');
  const keys = new Map(secretsKeys.map(({ id, key }) => [id, key]));
  return { production, keys: { activeId: active.id, keys } };
}
