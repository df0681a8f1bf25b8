import { objectOfLine } from './object-of-line.js';

test.each([
  ['{"name":"a","name":"b"}', 'member_twice'],
  ['{"name":"a","n\\u0061me":"b"}', 'member_twice'],
  ['{"lines":[{"a":1,"b":{"c":1,"c":2}}]}', 'member_twice'],
  ['{"__proto__":1,"__proto__":2}', 'member_twice'],
  ['[{"a":1}]', 'no_object'],
  ['{"a":1', 'no_object'],
  ['null', 'no_object'],
])('%s is refused: %s', (text, why) => {
  expect(objectOfLine(text)).toBe(why);
});

test.each([
  '{}',
  '{"a:b":"c:\\"d:","e":["f:","\\\\"],"g":{"a:b":null}}',
  '{"__proto__":1}',
  '{"1":"a","lines":[{"a":1},{"a":1}]}',
])('%s is the object that it says', (text) => {
  expect(objectOfLine(text)).toEqual(JSON.parse(text));
});

test('it nests as deep as its line is long, and is read', () => {
  const deep = (end: string) => `${'{"a":['.repeat(50_000)}${end}${']}'.repeat(50_000)}`;
  expect(objectOfLine(deep('{"b":1,"c":2}'))).toBeTypeOf('object');
  expect(objectOfLine(deep('{"b":1,"b":2}'))).toBe('member_twice');
});
