import { plainArray, textArray } from './array-text.js';

test('plain values stand as they are', () => {
  expect(plainArray([1n, null, 3n], (value) => value)).toBe('{1,NULL,3}');
  expect(plainArray([true, false], (value) => value)).toBe('{true,false}');
  expect(plainArray([], () => 1)).toBe('{}');
});

test('every text is quoted, and what would end or escape it is escaped', () => {
  const texts = ['a', '', 'NULL', null, 'a,b', '{c}', 'say "x"', 'back\\slash', 'line\nbreak'];
  expect(textArray(texts, (text) => text)).toBe(
    '{"a","","NULL",NULL,"a,b","{c}","say \\"x\\"","back\\\\slash","line\nbreak"}',
  );
});
