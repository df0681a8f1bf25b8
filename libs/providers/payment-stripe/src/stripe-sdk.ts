import {
  PassingFailure,
  ProviderFailure,
  connectionFailure,
  untrustedObject,
  type CallTimes,
  type UntrustedJson,
  type ProviderAccount,
} from '@quittance/gateway/provider';
import Stripe from 'stripe';
import { StripeRefusal, type StripeError } from './stripe-refusal.js';
import { STRIPE_ORIGIN, STRIPE_VERSION } from './stripe-version.js';

/** What Stripe has answered, and whether it is the stored answer to an earlier request. */
export interface StripeAnswer {
  readonly body: UntrustedJson;
  readonly replayed: boolean;
}

export type StripeCall = (stripe: Stripe) => Promise<object>;

/** What went over the wire, which the SDK shows only in part. */
interface Exchange {
  response: Response | null;
  failure: unknown;
}

/** One request through the official SDK, as `callStripe` has it. */
export async function requestStripe(
  account: ProviderAccount,
  call: StripeCall,
  times: CallTimes,
  signal: AbortSignal,
): Promise<StripeAnswer> {
  const exchange: Exchange = { response: null, failure: undefined };
  try {
    const body = await call(clientOf(account, times, signal, exchange));
    // An answer without an `error` counts as success to the SDK, whatever its status.
    if (exchange.response?.status !== 200) throw judge(exchange, undefined);
    const replayed = exchange.response.headers.get('idempotent-replayed') === 'true';
    return { body: untrustedObject(body) ?? {}, replayed };
  } catch (error) {
    if (error instanceof ProviderFailure || error instanceof StripeRefusal) throw error;
    throw judge(exchange, error);
  }
}

function clientOf(
  { credentials, settings }: ProviderAccount,
  times: CallTimes,
  signal: AbortSignal,
  exchange: Exchange,
): Stripe {
  const origin = settings.baseUrl ?? STRIPE_ORIGIN;
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const signals = init.signal ? [init.signal, signal] : [signal];
    try {
      exchange.response = await fetch(`${origin}${pathname}${search}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.any(signals),
      });
      return exchange.response;
    } catch (error) {
      exchange.failure = error;
      throw error;
    }
  };
  return new Stripe(credentials.secretKey ?? '', {
    apiVersion: STRIPE_VERSION,
    maxNetworkRetries: 0,
    timeout: times.requestMs,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(send as typeof fetch),
  });
}

function judge({ response, failure }: Exchange, error: unknown): Error {
  if (!response) return connectionFailure('Stripe', failure ?? error);
  const { status, headers } = response;
  if (status === 200) {
    return new ProviderFailure('unknown', 'The answer of Stripe could not be read.');
  }
  const kind = status === 429 ? 'unreachable' : 'unknown';
  const advice = headers.get('stripe-should-retry');
  const mayPass = status === 409 || status === 429 || status >= 500;
  if (advice === 'true' || (mayPass && advice !== 'false')) {
    return new PassingFailure(kind, messageOf(error, status));
  }
  if (mayPass) return new ProviderFailure(kind, messageOf(error, status));
  return new StripeRefusal(refusalOf(error, status));
}

function refusalOf(error: unknown, status: number): StripeError {
  const { code, param, rawType } = error instanceof Stripe.errors.StripeError ? error : {};
  return {
    status,
    code: code ?? rawType ?? '',
    param: param ?? '',
    message: messageOf(error, status),
  };
}

function messageOf(error: unknown, status: number): string {
  const told = error instanceof Stripe.errors.StripeError ? error.message.slice(0, 200) : '';
  return told && status < 500 && status !== 429 ? told : `Stripe answered with status ${status}.`;
}
