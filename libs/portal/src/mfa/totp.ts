import { epochMs, type Instant } from '@quittance/kernel';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** As every authenticator knows it: SHA-1, six digits, half a minute (RFC 6238). */
const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** A clock may be a step ahead or behind. */
const TOLERANCE = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as authenticators take them (RFC 4648), without padding. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function bytesOfBase32(text: string): Buffer {
  let bits = '';
  for (const letter of text) bits += BASE32.indexOf(letter).toString(2).padStart(5, '0');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** A new secret of 160 bits, in base32. */
export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** The one-time password of a counter (RFC 4226). */
export function hotp(secret: Buffer, counter: number, digits = DIGITS): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(moving).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Which half minute it is, counted from 1970. */
export function totpStep(now: Instant): number {
  return Math.floor(epochMs(now) / 1000 / STEP_SECONDS);
}

/** What an authenticator shows at an instant. */
export function totpAt(secret: string, now: Instant): string {
  return hotp(bytesOfBase32(secret), totpStep(now));
}

/**
 * The step whose code it is; null where it is none of now, nor of the steps beside it. Each is good
 * once: one that was used, or that comes before it, is none any more.
 */
export function matchedStep(
  secret: string,
  code: string,
  { now, usedStep }: { readonly now: Instant; readonly usedStep: number | null },
): number | null {
  const [key, given, current] = [bytesOfBase32(secret), Buffer.from(code), totpStep(now)];
  let matched: number | null = null;
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1) {
    const expected = Buffer.from(hotp(key, step));
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    if (fits && (usedStep === null || step > usedStep)) matched ??= step;
  }
  return matched;
}

/** What an authenticator reads from a picture of squares. */
export function totpUri(secret: string, of: { readonly issuer: string; readonly name: string }) {
  const label = `${encodeURIComponent(of.issuer)}:${encodeURIComponent(of.name)}`;
  const said = `secret=${secret}&issuer=${encodeURIComponent(of.issuer)}`;
  return `otpauth://totp/${label}?${said}&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
