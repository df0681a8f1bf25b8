export interface CallbackRules {
  /** Origins of the company's allowlist; empty when none is set. */
  readonly allowedOrigins: readonly string[];
  /** What stands in where none is set: the addresses of this product and of the company itself. */
  readonly ownOrigins: readonly string[];
  /** No plain http at all, not even to this machine. */
  readonly production: boolean;
}

/** Either the address to send the payer's browser to, or what is wrong with the one given. */
export type CallbackVerdict =
  | { readonly url: string }
  | { readonly code: string; readonly message: string };

const LONGEST = 2048;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Visible ASCII without the backslash, which browsers read as a slash. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]+$/;
const AUTHORITY = /^(https?):\/\/([^/?#]*)/i;

const ADDRESS = /^(?:[\d.]+|\[.*\])$/;

const no = (code: string, message: string): CallbackVerdict => ({ code, message });

/**
 * Judges where a payer's browser may be sent after paying, so that a payment link is no open
 * redirect: an address as `judgeWebUrl` wants it, on the company's allowlist. Where there is none,
 * payers are sent to nobody but ourselves and the company's website; outside production also to
 * this machine, where apps are made.
 */
export function judgeCallbackUrl(text: string, rules: CallbackRules): CallbackVerdict {
  const verdict = judgeWebUrl(text, rules.production);
  if (!('url' in verdict)) return verdict;
  const { origin, hostname } = new URL(verdict.url);
  const isListed = rules.allowedOrigins.length > 0;
  const origins = isListed ? rules.allowedOrigins : rules.ownOrigins;
  if (origins.includes(origin) || (!isListed && LOCAL.has(hostname))) return verdict;
  const why = isListed
    ? "is not on the company's list"
    : "is neither the company's own nor on its list";
  return no('origin', `leads to ${origin}, which ${why}`);
}

/**
 * Judges where our servers may call: an address as `judgeWebUrl` wants it, with a name for its
 * host.
 */
export function judgeBaseUrl(text: string, production: boolean): CallbackVerdict {
  const verdict = judgeWebUrl(text, production);
  if (!('url' in verdict)) return verdict;
  const { hostname } = new URL(verdict.url);
  const isAddress = ADDRESS.test(hostname) && !LOCAL.has(hostname);
  return isAddress ? no('host', 'must name a host, not an address') : verdict;
}

/**
 * https (http only to this machine and not in production), no credentials, a host written the way
 * it is read.
 */
function judgeWebUrl(text: string, production: boolean): CallbackVerdict {
  if (text.length > LONGEST) return no('max_length', `must have at most ${LONGEST} characters`);
  if (!PLAIN.test(text)) return no('format', 'must be an absolute URL in plain ASCII');
  const written = AUTHORITY.exec(text);
  if (!written) return no('format', 'must be an absolute https URL');
  if (!URL.canParse(text)) return no('format', 'must be an absolute https URL');
  const url = new URL(text);
  if (url.username || url.password || written[2]?.includes('@')) {
    return no('credentials', 'must not carry a user name or password');
  }
  if (!isWrittenAsRead(written[2] ?? '', url)) {
    return no('format', 'must name its host in its usual form');
  }
  const local = LOCAL.has(url.hostname);
  if (url.protocol === 'http:' && (production || !local)) {
    return no('scheme', 'must begin with https://');
  }
  return local && production ? no('host', 'must not lead to a local address') : { url: url.href };
}

/** `0x7f.1`, full-width digits and the like are read as another host than a person sees. */
function isWrittenAsRead(authority: string, url: URL): boolean {
  const host = authority.toLowerCase().replace(/:\d*$/, '');
  return host === url.hostname && !host.endsWith('.');
}

/** The origin of the company's website and those of the product, as they are compared. */
export function ownOrigins(website: string | null, product: readonly string[]): readonly string[] {
  const addresses = [...product, ...(website ? [website] : [])];
  return addresses.filter((text) => URL.canParse(text)).map((text) => new URL(text).origin);
}

/** An origin of the allowlist in the form it is compared in; undefined when it is none. */
export function normaliseOrigin(text: string): string | undefined {
  if (!PLAIN.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  const known = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.has(url.hostname));
  return bare && known ? url.origin : undefined;
}
