import { ProviderFailure, type ProviderAccount } from '@quittance/gateway';
import { setTimeout as sleep } from 'node:timers/promises';

export const RAZORPAY_ORIGIN = 'https://api.razorpay.com';

export interface RazorpayTimes {
  /** For one request: leaves time to ask what became of it within the call's deadline. */
  readonly requestMs: number;
  /** The longest pause before the first repetition; doubles, with full jitter. */
  readonly pauseMs: number;
}

export const USUAL_TIMES: RazorpayTimes = { requestMs: 4000, pauseMs: 200 };

/** What Razorpay says when it says no. */
export interface RazorpayError {
  readonly status: number;
  readonly field: string | null;
  readonly description: string;
}

/** A request that Razorpay read and refused. */
export class RazorpayRefusal extends Error {
  override readonly name = 'RazorpayRefusal';

  constructor(readonly error: RazorpayError) {
    super(error.description);
  }
}

const REPETITIONS = 2;
const TRY_AGAIN = new Set([502, 503, 504]);
const NEVER_ARRIVED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

interface Call {
  readonly method: 'GET' | 'POST';
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure that the very next try may not meet. */
class PassingFailure extends ProviderFailure {}

/**
 * One request to Razorpay, repeated at most twice on connection failures and answers that ask for
 * it. Credentials and bodies are never logged, and no redirect is followed with them.
 * @throws RazorpayRefusal on any other answer than 200, ProviderFailure when there was none
 */
export async function callRazorpay(
  account: ProviderAccount,
  call: Call,
  times: RazorpayTimes,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  let doubtful = false;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request(account, call, times, signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      doubtful ||= error.kind === 'unknown';
      const again = error instanceof PassingFailure && attempt < REPETITIONS && !signal.aborted;
      // An earlier try may have arrived even if this one certainly did not.
      if (!again) throw new ProviderFailure(doubtful ? 'unknown' : error.kind, error.message);
      const pause = Math.random() * times.pauseMs * 2 ** attempt;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function request(
  { credentials, settings }: ProviderAccount,
  { method, path, body, headers }: Call,
  times: RazorpayTimes,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { keyId, keySecret } = credentials;
  const authorization = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${settings.baseUrl ?? RAZORPAY_ORIGIN}/v1/${path}`, {
      method,
      headers: {
        ...headers,
        authorization: `Basic ${authorization}`,
        'content-type': 'application/json',
      },
      body: body ? JSON.stringify(body) : null,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(times.requestMs)]),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw connectionFailure(error);
  }
  return judge(status, text);
}

function connectionFailure(error: unknown): ProviderFailure {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  if (name === 'TimeoutError' || name === 'AbortError') {
    return new ProviderFailure('unknown', 'Razorpay did not answer in time.');
  }
  return NEVER_ARRIVED.has(String(cause?.code))
    ? new PassingFailure('unreachable', 'Razorpay could not be reached.')
    : new PassingFailure('unknown', 'The connection to Razorpay was lost.');
}

function judge(status: number, text: string): Record<string, unknown> {
  if (status === 429) throw new PassingFailure('unreachable', 'Razorpay is turning requests away.');
  if (status >= 500) {
    const message = `Razorpay answered with status ${status}.`;
    throw TRY_AGAIN.has(status)
      ? new PassingFailure('unknown', message)
      : new ProviderFailure('unknown', message);
  }
  const json = parse(text);
  if (status === 200 && json) return json;
  if (status === 200) throw new ProviderFailure('unknown', 'The answer of Razorpay is not JSON.');
  throw new RazorpayRefusal(refusalOf(status, json));
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null
      ? (json as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function refusalOf(status: number, json: Record<string, unknown> | undefined): RazorpayError {
  const error = json?.error as Record<string, unknown> | undefined;
  const description = typeof error?.description === 'string' ? error.description : '';
  return {
    status,
    field: typeof error?.field === 'string' ? error.field : null,
    description: description.slice(0, 200) || `Razorpay answered with status ${status}.`,
  };
}
