export interface CallbackRules {
  /** Origins of the company's allowlist; empty when none is set. */
  readonly allowedOrigins: readonly string[];
  /** No plain http at all, not even to this machine. */
  readonly production: boolean;
}

/** Either the address to send the payer's browser to, or what is wrong with the one given. */
export type CallbackVerdict =
  { readonly url: string } | { readonly code: string; readonly message: string };

const LONGEST = 2048;
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Visible ASCII without the backslash, which browsers read as a slash. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]+$/;
const AUTHORITY = /^(https?):\/\/([^/?#]*)/i;
const ADDRESS = /^(?:[\d.]+|\[.*\])$/;

const no = (code: string, message: string): CallbackVerdict => ({ code, message });

/**
 * Judges where a payer's browser may be sent after paying, so that a payment link is no open
 * redirect: https (http only to this machine and not in production), no credentials, a host written
 * the way it is read, and on the company's allowlist where there is one.
 */
export function judgeCallbackUrl(text: string, rules: CallbackRules): CallbackVerdict {
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
  return judgeOrigin(url, rules);
}

/** `0x7f.1`, full-width digits and the like are read as another host than a person sees. */
function isWrittenAsRead(authority: string, url: URL): boolean {
  const host = authority.toLowerCase().replace(/:\d*$/, '');
  return host === url.hostname && !host.endsWith('.');
}

function judgeOrigin(url: URL, rules: CallbackRules): CallbackVerdict {
  const local = LOCAL.has(url.hostname);
  if (url.protocol === 'http:' && (rules.production || !local)) {
    return no('scheme', 'must begin with https://');
  }
  if (local && rules.production) return no('host', 'must not lead to a local address');
  if (rules.allowedOrigins.length > 0) {
    return rules.allowedOrigins.includes(url.origin)
      ? { url: url.href }
      : no('origin', `leads to ${url.origin}, which is not on the company's list`);
  }
  if (!local && ADDRESS.test(url.hostname)) return no('host', 'must name a host, not an address');
  return { url: url.href };
}

/** An origin of the allowlist in the form it is compared in; undefined when it is none. */
export function normaliseOrigin(text: string): string | undefined {
  if (!PLAIN.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  const known = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.has(url.hostname));
  return bare && known ? url.origin : undefined;
}
