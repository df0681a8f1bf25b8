import { withDeadline } from '@quittance/work';
import { ProviderFailure } from './payment-provider.port.js';

/** What a provider may take for one call, its own retries included. */
export const CALL_DEADLINE_MS = 10_000;

/**
 * Runs one call to a provider under the deadline, even when the adapter does not heed the signal.
 * Never call it with a transaction open.
 * @throws ProviderFailure and nothing else; of kind `unknown` when the deadline passed
 */
export async function callProvider<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = () => new ProviderFailure('unknown', 'The provider did not answer in time.');
  try {
    return await withDeadline(CALL_DEADLINE_MS, call, late);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure('unknown', 'The call to the provider failed.', { cause: error });
  }
}
