import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { idempotencyKeyInvalid } from '../http.errors.js';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
const QUOTED = /^"(.*)"$/;

/**
 * The key of an `Idempotency-Key` header, as a bare token or a quoted string.
 * @throws DomainError idempotency_key_invalid
 */
export function readKey(header: string | string[]): string {
  const text = Array.isArray(header) ? '' : header.trim();
  const key = QUOTED.exec(text)?.[1] ?? text;
  if (!VISIBLE_ASCII.test(key)) throw idempotencyKeyInvalid();
  return key;
}

/**
 * What must be the same when a key comes again: method, path, query in any order, and every byte.
 * Made with a key of our own, so that a stored print does not help to guess what was in the body.
 */
export function keyFingerprint(
  printKey: KeyObject,
  method: string,
  url: string,
  bodyDigest: Buffer,
): Buffer {
  const [path = '', query = ''] = url.split('?', 2);
  const sorted = query.split('&').sort().join('&');
  const print = createHmac('sha256', printKey).update(`${method}\n${path}\n${sorted}\n`);
  return print.update(bodyDigest).digest();
}

export function digestOf(body: Buffer | undefined): Buffer {
  return createHash('sha256')
    .update(body ?? '')
    .digest();
}
