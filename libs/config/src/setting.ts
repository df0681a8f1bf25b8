/** What defaults may depend on. */
export interface Situation {
  readonly production: boolean;
  /** True when `DATABASE_URL` is not set: the embedded server of a bare machine. */
  readonly embedded: boolean;
}

/** One environment variable: how it is read, what it is without being set, what it is for. */
export interface Setting<T> {
  readonly variable: string;
  readonly about: string;
  readonly secret: boolean;
  /** What `.env.example` shows. */
  readonly example: string;
  /** Whether that is what it is without being set. */
  readonly showsFallback: boolean;
  readonly fallback: (situation: Situation) => T;
  /** @throws Error whose message completes the sentence "`VARIABLE` …". */
  readonly read: (text: string) => T;
}

interface Words {
  readonly about: string;
  readonly example?: string;
  readonly secret?: boolean;
}

type Fallback<T> = T | ((situation: Situation) => T);

function setting<T>(
  variable: string,
  fallback: Fallback<T>,
  words: Words,
  read: (text: string) => T,
): Setting<T> {
  const given = typeof fallback === 'function' ? undefined : fallback;
  return {
    variable,
    about: words.about,
    secret: words.secret ?? false,
    showsFallback: words.example === undefined,
    example: words.example ?? (given === undefined || given === null ? '' : String(given)),
    fallback: typeof fallback === 'function' ? (fallback as (s: Situation) => T) : () => fallback,
    read,
  };
}

export function text(variable: string, fallback: Fallback<string>, words: Words): Setting<string> {
  return setting(variable, fallback, words, (value) => value);
}

export function optionalText(variable: string, words: Words): Setting<string | null> {
  return setting<string | null>(variable, null, words, (value) => value);
}

export function integer(
  variable: string,
  fallback: Fallback<number>,
  range: { readonly min: number; readonly max: number },
  words: Words,
): Setting<number> {
  return setting(variable, fallback, words, (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= range.min && number <= range.max) return number;
    throw new Error(`must be a whole number from ${range.min} to ${range.max}`);
  });
}

export function flag(
  variable: string,
  fallback: Fallback<boolean>,
  words: Words,
): Setting<boolean> {
  return setting(variable, fallback, words, (value) => {
    if (['true', '1', 'yes', 'on'].includes(value.toLowerCase())) return true;
    if (['false', '0', 'no', 'off'].includes(value.toLowerCase())) return false;
    throw new Error('must be true or false');
  });
}

export function choice<const T extends string>(
  variable: string,
  values: readonly T[],
  fallback: Fallback<T>,
  words: Words,
): Setting<T> {
  return setting(variable, fallback, words, (value) => {
    const known = values.find((candidate) => candidate === value);
    if (known !== undefined) return known;
    throw new Error(`must be one of ${values.join(', ')}`);
  });
}

export function url(
  variable: string,
  protocols: readonly string[],
  words: Words,
): Setting<string | null> {
  return setting<string | null>(variable, null, words, (value) => {
    const known = URL.canParse(value) && protocols.includes(new URL(value).protocol);
    if (known) return value.replace(/\/$/, '');
    throw new Error(`must be an address that begins with ${protocols.join('// or ')}//`);
  });
}

/** One e-mail address without a name. */
export function address(
  variable: string,
  fallback: Fallback<string>,
  words: Words,
): Setting<string> {
  return setting(variable, fallback, words, (value) => {
    if (
      /^[^\s@<>"(),:;\\]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])?$/u.test(value)
    ) {
      return value;
    }
    throw new Error('must be an e-mail address such as billing@example.com');
  });
}

/** Origins such as `https://app.example.com`, separated by commas. */
export function origins(variable: string, words: Words): Setting<readonly string[]> {
  return setting<readonly string[]>(variable, [], words, (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => {
        if (URL.canParse(part) && new URL(part).origin === part) return part;
        throw new Error(`must list origins such as https://app.example.com; ${part} is none`);
      }),
  );
}

/** Five or six fields, as in crontab; names, ranges, lists and steps. */
export function cron(variable: string, fallback: string, words: Words): Setting<string> {
  return setting(variable, fallback, words, (value) => {
    const fields = value.trim().split(/\s+/);
    const fits = fields.every((field) => /^[\dA-Za-z*,/-]+$/.test(field));
    if (fits && (fields.length === 5 || fields.length === 6)) return fields.join(' ');
    throw new Error('must be a cron expression of five or six fields, such as 0 2 * * *');
  });
}

/** True, false, a number of proxies, or their addresses: what Fastify's `trustProxy` takes. */
export function trustedProxies(variable: string, words: Words): Setting<boolean | number | string> {
  return setting<boolean | number | string>(variable, false, words, (value) => {
    if (value === 'true' || value === 'false') return value === 'true';
    if (/^\d+$/.test(value)) return Number(value);
    if (/^[\da-fA-F.:/, ]+$/.test(value)) return value;
    throw new Error('must be true, false, a number of proxies or a list of their addresses');
  });
}
