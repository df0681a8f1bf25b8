import type { TargetRules } from '../webhooks.settings.js';

/** Either the address in the form it is stored and called, or what is wrong with the one given. */
export type TargetVerdict =
  | { readonly url: string }
  | { readonly code: string; readonly message: string };

const LONGEST = 2048;
const PORTS = new Set(['', '8443']);
const REFUSED_NAMES = new Set(['metadata.google.internal', 'metadata.amazonaws.com']);
const REFUSED_ENDINGS = ['.localhost', '.local', '.internal', '.corp', '.home.arpa', '.onion'];
const ADDRESS = /^(?:[\d.]+|\[.*\])$/;

const no = (code: string, message: string): TargetVerdict => ({ code, message });

/**
 * Judges where messages may be sent: https to the public name of somebody else's host. Its
 * addresses are judged again at each connection, as a name may lead elsewhere tomorrow.
 */
export function judgeTargetUrl(text: string, rules: TargetRules): TargetVerdict {
  if (text.length > LONGEST) return no('max_length', `must have at most ${LONGEST} characters`);
  if (!URL.canParse(text)) return no('format', 'must be an absolute https URL');
  const url = new URL(text);
  if (url.username || url.password) {
    return no('credentials', 'must not carry a user name or password');
  }
  if (text.includes('#')) return no('fragment', 'must not carry a fragment');
  if (rules.allowPrivate && url.protocol === 'http:') return { url: url.href };
  if (url.protocol !== 'https:') return no('scheme', 'must begin with https://');
  return rules.allowPrivate ? { url: url.href } : judgeHost(url, rules);
}

function judgeHost(url: URL, { ownHosts }: TargetRules): TargetVerdict {
  if (!PORTS.has(url.port)) return no('port', 'must use port 443 or 8443');
  const host = url.hostname.replace(/\.+$/, '');
  if (ADDRESS.test(host)) return no('host', 'must name a host, not an address');
  const refused =
    !host.includes('.') ||
    REFUSED_NAMES.has(host) ||
    REFUSED_ENDINGS.some((ending) => host.endsWith(ending));
  if (refused) return no('host', 'must name a host of the public internet');
  if (ownHosts.includes(host)) return no('host', 'must not lead back to this system');
  return { url: url.href };
}
