import type { Instant } from '@quittance/kernel';
import { epochMs } from '@quittance/kernel';
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  type ECDH,
  type JsonWebKey,
} from 'node:crypto';

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
/** One record holds all: push services take 4096 bytes, and no notice comes near it. */
const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
const HEADER_BYTES = 16 + 4 + 1 + POINT_BYTES;
/** The delimiter of the last record. */
const LAST = Buffer.from([2]);

export const MOST_PUSH_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - LAST.length;

/** What a browser tells of itself, as `PushSubscription.toJSON()` has it. */
export interface PushTarget {
  readonly endpoint: string;
  readonly keys: {
    /** The browser's point of P-256, base64url. */
    readonly p256dh: string;
    /** Sixteen bytes that the browser has made up, base64url. */
    readonly auth: string;
  };
}

/** A key that pushes are signed with (RFC 8292). */
export interface PushKey {
  /** As browsers take it: the uncompressed point, base64url. */
  readonly publicKey: string;
  /** A JSON Web Key, as text. */
  readonly privateKey: string;
}

/** Fresh for each message, but for the vector of the standard. */
interface Ephemeral {
  readonly sender: ECDH;
  readonly salt: Buffer;
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url');

export function newPushKey(): PushKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  const jwk = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), bytesOf(jwk.x ?? ''), bytesOf(jwk.y ?? '')]);
  return { publicKey: point.toString('base64url'), privateKey: JSON.stringify(jwk) };
}

/** What of the keys of a browser is none; undefined where both are good. */
export function faultOfKeys({ p256dh, auth }: PushTarget['keys']): 'p256dh' | 'auth' | undefined {
  if (bytesOf(auth).length !== AUTH_BYTES) return 'auth';
  try {
    if (bytesOf(p256dh).length !== POINT_BYTES) return 'p256dh';
    fresh().sender.computeSecret(bytesOf(p256dh));
    return undefined;
  } catch {
    return 'p256dh';
  }
}

function fresh(): Ephemeral {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return { sender, salt: randomBytes(16) };
}

const derived = (secret: Buffer, salt: Buffer, info: readonly (string | Buffer)[], bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat(info.map(Buffer.from)), bytes));

/**
 * A message that the browser alone can read (RFC 8291, `aes128gcm`): the push service between sees
 * its length. @throws RangeError for one that is too long for it
 */
export function encryptPush(
  { p256dh, auth }: PushTarget['keys'],
  text: string,
  { sender, salt }: Ephemeral = fresh(),
): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > MOST_PUSH_BYTES) throw new RangeError('A push is longer than services take');
  const [theirs, ours] = [bytesOf(p256dh), sender.getPublicKey()];
  const shared = sender.computeSecret(theirs);
  const key = derived(shared, bytesOf(auth), ['WebPush: info\0', theirs, ours], 32);
  const secret = derived(key, salt, ['Content-Encoding: aes128gcm\0'], 16);
  const nonce = derived(key, salt, ['Content-Encoding: nonce\0'], 12);
  const cipher = createCipheriv('aes-128-gcm', secret, nonce);
  const sealed = [cipher.update(plain), cipher.update(LAST), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(5);
  size.writeUInt32BE(RECORD_BYTES);
  size.writeUInt8(POINT_BYTES, 4);
  return Buffer.concat([salt, size, ours, ...sealed]);
}

const HALF_A_DAY_SECONDS = 12 * 3600;

/**
 * Says to the push service of an address who sends (RFC 8292), so that nobody else can send to who
 * has subscribed with the key. @param contact where the service finds who runs this
 */
export function vapidHeader(
  key: PushKey,
  endpoint: string,
  { contact, now }: { readonly contact: string; readonly now: Instant },
): string {
  const exp = Math.floor(epochMs(now) / 1000) + HALF_A_DAY_SECONDS;
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp, sub: contact },
  ];
  const said = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const jwk = JSON.parse(key.privateKey) as JsonWebKey;
  const signature = sign('sha256', Buffer.from(said.join('.')), {
    key: createPrivateKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${[...said, signature.toString('base64url')].join('.')}, k=${key.publicKey}`;
}
