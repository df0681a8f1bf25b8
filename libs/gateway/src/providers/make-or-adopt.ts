import { ProviderFailure, type ProviderLink } from './payment-provider.port.js';

/**
 * Makes a link. When nobody knows what became of it, takes over the one that was made, or tries
 * once more under the same reference.
 * @throws ProviderFailure
 */
export async function makeOrAdopt(
  make: () => Promise<ProviderLink>,
  find: () => Promise<ProviderLink | null>,
): Promise<ProviderLink> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'unknown') throw error;
  }
  try {
    return (await find()) ?? (await make());
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // Whatever this try says, the first one may have made the link.
    throw new ProviderFailure('unknown', error.message, { cause: error });
  }
}
