import type { KeyRing } from './connectors/secret-box.js';

/** What the gateway takes from the configuration of its app. */
export interface GatewaySettings {
  readonly production: boolean;
  readonly keys: KeyRing;
}

/** Injects the settings: `@Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings`. */
export const GATEWAY_SETTINGS = Symbol('quittance:gateway-settings');
