import { DomainError } from '@quittance/kernel';
import fc from 'fast-check';
import { pointerPart, readJson } from './read-json.js';

const read = (text: string) => readJson(Buffer.from(text));

function pointersOf(text: string): (string | undefined)[] {
  try {
    read(text);
    return [];
  } catch (error) {
    return ((error as DomainError).options.errors ?? []).map(({ pointer }) => pointer);
  }
}

test('any JSON value is read as JSON.parse reads it', () => {
  const value = fc.jsonValue({ maxDepth: 6, noUnicodeString: false });
  const storable = (text: string) =>
    !/\\u0000|\\u[dD][89a-fA-F]|toString|constructor|__proto__|valueOf/.test(text);
  fc.assert(
    fc.property(value.map((each) => JSON.stringify(each)).filter(storable), (text) => {
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

function outcome(bytes: Buffer): string {
  try {
    readJson(bytes);
    return 'read';
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

test('any bytes are either read or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(outcome(Buffer.from(bytes))).toMatch(/^(read|malformed_request)$/);
    }),
  );
});

test.each([
  ['{"a":[{"__proto__":1}]}', '/a/0/__proto__'],
  ['{"a":{"\\u005f\\u005fproto__":1}}', '/a/__proto__'],
  ['{"construct\\u006fr":1}', '/constructor'],
  ['{"hasOwnProperty":1}', '/hasOwnProperty'],
  ['{"a":"x\\u0000"}', '/a'],
  ['["\\udc00"]', '/0'],
  ['{"a~b/c":{"valueOf":1}}', '/a~0b~1c/valueOf'],
])('%s is refused at %s', (text, pointer) => {
  expect(pointersOf(text)).toEqual([pointer]);
});

test('what only looks suspicious is read', () => {
  expect(read('{"a":"constructor","b":"\\u0041","c":"\\ud83d\\ude00"}')).toEqual({
    a: 'constructor',
    b: 'A',
    c: '😀',
  });
});

test('brackets in a text are no nesting', () => {
  expect(read(JSON.stringify({ a: '['.repeat(1000), b: '\\"[' }))).toBeDefined();
  expect(read(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined();
  expect(() => read(`${'['.repeat(65)}${']'.repeat(65)}`)).toThrow(/64 levels/);
});

test.each(['{"a":1,"a":1}', '{"a":{"b":1,"c":2,"b":3}}', '[{"a":1,"\\u0061":2}]', '{"":1,"":2}'])(
  '%s says a member twice',
  (text) => {
    expect(() => read(text)).toThrow(/twice/);
  },
);

test('the same member of two objects is said once', () => {
  expect(read('{"a":{"a":":"},"b":[{"a":1},{"a":"\\":\\""}]}')).toBeDefined();
});

test('a name is escaped as a step of a pointer', () => {
  expect(pointerPart('a/b~c')).toBe('a~1b~0c');
});

describe('a body that costs more than its length', () => {
  const keys = (count: number, value = '1') =>
    `{${Array.from({ length: count }, (_, i) => `"k${i}":${value}`).join(',')}}`;
  const list = (count: number, item: string) => `[${Array(count).fill(item).join(',')}]`;

  test.each<[string, string]>([
    ['an object with very many members', keys(2_001)],
    ['one deep inside', `{"a":[{"b":${keys(2_001)}}]}`],
    ['many objects with many members', list(5, keys(2_000))],
    ['very many empty objects', list(40_000, '{}')],
    ['very many numbers', list(60_002, '1')],
  ])('is refused: %s', (_, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'malformed_request' }));
  });

  test.each<[string, string]>([
    ['as many members as are allowed', keys(2_000)],
    ['the lines of a long invoice', list(10_000, '{"quantity":"1","unitPrice":"2.00"}')],
    ['many objects with few members', list(900, keys(60))],
    ['brackets that only a text holds', `["${'{,'.repeat(70_000)}"]`],
    ['a large set-up', list(100_000, `{"key":"${'x'.repeat(60)}"}`)],
  ])('is read when it has no more than %s', (_, text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });
});
