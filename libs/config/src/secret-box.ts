import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretsKey } from './secrets.js';

/**
 * The keys that secrets are sealed with. New ones are sealed with the active key; old keys still
 * open.
 */
export interface KeyRing {
  readonly activeId: string;
  /** 32 bytes each, by id. */
  readonly keys: ReadonlyMap<string, Buffer>;
}

/** A text as it is stored: AES-256-GCM, with the id of its key so that keys can rotate. */
export interface Sealed {
  readonly keyId: string;
  readonly iv: string;
  readonly tag: string;
  readonly text: string;
}

const CIPHER = 'aes-256-gcm';

/** The keys of `SECRETS_KEY`: the first seals, all open. @throws Error when there is none */
export function keyRing(secretsKeys: readonly SecretsKey[]): KeyRing {
  const [active] = secretsKeys;
  if (!active) throw new Error('Secrets cannot be kept without a key');
  return { activeId: active.id, keys: new Map(secretsKeys.map(({ id, key }) => [id, key])) };
}

/** Seals a secret for one place, which names its company and is bound to it. */
export function seal(ring: KeyRing, secret: string, place: string): Sealed {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyOf(ring, ring.activeId), iv);
  cipher.setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    keyId: ring.activeId,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    text: text.toString('base64'),
  };
}

/**
 * Opens a secret at the place it was sealed for.
 * @throws Error when the key is gone, or the row was altered or moved to another place.
 */
export function open(ring: KeyRing, sealed: Sealed, place: string): string {
  const iv = Buffer.from(sealed.iv, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(ring, sealed.keyId), iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
  const text = Buffer.from(sealed.text, 'base64');
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

function keyOf(ring: KeyRing, id: string): Buffer {
  const key = ring.keys.get(id);
  if (!key) throw new Error(`The encryption key ${id} is not configured`);
  return key;
}
