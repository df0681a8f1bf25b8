import {
  PassingFailure,
  ProviderFailure,
  connectionFailure,
  repeatCall,
  type CallTimes,
  type ProviderAccount,
} from '@quittance/gateway/provider';
import { withDeadline } from '@quittance/work';

export const RAZORPAY_ORIGIN = 'https://api.razorpay.com';

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

const TRY_AGAIN = new Set([502, 503, 504]);

interface Call {
  readonly method: 'GET' | 'POST';
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * One request to Razorpay, repeated at most twice on connection failures and answers that ask for
 * it. Credentials and bodies are never logged, and no redirect is followed with them.
 * @throws RazorpayRefusal on any other answer than 200, ProviderFailure when there was none
 */
export function callRazorpay(
  account: ProviderAccount,
  call: Call,
  times: CallTimes,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  return repeatCall(() => request(account, call, times, signal), times, signal);
}

async function request(
  { credentials, settings }: ProviderAccount,
  { method, path, body, headers }: Call,
  times: CallTimes,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { keyId, keySecret } = credentials;
  const authorization = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
  const url = `${settings.baseUrl ?? RAZORPAY_ORIGIN}/v1/${path}`;
  const init = {
    method,
    headers: {
      ...headers,
      authorization: `Basic ${authorization}`,
      'content-type': 'application/json',
    },
    body: body ? JSON.stringify(body) : null,
    redirect: 'error',
  } as const;
  const ask = async (own: AbortSignal) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, own]) });
    return { status: response.status, text: await response.text() };
  };
  const { status, text } = await withDeadline(times.requestMs, ask, late).catch(
    (error: unknown) => {
      throw connectionFailure('Razorpay', error);
    },
  );
  return judge(status, text);
}

/**
 * As `fetch` says it. The signal of `AbortSignal.timeout` would be none of ours: behind
 * `AbortSignal.any` nothing holds it, and collected it never fires.
 */
const late = () => new DOMException('The request took too long.', 'TimeoutError');

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
