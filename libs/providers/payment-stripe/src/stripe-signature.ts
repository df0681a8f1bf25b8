import type { WebhookHeaders } from '@quittance/gateway/provider';
import { epochMs, type Instant } from '@quittance/kernel';
import { createHmac, timingSafeEqual } from 'node:crypto';

export const STRIPE_SIGNATURE_HEADER = 'stripe-signature';

/** How far the signature's time may be from ours, in either direction. */
const TOLERANCE_SECONDS = 300;
const HEX_SHA256 = /^[0-9a-f]{64}$/;
const UNIX_SECONDS = /^\d{1,12}$/;

/**
 * Verifies `t=…,v1=…`: the HMAC-SHA256 of the time, a dot and exactly the bytes. While a secret is
 * rolled there are several `v1`; all are compared, in constant time. Other schemes are ignored.
 */
export function verifyStripeSignature(
  raw: Buffer,
  headers: WebhookHeaders,
  secret: string,
  at: Instant,
): boolean {
  const header = headers[STRIPE_SIGNATURE_HEADER];
  const pairs = pairsOf(typeof header === 'string' ? header : '');
  const times = valuesOf(pairs, 't');
  const time = times.length === 1 && UNIX_SECONDS.test(times[0] ?? '') ? (times[0] ?? '') : '';
  const digest = createHmac('sha256', secret).update(`${time}.`).update(raw).digest();
  const claimed = valuesOf(pairs, 'v1').filter((value) => HEX_SHA256.test(value));
  // Without any signature it is no sooner known.
  const compared = claimed.length > 0 ? claimed : ['0'.repeat(64)];
  const matches = compared.map((each) => timingSafeEqual(digest, Buffer.from(each, 'hex')));
  const age = Math.abs(Math.floor(epochMs(at) / 1000) - Number(time));
  const fresh = time !== '' && age <= TOLERANCE_SECONDS;
  return matches.includes(true) && claimed.length > 0 && fresh;
}

function pairsOf(header: string): [string, string][] {
  return header.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
  });
}

function valuesOf(pairs: readonly [string, string][], name: string): string[] {
  return pairs.filter(([key]) => key === name).map(([, value]) => value);
}
