/** What the demonstration needs to know of an answer it did not expect. */
interface ProblemBody {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly message: string }[];
}

export interface CallOptions {
  readonly body?: unknown;
  /** Sent as it is, with its type, instead of a JSON body. */
  readonly raw?: { readonly type: string; readonly text: string };
  readonly query?: Readonly<Record<string, string | number | boolean>>;
}

/** A plain HTTP client of one of the hosts: what any other program could do. */
export class ApiClient {
  private token = '';

  /** @param prefix before every path */
  constructor(
    readonly url: string,
    private readonly prefix = '',
  ) {}

  /** @throws Error in one sentence when nobody listens or the sign-in is refused */
  async signIn(email: string, password: string, more: object = {}): Promise<void> {
    const body = { email, password, ...more };
    const { accessToken } = await this.post<{ accessToken: string }>('/auth/login', { body });
    this.token = accessToken;
  }

  get<T>(path: string, query: CallOptions['query'] = {}): Promise<T> {
    return this.call<T>('GET', path, { query });
  }

  post<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.call<T>('POST', path, options);
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.call<T>('PUT', path, { body });
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.call<T>('PATCH', path, { body });
  }

  private async call<T>(method: string, path: string, options: CallOptions): Promise<T> {
    const address = new URL(this.prefix + path, this.url);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      address.searchParams.set(name, String(value));
    }
    const answer = await fetch(address, {
      method,
      headers: { ...this.authorization(), ...contentType(options) },
      body: options.raw?.text ?? (options.body === undefined ? null : JSON.stringify(options.body)),
    }).catch((error: Error) => {
      const hint = `Nobody answers at ${this.url}. Start the system first: npm start`;
      throw new Error(hint, { cause: error });
    });
    const text = await answer.text();
    const body = (text === '' ? {} : JSON.parse(text)) as T & ProblemBody;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${problemOf(body)}`);
    return body;
  }

  private authorization(): Record<string, string> {
    return this.token ? { authorization: `Bearer ${this.token}` } : {};
  }
}

function contentType({ raw, body }: CallOptions): Record<string, string> {
  if (raw) return { 'content-type': raw.type };
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function problemOf({ code, detail, errors = [] }: ProblemBody): string {
  return [`${code}: ${detail}`, ...errors.map(({ message }) => message)].join(' ');
}

/** A list answer by page. */
export interface DemoPage<T> {
  readonly data: readonly T[];
  readonly total: number;
}

/** The filter of a list: all of these fields have these values. */
export function where(fields: Readonly<Record<string, unknown>>): { filter: string } {
  const and = Object.entries(fields).map(([field, value]) => ({ field, op: 'eq', value }));
  return { filter: JSON.stringify({ and }) };
}
