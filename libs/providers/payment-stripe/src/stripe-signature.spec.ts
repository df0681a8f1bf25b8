import { addSeconds, epochMs, parseInstant, type Instant } from '@quittance/kernel';
import fc from 'fast-check';
import Stripe from 'stripe';
import { verifyStripeSignature } from './stripe-signature.js';

const SECRET = 'whsec_demo';
const NOW = parseInstant('2026-03-02T09:00:00Z');
const seconds = (at: Instant) => epochMs(at) / 1000;

const sign = (payload: string, secret = SECRET, at = NOW) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds(at) });

const verify = (body: string | Buffer, signature: string | string[], at = NOW, secret = SECRET) =>
  verifyStripeSignature(Buffer.from(body), { 'stripe-signature': signature }, secret, at);

const v1Of = (header: string) => header.split('v1=')[1] ?? '';

test('the check value of the contract holds', () => {
  const header = 't=1760000000,v1=0d6b6e30afcabb69ce39b6cdb3926fa45b62a256b4f8420008b0644874d0362a';
  const at = parseInstant('2025-10-09T08:53:20Z');
  const body = '{"id":"evt_T1","type":"checkout.session.completed"}';
  expect(verify(body, header, at)).toBe(true);
  expect(Stripe.webhooks.constructEvent(body, header, SECRET, 0)).toMatchObject({ id: 'evt_T1' });
});

test('what the official SDK signs is believed, and what it refuses is not', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ minLength: 1 }), fc.boolean(), (body, other, genuine) => {
      const header = sign(body, genuine ? SECRET : `${SECRET}${other}`);
      let believed = true;
      try {
        const receivedAt = epochMs(NOW);
        Stripe.webhooks.constructEvent(body, header, SECRET, 300, undefined, receivedAt);
      } catch {
        believed = false;
      }
      expect(verify(body, header)).toBe(believed);
    }),
  );
});

test.each([
  [-301, false],
  [-300, true],
  [-299, true],
  [0, true],
  [299, true],
  [300, true],
  [301, false],
])('a time %d s from ours counts: %s', (offset, believed) => {
  expect(verify('{}', sign('{}', SECRET, addSeconds(NOW, offset)))).toBe(believed);
});

test('one of several signatures suffices, in any place', () => {
  const header = sign('{}');
  const [time, genuine] = [header.split(',')[0], v1Of(header)];
  const wrong = 'a'.repeat(64);
  expect(verify('{}', `${time},v1=${wrong},v1=${genuine}`)).toBe(true);
  expect(verify('{}', `${time},v1=${genuine},v1=${wrong},v0=${wrong}`)).toBe(true);
  expect(verify('{}', `${time},v1=${wrong},v1=${wrong}`)).toBe(false);
});

const genuine = sign('{}');
const [time, v1] = [genuine.split(',')[0] ?? '', v1Of(genuine)];
test.each<[string, string | string[]]>([
  ['nothing', ''],
  ['no time', `v1=${v1}`],
  ['two times', `${time},${genuine}`],
  ['a time that is none', `t=now,v1=${v1}`],
  ['an empty time', `t=,v1=${v1}`],
  ['no signature', time],
  ['another scheme', `${time},v0=${v1}`],
  ['a shorter signature', `${time},v1=${v1.slice(1)}`],
  ['upper-case hex', `${time},v1=${v1.toUpperCase()}`],
  ['base64', `${time},v1=${Buffer.from(v1, 'hex').toString('base64')}`],
  ['two headers', [genuine, genuine]],
  ['two headers in one', `${genuine}, ${genuine}`],
])('%s is no signature', (_, header) => {
  expect(verify('{}', header)).toBe(false);
});

test('the bytes count, not the text they stand for', () => {
  const body = Buffer.from([0x7b, 0xff, 0x7d]);
  const lossy = body.toString('utf8');
  expect(verify(body, sign(lossy))).toBe(false);
  expect(verify(lossy, sign(lossy))).toBe(true);
  expect(verify(`\uFEFF${lossy}`, sign(lossy))).toBe(false);
});

test('the secret is taken with its prefix', () => {
  expect(verify('{}', sign('{}', 'demo'))).toBe(false);
});
