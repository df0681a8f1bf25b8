/**
 * No cache keeps an answer, unless the route says otherwise: it may hold tokens or
 * what is about people. A record's `ETag` is its version, for `If-Match`; it says
 * nothing of what the caller may see of the record, so no kept copy is asked about
 * by it. Documents, files and schemas have tags of their bytes: their routes say
 * `private, no-cache` and answer 304. Scripts and styles of `/docs` are public.
 */
export const NOT_KEPT = 'no-store';

/**
 * What browsers are told with every answer: the headers Helmet sets, made once. Scripts and styles
 * of the page at `/docs` come from the host itself; nothing may frame it or be loaded from
 * elsewhere.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': NOT_KEPT,
  'content-security-policy': [
    "default-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "object-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};
