import providers from 'email-providers/all.json';
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';

/** Where anybody has an address: a domain that tells nothing of a business. */
const FREE_MAIL: ReadonlySet<string> = new Set(providers);

/**
 * The part of a host that was registered, in the writing of the domain name system: `acme.co.uk` of
 * `https://shop.acme.co.uk/en`. Null for what is none, and for providers of free e-mail.
 */
export function registrableDomain(address: string): string | null {
  const host = domainToASCII(hostOf(address.trim().toLowerCase()));
  const domain = host === '' ? null : getDomain(host);
  return domain === null || FREE_MAIL.has(domain) || FREE_MAIL.has(host) ? null : domain;
}

function hostOf(address: string): string {
  const behindScheme = address.replace(/^[a-z][a-z0-9+.-]*:\/\//, '');
  const authority = behindScheme.split(/[/?#]/, 1)[0] ?? '';
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
}
