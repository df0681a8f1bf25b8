import { createSecretKey } from 'node:crypto';
import { digestOf, keyFingerprint, readKey } from './key.js';

const printKey = createSecretKey(Buffer.alloc(32, 1));

test('a key is a bare token or a quoted string', () => {
  expect(readKey('abc-123')).toBe('abc-123');
  expect(readKey(' "abc-123" ')).toBe('abc-123');
  expect(readKey('k'.repeat(255))).toHaveLength(255);
});

test.each(['', '""', 'a b', 'k'.repeat(256), 'ü', 'a\tb'])('%j is no key', (header) => {
  expect(() => readKey(header)).toThrow(/1 to 255 visible ASCII/);
});

test('a header that comes twice is no key', () => {
  expect(() => readKey(['a', 'b'])).toThrow(/1 to 255/);
});

test('the order of the query is not part of the fingerprint, everything else is', () => {
  const print = (method: string, url: string, body: string) =>
    keyFingerprint(printKey, method, url, digestOf(Buffer.from(body))).toString('hex');
  const base = print('POST', '/a?x=1&y=2', '{}');
  expect(print('POST', '/a?y=2&x=1', '{}')).toBe(base);
  const others = [
    print('PATCH', '/a?x=1&y=2', '{}'),
    print('POST', '/b?x=1&y=2', '{}'),
    print('POST', '/a?x=1&y=3', '{}'),
    print('POST', '/a?x=1&y=2', '{ }'),
    print('POST', '/a', '{}'),
  ];
  expect(new Set([base, ...others]).size).toBe(6);
});

test('nobody without the key can make a fingerprint', () => {
  const digest = digestOf(Buffer.from('{"password":"correct horse"}'));
  const other = createSecretKey(Buffer.alloc(32, 2));
  const prints = [printKey, other].map((key) => keyFingerprint(key, 'POST', '/a', digest));
  expect(prints[0]).not.toEqual(prints[1]);
});

test('no body is an empty one', () => {
  expect(digestOf(undefined)).toEqual(digestOf(Buffer.alloc(0)));
});
