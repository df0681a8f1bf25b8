import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';

/** A browser that has subscribed to pushes: its keys, and what it reads of a message. */
export interface TestBrowser {
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** The text of a message (RFC 8291). @throws Error where it is not for this browser */
  read(message: Buffer): string;
}

const hmac = (key: Buffer, ...data: readonly (string | Buffer)[]) =>
  createHmac('sha256', key)
    .update(Buffer.concat(data.map((each) => Buffer.from(each as string))))
    .digest();

/** By the steps of section 3.4 of the standard, not by what the product encrypts with. */
export function aBrowser(): TestBrowser {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const keys = {
    p256dh: own.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
  };
  const read = (message: Buffer) => {
    const [salt, sender] = [message.subarray(0, 16), message.subarray(21, 86)];
    if (message.readUInt32BE(16) !== 4096 || message[20] !== 65) throw new Error('No such header');
    const end = Buffer.from([1]);
    const shared = hmac(auth, own.computeSecret(sender));
    const key = hmac(shared, 'WebPush: info\0', own.getPublicKey(), sender, end);
    const prk = hmac(salt, key);
    const secret = hmac(prk, 'Content-Encoding: aes128gcm\0', end).subarray(0, 16);
    const nonce = hmac(prk, 'Content-Encoding: nonce\0', end).subarray(0, 12);
    const decipher = createDecipheriv('aes-128-gcm', secret, nonce);
    decipher.setAuthTag(message.subarray(-16));
    const plain = Buffer.concat([decipher.update(message.subarray(86, -16)), decipher.final()]);
    if (plain.at(-1) !== 2) throw new Error('Not the last record');
    return plain.subarray(0, -1).toString('utf8');
  };
  return { keys, read };
}
