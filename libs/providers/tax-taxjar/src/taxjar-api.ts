import {
  TaxEngineFailure,
  askProvider,
  exactJson,
  jsonObject,
  jsonSentence,
  type EngineAccount,
  type ExactJson,
} from '@quittance/tax/provider';

export const TAXJAR_ORIGINS = ['https://api.taxjar.com', 'https://api.sandbox.taxjar.com'];

export interface TaxjarCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/v2/`. */
  readonly path: string;
  readonly body?: object;
  readonly newConnection?: boolean;
  readonly signal: AbortSignal;
}

/** What TaxJar said no to. */
export class TaxjarRefusal extends TaxEngineFailure {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super('refused', message);
  }
}

/**
 * One request to TaxJar.
 * @throws TaxEngineFailure, of which TaxjarRefusal is what TaxJar understood and refused
 */
export async function callTaxjar(account: EngineAccount, call: TaxjarCall): Promise<ExactJson> {
  const { method, path, body, newConnection = false, signal } = call;
  const {
    ok,
    status,
    body: answer,
  } = await askProvider({
    provider: 'TaxJar',
    method,
    url: `${baseOf(account)}/${path}`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${account.credentials.token}`,
    },
    ...(body && { body: exactJson(body) }),
    newConnection,
    signal,
  });
  const json = jsonObject(answer);
  if (!ok) {
    const said = jsonSentence(json?.detail) ?? `It answered with status ${status}.`;
    throw new TaxjarRefusal(status, `TaxJar refuses: ${said}`);
  }
  if (!json) throw new TaxEngineFailure('bad_answer', 'The answer of TaxJar is not understood.');
  return json;
}

/** TaxJar gives its address with the version at its end. */
function baseOf({ settings }: EngineAccount): string {
  const base = settings.baseUrl ?? TAXJAR_ORIGINS[0] ?? '';
  return base.endsWith('/v2') ? base : `${base}/v2`;
}
