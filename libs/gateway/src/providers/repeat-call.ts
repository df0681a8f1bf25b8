import { systemRandom, type Random } from '@quittance/work';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderFailure } from './payment-provider.port.js';

/** How long one request to a provider may take, and how soon it is repeated. */
export interface CallTimes {
  /** For one request: leaves time to ask what became of it within the call's deadline. */
  readonly requestMs: number;
  /** The longest pause before the first repetition; doubles, with full jitter. */
  readonly pauseMs: number;
  /** How long the pause really is; the process's own chance unless given. */
  readonly random?: Random;
}

export const USUAL_CALL_TIMES: CallTimes = { requestMs: 4000, pauseMs: 200 };

const REPETITIONS = 2;
const NEVER_ARRIVED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A failure that the very next try may not meet. */
export class PassingFailure extends ProviderFailure {}

/**
 * Does one request, repeated at most twice while its failures are passing ones.
 * @throws ProviderFailure of kind `unknown` as soon as one of the tries may have arrived; whatever
 *   else the request throws
 */
export async function repeatCall<T>(
  request: () => Promise<T>,
  { pauseMs, random = systemRandom }: CallTimes,
  signal: AbortSignal,
): Promise<T> {
  let doubtful = false;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      doubtful ||= error.kind === 'unknown';
      const again = error instanceof PassingFailure && attempt < REPETITIONS && !signal.aborted;
      // An earlier try may have arrived even if this one certainly did not.
      if (!again) throw new ProviderFailure(doubtful ? 'unknown' : error.kind, error.message);
      const pause = random.next() * pauseMs * 2 ** attempt;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** What a `fetch` that threw says about its request. `provider` as people read it: `Razorpay`. */
export function connectionFailure(provider: string, error: unknown): ProviderFailure {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  if (name === 'TimeoutError' || name === 'AbortError') {
    return new ProviderFailure('unknown', `${provider} did not answer in time.`);
  }
  return NEVER_ARRIVED.has(String(cause?.code))
    ? new PassingFailure('unreachable', `${provider} could not be reached.`)
    : new PassingFailure('unknown', `The connection to ${provider} was lost.`);
}
