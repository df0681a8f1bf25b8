import { randomBytes } from 'node:crypto';
import { keyRing, open, seal } from './secret-box.js';

const first = randomBytes(32);
const ring = keyRing([{ id: 'k1', key: first }]);
const rotated = keyRing([
  { id: 'k2', key: randomBytes(32) },
  { id: 'k1', key: first },
]);

describe('sealed secrets', () => {
  test('open where they were sealed', () => {
    const sealed = seal(ring, 'whsec_ünïcode_1234', 'company/razorpay/webhookSecret');
    expect(open(ring, sealed, 'company/razorpay/webhookSecret')).toBe('whsec_ünïcode_1234');
  });

  test('need a key', () => {
    expect(() => keyRing([])).toThrow('without a key');
  });

  test('do not open at another place: a row copied to another company is worthless', () => {
    const sealed = seal(ring, 'secret-of-a', 'a/razorpay/webhookSecret');
    expect(() => open(ring, sealed, 'b/razorpay/webhookSecret')).toThrow('authenticate');
  });

  test('do not open when altered', () => {
    const sealed = seal(ring, 'secret-of-a', 'place');
    const text = Buffer.from('secret-of-b').toString('base64');
    expect(() => open(ring, { ...sealed, text }, 'place')).toThrow('authenticate');
  });

  test('still open with an old key after the active one has changed', () => {
    const sealed = seal(ring, 'old secret', 'place');
    expect(open(rotated, sealed, 'place')).toBe('old secret');
    expect(seal(rotated, 'new secret', 'place').keyId).toBe('k2');
  });

  test('say which key is missing', () => {
    const sealed = seal(rotated, 'new secret', 'place');
    expect(() => open(ring, sealed, 'place')).toThrow('encryption key k2 is not configured');
  });

  test('never look the same twice', () => {
    expect(seal(ring, 'same', 'place').text).not.toBe(seal(ring, 'same', 'place').text);
  });
});
