import type { WebhookHeaders } from '@quittance/gateway/provider';
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SANDBOX_SIGNATURE_HEADER = 'x-sandbox-signature';
export const EVENT_ID_HEADER = 'x-sandbox-event-id';

const HEX_SHA256 = /^[0-9a-f]{64}$/;

/** Lower-case hex HMAC-SHA256 over exactly the bytes. */
export function signSandboxBody(body: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Verifies the signature of a webhook in constant time. */
export function verifySandboxSignature(
  raw: Buffer,
  headers: WebhookHeaders,
  secret: string,
): boolean {
  const given = headers[SANDBOX_SIGNATURE_HEADER];
  const wellFormed = typeof given === 'string' && HEX_SHA256.test(given);
  const digest = Buffer.from(signSandboxBody(raw, secret), 'hex');
  const claimed = wellFormed ? Buffer.from(given, 'hex') : Buffer.alloc(digest.length);
  return timingSafeEqual(digest, claimed) && wellFormed;
}
