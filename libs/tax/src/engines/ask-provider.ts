import { parseExactJson } from './exact-json.js';
import { TaxEngineFailure } from './tax-engine.port.js';

/** One request to a provider over HTTP. */
export interface ProviderRequest {
  /** The provider's name for people: `AvaTax`. */
  readonly provider: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  /** On a connection of its own: the one before may be what is broken. */
  readonly newConnection?: boolean;
  readonly signal: AbortSignal;
}

/** An answer that is the provider's word: done, or a refusal for the adapter to read. */
export interface ProviderAnswer {
  readonly ok: boolean;
  readonly status: number;
  /** Parsed by `parseExactJson`: numbers are text. */
  readonly body: unknown;
}

const LONGEST_ANSWER = 8 * 1024 * 1024;

/**
 * One try. No redirect is followed with credentials, and what is sent is never logged.
 * @throws TaxEngineFailure unauthorised, throttled, timeout, unavailable, bad_answer
 */
export async function askProvider(request: ProviderRequest): Promise<ProviderAnswer> {
  const { provider } = request;
  const { status, ok, text } = await exchange(request);
  if (status === 401 || status === 403) {
    throw new TaxEngineFailure('unauthorised', `${provider} does not accept the credentials.`);
  }
  if (status === 429) {
    throw new TaxEngineFailure('throttled', `${provider} is turning requests away.`);
  }
  if (status >= 500) {
    throw new TaxEngineFailure('unavailable', `${provider} answered with status ${status}.`);
  }
  const body = text === '' ? null : parseExactJson(text);
  if (ok && body === undefined) {
    throw new TaxEngineFailure('bad_answer', `The answer of ${provider} is not JSON.`);
  }
  return { ok, status, body };
}

async function exchange({
  provider,
  url,
  method,
  headers,
  body,
  signal,
  ...rest
}: ProviderRequest) {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(rest.newConnection && { connection: 'close' }) },
      body: body ?? null,
      redirect: 'error',
      signal,
    });
    return { status: response.status, ok: response.ok, text: await textOf(response) };
  } catch (error) {
    if (error instanceof TaxEngineFailure) throw error;
    if (signal.aborted)
      throw new TaxEngineFailure('timeout', `${provider} did not answer in time.`);
    const message = `${provider} could not be reached.`;
    throw new TaxEngineFailure('unavailable', message, [], { cause: error });
  }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    const bytes = part as Uint8Array;
    length += bytes.byteLength;
    if (length > LONGEST_ANSWER) {
      throw new TaxEngineFailure('bad_answer', 'The answer of the provider is too long.');
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
