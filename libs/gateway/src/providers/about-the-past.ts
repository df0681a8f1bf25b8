import { ProviderFailure } from './payment-provider.port.js';

/**
 * Asks what became of an earlier order. Whatever goes wrong with the question, be it refused, says
 * nothing about what was done then.
 * @throws ProviderFailure of kind `unknown`
 */
export async function aboutThePast<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new ProviderFailure('unknown', error.message, { cause: error });
  }
}
