import type { SandboxStore } from '@quittance/gateway/provider';
import type { Clock } from '@quittance/kernel';
import { createHmac } from 'node:crypto';
import { SandboxProvider } from './sandbox-provider.js';
import { SandboxTill } from './sandbox-till.js';

/** Settings of the process that the sandbox depends on. */
export interface SandboxEnvironment {
  readonly sandboxEnabled: boolean;
  readonly portalPublicUrl: string;
  readonly secretsKeys: readonly { readonly key: Buffer }[];
}

/** The adapter where the sandbox is switched on, else nothing. */
export function sandboxProviders(
  environment: SandboxEnvironment,
  store: SandboxStore,
  clock: Clock,
): SandboxProvider[] {
  if (!environment.sandboxEnabled) return [];
  const { portalPublicUrl: pagesUrl } = environment;
  return [new SandboxProvider(store, { clock, pagesUrl, masterKey: masterKey(environment) })];
}

/** What serves the payment pages. */
export function sandboxTill(
  environment: SandboxEnvironment,
  store: SandboxStore,
  clock: Clock,
): SandboxTill {
  return new SandboxTill(store, { clock, masterKey: masterKey(environment) });
}

/** A key of the sandbox's own, the same in every process of the installation. */
function masterKey({ secretsKeys }: SandboxEnvironment): Buffer {
  const first = secretsKeys[0];
  if (!first) throw new Error('The sandbox needs a key to derive its secrets from');
  return createHmac('sha256', first.key).update('sandbox').digest();
}
