import { keyRing, type KeyRing, type SecretsKey } from '@quittance/config';

/** What the connectors of external engines take from the configuration of their app. */
export interface TaxEnvironment {
  readonly production: boolean;
  /** The first seals, all open. */
  readonly secretsKeys: readonly SecretsKey[];
}

export interface TaxSettings {
  readonly production: boolean;
  readonly keys: KeyRing;
}

/** Injects the settings: `@Inject(TAX_SETTINGS) private readonly settings: TaxSettings`. */
export const TAX_SETTINGS = Symbol('quittance:tax-settings');

/** @throws Error without a key: connectors could not keep their secrets */
export function taxSettings({ production, secretsKeys }: TaxEnvironment): TaxSettings {
  return { production, keys: keyRing(secretsKeys) };
}
