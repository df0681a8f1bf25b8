import {
  TaxEngineFailure,
  askProvider,
  exactJson,
  jsonObject,
  jsonObjects,
  jsonSentence,
  type EngineAccount,
  type ExactJson,
} from '@quittance/tax/provider';

export const AVATAX_ORIGINS = ['https://rest.avatax.com', 'https://sandbox-rest.avatax.com'];

/** Application, its version, library, its version, machine; no semicolon inside a part. */
const CLIENT = 'Quittance; 0.1.0; Quittance; 0.1.0; server';

export interface AvataxCall {
  readonly method: 'GET' | 'POST';
  /** Below `/api/v2/`, with its query. */
  readonly path: string;
  readonly body?: object;
  readonly newConnection?: boolean;
  readonly signal: AbortSignal;
}

/** What AvaTax said no to. */
export class AvataxRefusal extends TaxEngineFailure {
  constructor(
    readonly status: number,
    /** `EntityNotFoundError`, `DocumentCodeConflict` … */
    readonly code: string,
    message: string,
    lines: readonly number[],
  ) {
    super(
      'refused',
      message,
      lines.map((index) => String(index + 1)),
    );
  }
}

/**
 * One request to AvaTax.
 * @throws TaxEngineFailure, of which AvataxRefusal is what AvaTax understood and refused
 */
export async function callAvatax(account: EngineAccount, call: AvataxCall): Promise<ExactJson> {
  const { method, path, body, newConnection = false, signal } = call;
  const base = account.settings.baseUrl ?? AVATAX_ORIGINS[0];
  const {
    ok,
    status,
    body: answer,
  } = await askProvider({
    provider: 'AvaTax',
    method,
    url: `${base}/api/v2/${path}`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-avalara-client': CLIENT,
      authorization: authorization(account.credentials),
    },
    ...(body && { body: exactJson(body) }),
    newConnection,
    signal,
  });
  const json = jsonObject(answer);
  if (!ok) throw refusal(status, json);
  if (!json) throw new TaxEngineFailure('bad_answer', 'The answer of AvaTax is not understood.');
  return json;
}

function authorization(credentials: EngineAccount['credentials']): string {
  const { accountId, licenseKey, username, password, token } = credentials;
  if (token) return `Bearer ${token}`;
  const basic = accountId && licenseKey ? `${accountId}:${licenseKey}` : `${username}:${password}`;
  return `Basic ${Buffer.from(basic).toString('base64')}`;
}

function refusal(status: number, json: ExactJson | undefined): AvataxRefusal {
  const error = jsonObject(json?.error);
  const lines = jsonObjects(error?.details).flatMap(({ refersTo }) => {
    const [, index] = /\blines\[(\d{1,4})\]/i.exec(String(refersTo)) ?? [];
    return index === undefined ? [] : [Number(index)];
  });
  const said = jsonSentence(error?.message) ?? `It answered with status ${status}.`;
  return new AvataxRefusal(
    status,
    jsonSentence(error?.code) ?? '',
    `AvaTax refuses: ${said}`,
    lines,
  );
}

const ESCAPED: Readonly<Record<string, string>> = {
  '/': '_-ava2f-_',
  '+': '_-ava2b-_',
  '?': '_-ava3f-_',
  '%': '_-ava25-_',
  '#': '_-ava23-_',
};

/** A company or document code as AvaTax wants it in a path. */
export function pathSafe(code: string): string {
  return encodeURIComponent(code.replace(/[/+?%#]/g, (sign) => ESCAPED[sign] ?? sign));
}
