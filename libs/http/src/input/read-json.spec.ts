import { DomainError } from '@quittance/kernel';
import fc from 'fast-check';
import { shownPointerPart, readJson } from './read-json.js';

const read = (text: string) => readJson(Buffer.from(text));

async function pointersOf(text: string): Promise<(string | undefined)[]> {
  try {
    await read(text);
    return [];
  } catch (error) {
    return ((error as DomainError).options.errors ?? []).map(({ pointer }) => pointer);
  }
}

test('any JSON value is read as JSON.parse reads it', async () => {
  const value = fc.jsonValue({ maxDepth: 6, noUnicodeString: false });
  const storable = (text: string) =>
    !/\\u0000|\\u[dD][89a-fA-F]|toString|constructor|__proto__|valueOf/.test(text);
  await fc.assert(
    fc.asyncProperty(value.map((each) => JSON.stringify(each)).filter(storable), async (text) => {
      expect(await read(text)).toEqual(JSON.parse(text));
    }),
  );
});

async function outcome(bytes: Buffer): Promise<string> {
  try {
    await readJson(bytes);
    return 'read';
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

test('any bytes are either read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expect(await outcome(Buffer.from(bytes))).toMatch(/^(read|malformed_request)$/);
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
])('%s is refused at %s', async (text, pointer) => {
  expect(await pointersOf(text)).toEqual([pointer]);
});

test('what only looks suspicious is read', async () => {
  expect(await read('{"a":"constructor","b":"\\u0041","c":"\\ud83d\\ude00"}')).toEqual({
    a: 'constructor',
    b: 'A',
    c: '😀',
  });
});

test('brackets in a text are no nesting', async () => {
  expect(await read(JSON.stringify({ a: '['.repeat(1000), b: '\\"[' }))).toBeDefined();
  expect(await read(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined();
  await expect(read(`${'['.repeat(65)}${']'.repeat(65)}`)).rejects.toThrow(/64 levels/);
});

test.each(['{"a":1,"a":1}', '{"a":{"b":1,"c":2,"b":3}}', '[{"a":1,"\\u0061":2}]', '{"":1,"":2}'])(
  '%s says a member twice',
  async (text) => {
    await expect(read(text)).rejects.toThrow(/twice/);
  },
);

test('the same member of two objects is said once', async () => {
  expect(await read('{"a":{"a":":"},"b":[{"a":1},{"a":"\\":\\""}]}')).toBeDefined();
});

test('a name is escaped as a step of a pointer', () => {
  expect(shownPointerPart('a/b~c')).toBe('a~1b~0c');
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
  ])('is refused: %s', async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'malformed_request' });
  });

  test('is refused sooner where its kind has few values', async () => {
    const few = (text: string) => readJson(Buffer.from(text), 200);
    expect(await few(keys(200))).toEqual(JSON.parse(keys(200)));
    const costly = [keys(201), list(101, '{}'), list(30_000, '0')];
    for (const text of costly) {
      await expect(few(text)).rejects.toMatchObject({ message: 'The body has too many values.' });
    }
  });

  test.each<[string, string]>([
    ['as many members as are allowed', keys(2_000)],
    ['the lines of a long invoice', list(10_000, '{"quantity":"1","unitPrice":"2.00"}')],
    ['many objects with few members', list(900, keys(60))],
    ['brackets that only a text holds', `["${'{,'.repeat(70_000)}"]`],
    ['escapes where it is cut', JSON.stringify(['"', '\\'].map((each) => each.repeat(70_000)))],
    ['a large set-up', list(100_000, `{"key":"${'x'.repeat(60)}"}`)],
  ])('is read when it has no more than %s', async (_, text) => {
    expect(await read(text)).toEqual(JSON.parse(text));
  });
});
