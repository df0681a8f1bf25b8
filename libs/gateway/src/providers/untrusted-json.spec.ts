import {
  memberOf,
  untrustedObject,
  readObject,
  untrustedSentence,
  untrustedText,
  wireInteger,
} from './untrusted-json.js';

test.each([[1.5], [-1], ['12'], [null], [2 ** 53], [Number.NaN], [true], [undefined]])(
  '%o is no amount',
  (value) => {
    expect(wireInteger(value)).toBeUndefined();
  },
);

test('whole numbers that JSON holds exactly are amounts', () => {
  expect([0, 1180000, Number.MAX_SAFE_INTEGER].map(wireInteger)).toEqual([
    0n,
    1180000n,
    9007199254740991n,
  ]);
});

test.each([
  [''],
  ['a\u0000b'],
  ['a\ud83d'],
  ['\ude00b'],
  ['x'.repeat(256)],
  [7],
  [null],
  [{}],
  [['a']],
])('%o is no text that could be kept', (value) => {
  expect(untrustedText(value)).toBeNull();
});

test('a sentence is cut where it is too long', () => {
  expect(untrustedSentence('x'.repeat(300))).toHaveLength(255);
  expect(untrustedSentence(`${'x'.repeat(254)}😀`)).toBe('x'.repeat(254));
  expect(untrustedSentence(`😀${'x'.repeat(254)}`)).toBe(`😀${'x'.repeat(253)}`);
  expect(untrustedSentence(7)).toBeNull();
});

test.each([[[]], [null], ['text'], [7], [undefined]])('%o is no object', (value) => {
  expect(untrustedObject(value)).toBeUndefined();
});

test('what every object inherits is no member', () => {
  expect(memberOf({}, 'constructor')).toBeUndefined();
  expect(memberOf(readObject(Buffer.from('{"__proto__":{"a":1}}')), 'a')).toBeUndefined();
});

test.each(['', '{', '[]', 'null', '"a"'])('the bytes %o hold no object', (text) => {
  expect(readObject(Buffer.from(text))).toBeUndefined();
});
