import type { Instant } from '@quittance/kernel';
import { createECDH, createPublicKey, verify } from 'node:crypto';
import {
  encryptPush,
  faultOfKeys,
  MOST_PUSH_BYTES,
  newPushKey,
  vapidHeader,
} from './push-crypto.js';
import { aBrowser } from '../testing/a-browser.js';

/** Section 5 and appendix A of RFC 8291. */
const VECTOR = {
  text: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: [
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyP',
    'js7Vd8pZGH6SRpkNtoIAiw4',
  ].join(''),
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: [
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml',
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT',
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ].join(''),
};

test('encrypts as the vector of RFC 8291 does', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from(VECTOR.sender, 'base64url'));
  const salt = Buffer.from(VECTOR.salt, 'base64url');
  const made = encryptPush(VECTOR, VECTOR.text, { sender, salt });
  expect(made.toString('base64url')).toBe(VECTOR.body);
});

test('is read by the browser alone, never twice the same, and no longer than services take', () => {
  const [mine, other] = [aBrowser(), aBrowser()];
  const made = [1, 2].map(() => encryptPush(mine.keys, 'Grüße'));
  expect(made.map((each) => mine.read(each))).toEqual(['Grüße', 'Grüße']);
  expect(made[0]?.equals(made[1] as Buffer)).toBe(false);
  expect(() => other.read(made[0] as Buffer)).toThrow(/authenticate/);
  expect(encryptPush(mine.keys, 'x'.repeat(MOST_PUSH_BYTES))).toHaveLength(4096);
  expect(() => encryptPush(mine.keys, 'x'.repeat(MOST_PUSH_BYTES + 1))).toThrow(RangeError);
});

test('says who sends, to the push service alone and for half a day', () => {
  const key = newPushKey();
  const now = '2026-03-02T09:00:00.000Z' as Instant;
  const contact = 'https://portal.example.com';
  const header = vapidHeader(key, 'https://push.example.org:8443/a/b?c', { contact, now });
  const [, token = '', said] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  expect(said).toBe(key.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) =>
    each.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const signed = Buffer.from(`${head}.${claims}`);
  expect(verify('sha256', signed, by, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example.org:8443',
    exp: Date.parse(now) / 1000 + 43_200,
    sub: contact,
  });
});

test('tells which of a browser’s keys is none', () => {
  const { keys } = aBrowser();
  expect(faultOfKeys(keys)).toBeUndefined();
  expect(faultOfKeys({ ...keys, auth: 'AAAA' })).toBe('auth');
  expect(faultOfKeys({ ...keys, p256dh: keys.auth })).toBe('p256dh');
  const nowhere = Buffer.alloc(65, 7);
  nowhere[0] = 4;
  expect(faultOfKeys({ ...keys, p256dh: nowhere.toString('base64url') })).toBe('p256dh');
});
